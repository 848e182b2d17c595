package metadata

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
	"github.com/winnow-news/winnow/segmenter/internal/ascii"
	"github.com/winnow-news/winnow/segmenter/internal/plain"
	"github.com/winnow-news/winnow/segmenter/internal/region"
)

// visibleReader finds date and author where a page tells them to its readers
// only, in the lines around its headline. It is asked when no other source has
// an answer, and is immutable.
type visibleReader struct {
	time *regexp.Regexp // a time of day, or how long ago
	// changed is how a line begins that tells when the page was changed.
	changed *regexp.Regexp
	// published is how the words before a date end that is the day of publication.
	published *regexp.Regexp
	by        *regexp.Regexp // "By First Last", as a line or a part of one
	wide      *regexp.Regexp // the same in scripts without capitals
	label     *regexp.Regexp // "Author:" alone, the name follows in the next block
}

func newVisibleReader() *visibleReader {
	const (
		by    = `(?i:written by|verfasst von|écrit par|posted by|published by|by|geschrieben von|erstellt von|von|par|por|af|av|door|przez|autor(?:[:*_/]?in(?:nen)?|en|es|a)?|auteurs?|authors?|text(?: und fotos?)?(?: von)?|texte?|redaktion)`
		wide  = `(?:作者|記者|记者|撰文|取材|文|글|기자)\s?[:：／/]\s?`
		name  = `\p{Lu}[\p{L}\p{M}.'’-]*(?: (?:v\.|von|van|de|del|della|der|den|di|da|la|le|zu))*`
		names = name + `(?: ` + name + `){1,3}`
	)
	return &visibleReader{
		time: regexp.MustCompile(`(?i)\b(?:[01]?\d|2[0-3])[:.h][0-5]\d\b` +
			`|\d\s?(?:min|mins|minutes?|minuten?|minuter|minutos?|minuti|minutt?er|minuuttia|minut|hrs?|hours?|std\.?|stunden?|heures?|horas?|ore|timmar|timer|uur|uren|tuntia|godz\p{L}*)\b` +
			`|\d\s?(?:мин|час|分|小时|小時|時間|분|시간|นาที|ชั่วโมง)`),
		changed:   regexp.MustCompile(`(?i)^\W*(?:last |zuletzt |dernière |última |ultimo |sist |senast |viimeksi |ostatnia )?(?:updat|modified|edited|aktuali|geändert|mise? à jour|modifi[ée]|actuali|aggiornat|atualiza|bijgewerkt|gewijzigd|uppdatera|ändrad|oppdatert|opdateret|päivitetty|muokattu|обновл|оновл|güncelle|frissít|ажуриран|更新|最終更新|修改|수정|업데이트|تحديث|עודכן|cập nhật|diperbarui|แก้ไข|อัปเดต)`),
		published: regexp.MustCompile(`(?i)(?:^|\W)(?:veröffentlicht|erschienen|publiziert|erstellt|datum|date|dato|published|released|publi[ée]e?|paru|mise? en ligne|fecha|publicado|data|pubblicato|gepubliceerd|geplaatst|publicerad|publisert|publiceret|julkaistu|opublikowano|publikováno|vydáno|опубликовано|опубліковано|дата|yayın tarihi|közzétéve|δημοσιεύτηκε|発行日|公開日|掲載日|发布时间|發布|发布|등록|입력|نشر|تاريخ النشر|פורסם|đăng ngày|diterbitkan|เผยแพร่)\s*(?:am|on|le|el|il|op|den|:|：)*\s*$`),
		by:        regexp.MustCompile(`(?:^|[\s|•·–—(/])` + by + `\s*[:：]?\s*(` + names + `(?:(?:,|\s(?:und|and|et|y|e|ve|&|och|og))\s` + names + `)*)(?:\s*(?:$|[\n|•·,–—(/\d@])|\s+(?:\S+@|(?:am|on|le|vom|op|el|em|il|den|dnia|for|für|in|at|(?i:updated|published|posted))\b))`),
		wide:      regexp.MustCompile(wide + `([\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー·・]{2,12}(?:[、，,][\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー·・]{2,12})*)`),
		label:     regexp.MustCompile(`^(?:` + by + `\s*[:：]?|` + wide + `)$`),
	}
}

const (
	// A line around the headline that tells who and when has at most so many
	// words.
	longestCredit = 30
	// A link of at most so many words may be a date, which leads to its page.
	permalinkWords = 6
	// Of a longer block, a date is looked for in so many bytes of its beginning:
	// where agencies put it.
	datelineBytes = 60
	// A line of more names is a list of something else.
	likelyAuthors = 4
	// A label alone ("Written by") has at most so many words.
	labelLength = 3
	// longParagraph is the least number of words of what is surely text.
	longParagraph = 25
	// tailReach is how many blocks behind the text are looked at.
	tailReach = 6
)

