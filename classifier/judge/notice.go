package judge

import "strings"

// noticeWithin is the number of blocks at the content's end among which a
// notice may do without the sign; farther up, books are listed so.
const noticeWithin = 4

// longestNotice is the most words of a notice. A longer text that begins with the
// sign goes on to something else.
const longestNotice = 60

// longestAd is the most bytes of a line that says that an advertisement stands here.
const longestAd = 64

// dropNotices takes out the notices that say who holds the rights in an article
// or a picture: they are the page's, set like its last paragraph. With them go the
// lines that say that an advertisement stands here.
func dropNotices(in *Input, out []Verdict) {
	behind := 0 // content behind
	for i := len(out) - 1; i >= 0; i-- {
		if !out[i].Content {
			continue
		}
		b := in.Page.Blocks[i]
		if b.GetStats().GetWords() <= longestNotice && isNotice(b.GetText(), behind < noticeWithin) || in.Outline.IsParagraph(b) && announcesAd(b.GetText()) {
			out[i].Content, out[i].Reason = false, ReasonNotice
		}
		behind++
	}
}

// isNotice reports a text that begins with the sign of copyright, or, where it
// stands last, with the word or with the sign as typewriters have it, and a year.
func isNotice(text string, last bool) bool {
	text = strings.TrimLeft(text, "[ ")
	if strings.HasPrefix(strings.TrimLeft(text, "( "), "©") {
		return true
	}
	if !last {
		return false
	}
	rest := text
	if named := strings.TrimLeft(text, "("); trimFold(named, "copyright") != named {
		rest = strings.TrimLeft(trimFold(named, "copyright"), " ")
	}
	rest = strings.TrimLeft(trimFold(rest, "(c)"), " ©")
	return len(rest) < len(text) && beginsWithYear(rest)
}

// announcesAd reports a line that says, in the words of newspapers, that an
// advertisement stands here, or that the text goes on behind it.
func announcesAd(text string) bool {
	if len(text) > longestAd {
		return false
	}
	switch strings.ToLower(strings.Trim(text, " .…:*-–—()[]")) {
	case "advertisement", "advertising", "story continues below", "story continues below advertisement", "article continues below",
		"article continues below advertisement", "article continues after advertisement", "continue reading below", "skip advertisement",
		"anzeige", "werbung", "nach der anzeige weiterlesen", "publicité", "la suite après la publicité", "la suite après cette publicité",
		"publicidad", "continúa después de la publicidad", "publicidade", "continua após a publicidade", "continua depois da publicidade",
		"pubblicità", "continua a leggere dopo la pubblicità", "advertentie", "artikel gaat verder onder de advertentie", "tekst gaat verder onder de advertentie",
		"annons", "artikeln fortsätter efter annonsen", "annonse", "artikkelen fortsetter under annonsen", "annonce", "artiklen fortsætter efter annoncen",
		"mainos", "juttu jatkuu mainoksen jälkeen", "artikkeli jatkuu mainoksen jälkeen", "reklama", "reklam", "publicitate", "hirdetés", "inzerce", "reklaam",
		"реклама", "διαφήμιση", "إعلان", "تبلیغات", "פרסומת", "विज्ञापन", "โฆษณา", "quảng cáo", "iklan", "advertisement. scroll to continue reading",
		"広告", "スポンサーリンク", "广告", "廣告", "광고":
		return true
	}
	return false
}

// trimFold gives s without prefix, whose case it ignores.
func trimFold(s, prefix string) string {
	if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return s[len(prefix):]
	}
	return s
}

// beginsWithYear reports four digits of the last centuries.
func beginsWithYear(s string) bool {
	if len(s) < 4 || s[:2] != "19" && s[:2] != "20" {
		return false
	}
	return digit(s[2]) && digit(s[3]) && (len(s) == 4 || !digit(s[4]))
}

func digit(c byte) bool { return '0' <= c && c <= '9' }
