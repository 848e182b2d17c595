package classifier

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/winnow-news/winnow/proto/word"
	"golang.org/x/text/unicode/norm"
)

// cleanText gives text with single spaces between words and without invisible
// characters, in Unicode's composed form (NFC). In code, line ends and indentation
// stay, and the form in which it is written.
func cleanText(text string, code bool) string {
	if code {
		return cleanCode(text)
	}
	if isClean(text) {
		return norm.NFC.String(text)
	}
	var b strings.Builder
	b.Grow(len(text))
	space := false
	for i, r := range text {
		switch {
		case unicode.IsSpace(r):
			space = b.Len() > 0
		case word.Invisible(r):
		default:
			if space && !strays(text, i) {
				b.WriteByte(' ')
			}
			space = false
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// isClean reports whether cleanText would take nothing out.
func isClean(text string) bool {
	space := true
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case ' ' < c && c < 0x7F:
			i++
		case c == ' ':
			if space || strays(text, i+1) {
				return false
			}
			space = true
			i++
			continue
		case c < utf8.RuneSelf:
			return false
		default:
			r, size := utf8.DecodeRuneInString(text[i:])
			if r == utf8.RuneError || unicode.IsSpace(r) || word.Invisible(r) {
				return false
			}
			i += size
		}
		space = false
	}
	return !space || text == ""
}

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