// around gives the indices of the blocks in which a page tells its readers who
// wrote it and when, the likeliest first: between the headline and the second
// long paragraph, then just before the headline.
func (x *resolution) around() []int {
	headline, to := x.headline, x.headEnd
	from := max(0, headline-headReach)
	var at []int
	for i := headline; i < min(to+1, len(x.out.Blocks)); i++ {
		at = append(at, i)
	}
	for i := headline - 1; i >= from; i-- {
		at = append(at, i)
	}
	return at
}

// behind gives the indices of the short lines behind the last long paragraph but the
// footer's, where some pages say when they were written.
func (x *resolution) behind() []int {
	var at []int
	for i := len(x.out.Blocks) - 1; i >= 0; i-- {
		if b := x.out.Blocks[i]; isLong(b.Stats) && x.regions[b.Element]&(region.Chrome|region.Hidden) == 0 {
			for k := i + 1; k < min(i+1+tailReach, len(x.out.Blocks)); k++ {
				at = append(at, k)
			}
			break
		}
	}
	return at
}

// visibleDates gives the dates that stand around the headline, then those
// behind the text; where there is none, the one that a line says to be the day of
// publication, wherever it stands. A line that begins with a word for a change tells
// of that first, and then, as the second date, of the publication.
func (x *resolution) visibleDates() (published, modified []string) {
	for _, i := range append(x.around(), x.behind()...) {
		b := x.out.Blocks[i]
		dates := x.datesOf(b)
		if len(dates) > 0 && x.reader.visible.changed.MatchString(b.Text) {
			modified = append(modified, dates[0])
			dates = dates[1:]
		}
		published = append(published, dates...)
	}
	if len(published)+len(modified) == 0 {
		published = x.labelledDates()
	}
	return append(published, modified...), modified
}

// labelledDates gives the date behind a word for the publication, if there is but
// one: lists of teasers have many.
func (x *resolution) labelledDates() (labelled []string) {
	for _, b := range x.out.Blocks {
		for _, date := range x.datesOf(b) {
			before, _, found := strings.Cut(b.Text, date)
			if !found || !x.reader.visible.published.MatchString(before) {
				continue
			}
			if labelled != nil && labelled[0] != date {
				return nil
			}
			labelled = []string{date}
		}
	}
	return labelled
}

// datesOf gives the dates, at most two, that a block tells its readers; none for
// one that is hidden or leads elsewhere.
func (x *resolution) datesOf(b *pb.Block) []string {
	if x.out.Elements[b.Element].Hidden || b.Stats.Digits < 3 || b.Stats.Words > permalinkWords && b.Stats.LinkWords*2 > b.Stats.Words {
		return nil
	}
	text := b.Text
	if b.Stats.Words > longestCredit {
		text = plain.Clip(text, datelineBytes)
	}
	return x.lines.Find(text, 2)
}

// visibleAuthors gives the names that a line around the headline, or one whose
// class speaks of the author, names as those of the authors; else those in a
// line behind the text that begins with "By".
func (x *resolution) visibleAuthors() []string {
	for _, i := range x.around() {
		b := x.out.Blocks[i]
		if x.out.Elements[b.Element].Hidden || b.Stats.Words > longestCredit {
			continue
		}
		text := b.Text
		if b.Stats.Words <= labelLength && x.reader.visible.isLabel(text) && i+1 < len(x.out.Blocks) {
			text += " " + plain.Clip(x.out.Blocks[i+1].Text, maxAuthor)
		} else if b.Stats.Upper < 2 && !strings.ContainsAny(text, labelEnds) && !caseless(text) {
			continue
		}
		credits, wide := mayCredit(text), wideCredit(text) && !b.Stats.EndsSentence // "记者：您怎么看？" is a question
		classed := b.Stats.Words <= longestCredit/2 && x.creditsAuthor(b)
		if !credits && !wide && !classed {
			continue
		}
		text = x.lines.Mask(text)
		if credits {
			if at, names, ok := x.reader.visible.credit(text); ok && !(b.Stats.EndsSentence && wordsOfPart(text[:at]) >= labelLength) { // "… was led by Ann Lee." tells of her
				return []string{names}
			}
		}
		if wide {
			if m := x.reader.visible.wide.FindStringSubmatch(text); m != nil {
				return []string{m[1]}
			}
		}
		if classed {
			if names := x.reader.authors.clean([]string{text}, x.head.Lang); 0 < len(names) && len(names) <= likelyAuthors && (capital(names[0]) || caseless(names[0]) && isName(names[0])) {
				return names
			}
		}
	}
	for _, i := range x.behind() {
		b := x.out.Blocks[i]
		if x.out.Elements[b.Element].Hidden || b.Stats.Words > longestCredit || b.Stats.Upper < 2 || !mayCredit(b.Text) {
			continue
		}
		if at, names, ok := x.reader.visible.credit(b.Text); ok && at == 0 {
			return []string{names}
		}
	}
	return nil
}

