package classifier

import (
	"strings"
	"unicode"
	"unicode/utf8"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
	"golang.org/x/text/unicode/norm"
)

// cleanText gives the text of a paragraph with single spaces between words and
// without invisible characters, in Unicode's composed form (NFC). Where the kind
// has lines, their ends stay; in code also indentation, and the form in which it
// is written.
func cleanText(text string, kind pb.Paragraph_Kind) string {
	if kind == pb.Paragraph_CODE {
		return cleanCode(text)
	}
	if clean, composed := isClean(text); composed {
		return text
	} else if clean {
		return norm.NFC.String(text)
	}
	var b strings.Builder
	b.Grow(len(text))
	blank, lines := byte(0), hasLines(kind)
	for i, r := range text {
		switch {
		case lines && r == '\n':
			blank = '\n'
		case unicode.IsSpace(r):
			if blank == 0 {
				blank = ' '
			}
		case word.Invisible(r):
		default:
			if blank != 0 && b.Len() > 0 && !strays(text, i) {
				b.WriteByte(blank)
			}
			blank = 0
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// hasLines reports whether the ends of lines mean something in paragraphs of a
// kind: verses, results, answers. Paragraphs of other kinds are one line.
func hasLines(kind pb.Paragraph_Kind) bool {
	switch kind {
	case pb.Paragraph_PARAGRAPH, pb.Paragraph_LIST_ITEM, pb.Paragraph_QUOTE, pb.Paragraph_EMBED:
		return true
	}
	return false
}

// isClean reports whether cleanText would take nothing out, and whether text is
// also composed for sure. No branch of it depends on where words end, which the
// processor could not guess.
func isClean(text string) (clean, composed bool) {
	composed = true
	wrong := markBlank // what must not come next: at the beginning a blank
	for i := 0; i < len(text); {
		mark := marks[text[i]]
		if mark == markOther {
			r, size := utf8.DecodeRuneInString(text[i:])
			if r < utf8.RuneSelf || r == utf8.RuneError || unicode.IsSpace(r) || word.Invisible(r) {
				return false, false
			}
			composed, wrong = composed && staysComposed(r), 0
			i += size
			continue
		}
		if mark&wrong != 0 && (mark == markBlank || strays(text, i)) {
			return false, false
		}
		wrong = mark & markBlank * (markBlank | markStray) // both behind a blank, else neither
		i++
	}
	clean = wrong == 0 || text == ""
	return clean, clean && composed
}

// staysComposed reports whether r is known to be in Unicode's composed form and
// never to combine with the character before it, so that a text of such characters
// is in composed form. It knows Latin, Cyrillic, Kana, Han, Hangul and punctuation,
// and says no for other characters that have the same property.
func staysComposed(r rune) bool {
	switch {
	case r < 0x0300, r >= 0x0400 && r <= 0x0482, r >= 0x2010 && r <= 0x205E,
		r >= 0x3041 && r <= 0x3096, r >= 0x30A1 && r <= 0x30FA, r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3:
		return true
	}
	return false
}

// What isClean looks for, a bit each.
const (
	markBlank uint8 = 1 << iota
	markStray       // see strays
	markOther       // control characters, and what is not ASCII
)

// marks has the marks of each byte; most have none. It is never written to.
var marks = func() (table [256]uint8) {
	for c := range table {
		if c < ' ' || c >= 0x7F {
			table[c] = markOther
		}
	}
	table[' '], table[','], table['.'] = markBlank, markStray, markStray
	return table
}()

// strays reports whether the white space before text[i] is only how the page is
// written: before a comma that ends a link, and before the full stop at the
// end. No language puts a space there.
func strays(text string, i int) bool {
	switch {
	case i >= len(text):
		return false
	case text[i] == ',':
		return i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n'
	}
	return text[i] == '.' && i+1 == len(text) && i > 1 && text[i-2] != '.'
}

func cleanCode(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for line := range strings.Lines(text) {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		for _, r := range line {
			if r == '\t' || !word.Invisible(r) {
				b.WriteRune(r)
			}
		}
		b.WriteByte('\n')
	}
	return strings.Trim(b.String(), "\n")
}
