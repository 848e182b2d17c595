package score

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spaceless holds the scripts that put no spaces between words; there every
// letter counts as a word.
var spaceless = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// tokens yields the maximal runs of word characters of text, case kept.
func tokens(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i, r := range text {
			if isWord(r) {
				if start < 0 {
					start = i
				}
				continue
			}
			if start >= 0 && !yield(text[start:i]) {
				return
			}
			start = -1
		}
		if start >= 0 {
			yield(text[start:])
		}
	}
}

// words yields the lower-cased tokens of text, cut into single letters where
// the script has no spaces.
func words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for token := range tokens(strings.ToLower(text)) {
			if !yieldWords(token, yield) {
				return
			}
		}
	}
}

func yieldWords(token string, yield func(string) bool) bool {
	start := 0
	for i, r := range token {
		if r < 0x0E00 || !unicode.In(r, spaceless...) {
			continue
		}
		if start < i && !yield(token[start:i]) {
			return false
		}
		start = i + utf8.RuneLen(r)
		if !yield(token[i:start]) {
			return false
		}
	}
	return start == len(token) || yield(token[start:])
}

// isWord reports whether Python's \w matches r.
func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}