// credit gives the names in a line of the form "By First Last", and where it
// begins to say so.
func (r *visibleReader) credit(text string) (at int, names string, ok bool) {
	m := r.by.FindStringSubmatchIndex(text)
	if m == nil {
		return 0, "", false
	}
	// "ByAnn Lee" is a credit, "PARTNERS Ltd" is none.
	if before, _ := utf8.DecodeLastRuneInString(text[:m[2]]); unicode.IsUpper(before) {
		return 0, "", false
	}
	if doneByOthers(text[:m[0]+1]) {
		return 0, "", false
	}
	return m[0], text[m[2]:m[3]], true
}

// wordsOfPart counts the words behind the last bar, or date, in s.
func wordsOfPart(s string) int { return word.Count(s[strings.LastIndexByte(s, '|')+1:]) }

// doneByOthers reports a text that ends with a word, and a space, for what others
// do for an article than its author: "Photo by", "Reviewed by".
func doneByOthers(before string) bool {
	words := strings.TrimRight(before, " \n\u00a0")
	if words == before {
		return false
	}
	last := strings.ToLower(strings.Trim(words[strings.LastIndexAny(words, " \n\u00a0(|/")+1:], ".,:"))
	switch last {
	case "graphic", "graphics", "grafik", "video", "sponsored", "powered", "presented", "provided", "reviewed", "checked", "fact-checked", "edited", "editing",
		"translated", "übersetzt", "traduit", "hosted", "owned", "supported", "takeaways", "summary":
		return true
	}
	return isPicture(last)
}

// creditWords are what the words before a name begin with, by their first byte.
var creditWords = func() (words [256][]string) {
	for _, word := range []string{"written", "verfasst", "écrit", "posted", "published", "by", "geschrieben", "erstellt", "von", "par", "por",
		"af", "av", "door", "przez", "autor", "auteur", "author", "text", "redaktion"} {
		first := word[0]
		words[first] = append(words[first], word)
		if ascii.IsLetter(first) {
			words[first-('a'-'A')] = append(words[first-('a'-'A')], word)
		}
	}
	return words
}()

// mayCredit reports whether text has a word that visibleReader.by looks for:
// few lines have one, and the pattern is slow to say no.
func mayCredit(text string) bool {
	begins := true
	for i, r := range text {
		if begins {
			for _, word := range creditWords[text[i]] {
				if rest := text[i:]; len(rest) >= len(word) && strings.EqualFold(rest[:len(word)], word) && (goesOn(word) || !beginsLower(rest[len(word):])) {
					return true
				}
			}
		}
		begins = endsPart(r)
	}
	return false
}

// endsPart reports what a credit may begin behind.
func endsPart(r rune) bool {
	switch r {
	case '|', '•', '·', '–', '—', '(', '/':
		return true
	}
	return unicode.IsSpace(r)
}

// goesOn reports a credit word that is but the beginning of others: "authors".
func goesOn(word string) bool {
	switch word {
	case "autor", "auteur", "author", "text":
		return true
	}
	return false
}

// beginsLower reports whether s begins with a small letter of ASCII: "after" is
// no "af".
func beginsLower(s string) bool { return s != "" && 'a' <= s[0] && s[0] <= 'z' }

// isLabel reports a line that says that the name of an author follows.
func (r *visibleReader) isLabel(text string) bool {
	return (mayCredit(text) || wideCredit(text)) && r.label.MatchString(text)
}

// wideCredit reports whether text may be a line of credits in a script without
// capitals.
func wideCredit(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= firstWide }) >= 0 && strings.ContainsAny(text, labelEnds)
}

const (
	// labelEnds stand between "Author" and the name.
	labelEnds = "：:／/"
	// firstWide is the first letter of the scripts of East Asia.
	firstWide = '\u1100'
)

// creditsAuthor reports whether a class of the block's element, or of one of
// its two parents, speaks of the author's name.
func (x *resolution) creditsAuthor(b *pb.Block) bool {
	e := b.Element
	for up := 0; up < 3 && e >= 0; up++ {
		for _, class := range x.out.Elements[e].Classes {
			if authorClass(class) {
				return true
			}
		}
		e = x.out.Elements[e].Parent
	}
	return false
}

// authorClass reports whether a class names an author line rather than what
// else there is about authors: pictures, lives, commenters, reviewers.
func authorClass(class string) bool {
	class = strings.ToLower(class)
	if !strings.Contains(class, "author") && !strings.Contains(class, "autor") && !strings.Contains(class, "byline") {
		return false
	}
	for _, other := range []string{"bio", "box", "image", "img", "avatar", "photo", "desc", "about", "comment", "social", "related", "more", "job", "role", "reviewed", "rating", "tooltip", "forum"} {
		if strings.Contains(class, other) {
			return false
		}
	}
	return true
}
