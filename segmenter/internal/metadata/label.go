package metadata

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/winnow-news/winnow/segmenter/internal/plain"
)

// labelReader finds the authors in a line around the headline where a word of
// some language says that they are. visibleReader.by knows how names stand in
// lines of the great western languages; this knows more words and asks for more:
// a line, or what stands in it between bars, is the word and full names and
// nothing else. It is immutable.
type labelReader struct {
	nouns   map[string]bool // what stands before a colon
	phrases map[string]bool // what needs none
	langs   map[string]string
}

func newLabelReader() *labelReader {
	return &labelReader{
		nouns: labelSet(`автор|авторы|автори|автор статьи|автор текста|текст|журналист|журналістка|корреспондент|кореспондент|пише|κείμενο|συντάκτης|ρεπορτάζ
			كتب|كتبت|الكاتب|كاتب|إعداد|نویسنده|نوشته|כתב|כתבת|כותב|लेखक|लेखिका|লেখক|প্রতিবেদক|ผู้เขียน|ผู้สื่อข่าว
			yazı|yazar|haber|muhabir|röportaj|szerző|szerzők|szöveg|teksti|kirjoittaja|toimittaja|tekst|tekstas|autorius|autors|avtor|besedilo|shkruan
			tác giả|bài|bài và ảnh|text|texte|words|reporter|pewarta|wartawan|texto|texto de|testo|testo di|autore|redactor|reportagem`),
		phrases: labelSet(`γράφει ο|γράφει η|γράφει|του|της|بقلم|به قلم|מאת|द्वारा|โดย|yazan|írta|penulis|oleh|scris de|text de|de|di|a cura di|nga|piše|written by`),
		langs:   map[string]string{"του": "el", "της": "el", "yazan": "tr", "oleh": "id", "de": "ro", "di": "it", "nga": "sq"},
	}
}

func labelSet(words string) map[string]bool {
	set := map[string]bool{}
	for line := range strings.SplitSeq(words, "\n") {
		for label := range strings.SplitSeq(strings.TrimSpace(line), "|") {
			set[label] = true
		}
	}
	return set
}

const (
	// A phrase that names follow has at most so many words.
	phraseWords = 3
	// longestLine is the most bytes read of a line, longestNoun of what stands
	// before its colon.
	longestLine = 400
	longestNoun = 40
)

// labelledAuthors gives the names that a line around the headline has behind a
// label, or beside the Korean and Chinese words for a reporter; else those
// behind a label behind the text. Headlines tell of reporters and writers, too.
func (x *resolution) labelledAuthors() []string {
	for _, i := range x.own() {
		b := x.out.Blocks[i]
		if x.out.Elements[b.Element].Hidden || x.heading(b, "h1") >= 0 {
			continue
		}
		if b.Stats.Words > longestCredit {
			if names := reporters(plain.Clip(b.Text, datelineBytes)); names != nil {
				return names
			}
			continue
		}
		text := plain.Clip(b.Text, longestLine)
		if b.Stats.Words <= labelLength && i+1 < len(x.out.Blocks) && x.reader.labels.alone(text) {
			text += " " + plain.Clip(x.out.Blocks[i+1].Text, maxAuthor)
		}
		names := reporters(text)
		if names == nil {
			names = x.labelled(text)
		}
		if names != nil {
			return names
		}
	}
	for _, i := range x.behind() {
		if b := x.out.Blocks[i]; b.Stats.Words <= longestCredit && !x.out.Elements[b.Element].Hidden {
			if names := x.labelled(plain.Clip(b.Text, longestLine)); names != nil {
				return names
			}
		}
	}
	return nil
}

// labelled gives the names in the first part of a line that begins with a label, or
// in the one behind it.
func (x *resolution) labelled(line string) []string {
	line = x.lines.Mask(line)
	parts := strings.FieldsFunc(line, func(r rune) bool { return endsPart(r) && (r == '\n' || !unicode.IsSpace(r)) })
	for i, part := range parts {
		if part = strings.TrimSpace(part); i+1 < len(parts) && x.reader.labels.alone(part) {
			part += " " + parts[i+1]
		}
		rest := x.reader.labels.behind(part, x.head.Lang)
		if rest == "" {
			continue
		}
		names := x.reader.authors.clean([]string{rest}, x.head.Lang)
		if 0 < len(names) && len(names) <= likelyAuthors && !slices.ContainsFunc(names, func(n string) bool { return !fullName(n) }) {
			return names
		}
	}
	return nil
}

// alone reports a line that is a label and nothing else.
func (r *labelReader) alone(line string) bool {
	label, colon := strings.CutSuffix(line, ":")
	label = strings.ToLower(strings.TrimSpace(label))
	return colon && r.nouns[label] || r.phrases[label]
}

