// Package word says what a word is, for all who count or compare words: a
// maximal run of letters, digits and marks, lower-cased; in scripts that do not
// put spaces between words (Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar)
// each character is a word.
package word

import (
	"iter"
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"
)

// Unspaced reports whether r belongs to a script that is written without
// spaces between words.
func Unspaced(r rune) bool {
	switch {
	case r < firstUnspaced:
		return false
	case r <= 0x0EFF: // Thai, Lao
		return true
	case r >= 0x1000 && r <= 0x109F, r >= 0x1780 && r <= 0x17FF: // Myanmar, Khmer
		return true
	case r >= 0x3040 && r <= 0x30FF: // Hiragana, Katakana
		return true
	case r >= 0x3400 && r <= 0x9FFF, r >= 0xF900 && r <= 0xFAFF: // Han
		return true
	case r >= 0x20000 && r <= 0x3FFFF:
		return true
	}
	return false
}

// Effective converts a text's number of words to what it would be in a script
// with spaces. chars is the number of the text's characters. In an unspaced
// script, where words are hardly longer than a character, a character counts as
// 0.6 of a word.
func Effective(words, chars uint32) float32 {
	if chars < 2*words {
		return 0.6 * float32(chars)
	}
	return float32(words)
}

// IsWord reports whether r is part of a word.
func IsWord(r rune) bool {
	if r := uint32(r); r < basicPlane {
		return words[r/64]>>(r%64)&1 != 0
	}
	return isWord(r)
}

func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// isAlone reports whether r, which is part of a word, is one by itself.
func isAlone(r rune) bool {
	if r < firstUnspaced {
		return false
	}
	if r := uint32(r); r < basicPlane {
		return alone[r/64]>>(r%64)&1 != 0
	}
	return Unspaced(r) && !unicode.IsMark(r)
}

// firstUnspaced is the first character of a script without spaces.
const firstUnspaced = 0x0E00

// basicPlane is the number of characters of Unicode's basic multilingual plane.
const basicPlane = 1 << 16

// words has a bit for each character of the basic plane that is part of a word.
// It is never written to.
var words = func() (bits [basicPlane / 64]uint64) {
	for _, t := range []*unicode.RangeTable{unicode.Letter, unicode.Digit, unicode.Mark} {
		for _, span := range t.R16 {
			for r := rune(span.Lo); r <= rune(span.Hi); r += rune(span.Stride) {
				bits[r/64] |= 1 << (r % 64)
			}
		}
	}
	return bits
}()

// alone has a bit for each character of the basic plane that is a word by itself.
// It is never written to.
var alone = func() (bits [basicPlane / 64]uint64) {
	for r := rune(firstUnspaced); r < basicPlane; r++ {
		if isWord(r) && Unspaced(r) && !unicode.IsMark(r) {
			bits[r/64] |= 1 << (r % 64)
		}
	}
	return bits
}()

// lower gives the lower case of r, which is part of a word.
func lower(r rune) rune {
	switch {
	case uint32(r) < tabled:
		return rune(lowerOf[r])
	case r < 0x10A0, r >= 0x2E80 && r < 0xA640, r >= 0xAC00 && r < 0xD800: // Arabic to Burmese, Chinese, Japanese, Korean
		return r
	}
	return unicode.ToLower(r)
}

// Spans iterates over the words of text as byte offsets [start, end), case as
// it stands.
func Spans(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		start := -1
		for i, r := range text {
			switch {
			case !IsWord(r):
				if start >= 0 && !yield(start, i) {
					return
				}
				start = -1
			case isAlone(r):
				if start >= 0 && !yield(start, i) {
					return
				}
				start = -1
				if !yield(i, i+utf8.RuneLen(r)) {
					return
				}
			case start < 0:
				start = i
			}
		}
		if start >= 0 {
			yield(start, len(text))
		}
	}
}

// Count is the number of words of text.
func Count(text string) (n int) {
	inside := 0 // 1 within a word
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			word := 0
			if asciiLower[c] != 0 {
				word = 1
			}
			n += word &^ inside // no branch depends on where words begin
			inside = word
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case !IsWord(r):
			inside = 0
		case isAlone(r):
			n++
			inside = 0
		case inside == 0:
			n++
			inside = 1
		}
	}
	return n
}

// Hashes appends the hash of each lower-cased word of text to dst, in order,
// and returns it. The lower 32 bits serve as the word's short hash.
func Hashes(dst []uint64, text string) []uint64 {
	var buf [64]byte
	w := buf[:0] // the word so far, in lower case
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			end, upper := asciiWord(text, i)
			switch {
			case end < len(text) && text[end] >= utf8.RuneSelf, len(w) > 0, upper:
				w = appendLower(w, text[i:end])
			case end > i:
				dst = append(dst, xxh3.HashString(text[i:end]))
			}
			if i = end; i < len(text) && text[i] >= utf8.RuneSelf {
				continue // the word may go on
			}
			if len(w) > 0 {
				dst, w = append(dst, xxh3.Hash(w)), w[:0]
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		isWord := IsWord(r)
		alone := isWord && isAlone(r)
		if (alone || !isWord) && len(w) > 0 {
			dst, w = append(dst, xxh3.Hash(w)), w[:0]
		}
		if isWord {
			w = utf8.AppendRune(w, lower(r))
		}
		if alone {
			dst, w = append(dst, xxh3.Hash(w)), w[:0]
		}
	}
	if len(w) > 0 {
		dst = append(dst, xxh3.Hash(w))
	}
	return dst
}

// asciiWord gives where the letters and digits of ASCII end that begin at i, and
// whether any of them is a capital.
func asciiWord(text string, i int) (end int, upper bool) {
	changed := uint8(0)
	for ; i < len(text) && asciiLower[text[i]] != 0; i++ {
		changed |= asciiLower[text[i]] ^ text[i]
	}
	return i, changed != 0
}

func appendLower(w []byte, ascii string) []byte {
	for i := range len(ascii) {
		w = append(w, asciiLower[ascii[i]])
	}
	return w
}

// tabled is the number of characters that lowerOf knows: Latin, Greek, Cyrillic,
// Armenian and Hebrew ones.
const tabled = 0x0600

// lowerOf has the lower case of each character that is part of a word, 0 for the
// others. It is never written to.
var lowerOf = func() (table [tabled]uint16) {
	for r := range rune(tabled) {
		if IsWord(r) {
			table[r] = uint16(unicode.ToLower(r))
		}
	}
	return table
}()

// asciiLower has the lower case of each letter and digit of ASCII, 0 for the other
// bytes. It is never written to.
var asciiLower = func() (table [256]uint8) {
	for c := range utf8.RuneSelf {
		table[c] = uint8(lowerOf[c])
	}
	return table
}()
