package metric

import (
	"strings"
	"unicode"

	"github.com/winnow-news/winnow/proto/word"
	"golang.org/x/text/unicode/norm"
)

// AsRead is a text as its reader sees it: in composed form (NFC) and without
// the invisible characters that cut a word in two for \w+ and for nobody else
// (soft hyphens, zero-width spaces, decomposed accents). White space stays.
func AsRead(text string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if word.Invisible(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text))
}