// behind gives what follows the label that part begins with, up to the next
// label, or "". Phrases that are names or common words elsewhere count in their
// own language alone, or before a colon.
func (r *labelReader) behind(part, lang string) string {
	if label, rest, ok := strings.Cut(part, ":"); ok {
		if label = strings.ToLower(strings.TrimSpace(plain.Clip(label, longestNoun))); !r.nouns[label] && !r.phrases[label] {
			return ""
		}
		if first, _, more := strings.Cut(rest, ":"); more {
			rest = first[:max(0, strings.LastIndexByte(first, ' '))]
		}
		return strings.TrimSpace(rest)
	}
	at := 0
	for range phraseWords {
		n := strings.IndexByte(part[at:], ' ')
		if n < 0 {
			break
		}
		at += n
		if label := strings.ToLower(part[:at]); r.phrases[label] && strings.HasPrefix(strings.ToLower(lang), r.langs[label]) && fullName(part[at+1:]) {
			return part[at+1:]
		}
		at++
	}
	return ""
}

// blanks stand between the words of a block.
const blanks = " \n"

// reporters gives the names before the Korean word for a reporter or behind the
// Chinese one.
func reporters(line string) []string {
	for at := 0; ; {
		n := strings.Index(line[at:], "기자")
		if n < 0 {
			break
		}
		if names := koreanNames(line[:at+n]); names != nil && endsCredit(line[at+n+len("기자"):]) {
			return names
		}
		at += n + len("기자")
	}
	for _, label := range [...]string{"记者", "記者"} {
		if _, rest, ok := strings.Cut(line, label); ok {
			return chineseNames(rest)
		}
	}
	return nil
}

// endsCredit reports that what follows the Korean word for a reporter belongs to
// no sentence with it: it is in another script, the word of a stamp or button, or
// another reporter. "기자 회견" is a press conference, "전직 기자 두 명" are two
// former reporters.
func endsCredit(rest string) bool {
	word := strings.TrimLeft(rest, " ")
	if !beginsWith(unicode.Hangul, word) {
		return true
	}
	if len(word) == len(rest) {
		return false
	}
	first, behind, _ := strings.Cut(word, " ")
	return strings.HasSuffix(first, "기자") || strings.HasPrefix(behind, "기자") ||
		slices.ContainsFunc([]string{"입력", "승인", "등록", "발행", "송고", "작성", "수정", "업데이트", "기사", "구독"}, func(s string) bool { return strings.HasPrefix(first, s) })
}

// koreanNames gives the names that line ends with: "…=김민수·이영희 ".
func koreanNames(line string) (names []string) {
	for {
		line = strings.TrimRight(line, blanks)
		at := len(strings.TrimRightFunc(line, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }))
		name := line[at:]
		if n := utf8.RuneCountInString(name); n < 2 || n > 4 || isDesk(name) {
			return names
		}
		names = append([]string{name}, names...)
		if line = strings.TrimRight(line[:at], " "); !strings.HasSuffix(line, "·") && !strings.HasSuffix(line, ",") || len(names) == likelyAuthors {
			return names
		}
		line = strings.TrimRight(line, "·,")
	}
}

// isDesk reports what a Korean reporter is or belongs to, in the place of a name.
func isDesk(s string) bool {
	switch s {
	case "담당", "취재", "사진", "전문", "선임", "인턴", "수습", "시민", "객원", "본지", "현장", "대학생", "스포츠", "디지털", "방송":
		return true
	}
	n := utf8.RuneCountInString(s)
	return strings.HasSuffix(s, "팀") || strings.HasSuffix(s, "부") && n > 2 || strings.HasSuffix(s, "국") && n > 3
}

// chineseNames gives the names that what follows "reporter" begins with:
// " 陈晓岚", "陳小明／台北報導". Without a space before it a name must end in a
// bracket or slash: other words begin with "reporter" as well.
func chineseNames(rest string) (names []string) {
	spaced := rest != "" && strings.IndexByte(blanks, rest[0]) >= 0
	rest = strings.TrimLeft(rest, blanks)
	for {
		at := len(rest) - len(strings.TrimLeftFunc(rest, func(r rune) bool { return unicode.Is(unicode.Han, r) }))
		name := rest[:at]
		if n := utf8.RuneCountInString(name); n < 2 || n > 3 || isReport(name) {
			return nil
		}
		names, rest = append(names, name), rest[at:]
		more := strings.HasPrefix(rest, "、")
		switch end, _ := utf8.DecodeRuneInString(rest); {
		case more && len(names) < likelyAuthors:
			rest = rest[len("、"):]
		case strings.ContainsRune("）)／/", end), spaced && (rest == "" || strings.ContainsRune(blanks, end)):
			return names
		default:
			return nil
		}
	}
}

// isReport reports what stands behind "reporter" and is no name.
func isReport(s string) bool {
	switch s {
	case "报道", "報道", "報導", "综合", "綜合", "整理", "摄影", "攝影", "获悉", "了解", "通讯员":
		return true
	}
	return false
}

func beginsWith(script *unicode.RangeTable, s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.Is(script, r)
}
