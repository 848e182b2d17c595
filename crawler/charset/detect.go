package charset

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// sampleBytes is how much of a document is looked at to tell binary from
// text; detectBytes, to tell encodings apart.
const (
	sampleBytes = 1024
	detectBytes = 32 << 10
)

// binary reports whether the head of a document holds more control bytes than
// any text.
func binary(body []byte) bool {
	head := body[:min(len(body), sampleBytes)]
	n := 0
	for _, c := range head {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b {
			n++
		}
	}
	return n*20 > len(head)
}

// bareUTF16 gives the label of UTF-16 without a byte order mark: markup in it
// has NUL in every other byte, and text in the bytes between.
func bareUTF16(body []byte) string {
	head := body[:min(len(body), sampleBytes)&^1]
	var half [2][]byte
	var nul [2]int
	for i, c := range head {
		half[i&1] = append(half[i&1], c)
		if c == 0 {
			nul[i&1]++
		}
	}
	switch n := len(half[0]); {
	case n < 2:
		return ""
	case nul[1]*10 > n*7 && nul[0] == 0 && !binary(half[0]):
		return "utf-16le"
	case nul[0]*10 > n*7 && nul[1] == 0 && !binary(half[1]):
		return "utf-16be"
	}
	return ""
}

// mostlyUTF8 reports whether body is UTF-8 with a few damaged places: no other
// encoding yields so many well-formed sequences by chance.
func mostlyUTF8(body []byte) bool {
	good, bad := 0, 0
	for i := 0; i < len(body); {
		if body[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(body[i:])
		if r == utf8.RuneError && n == 1 {
			bad++
		} else {
			good++
		}
		i += n
	}
	return good >= 10*bad
}

// candidates are the encodings that undeclared pages come in, each with the
// letters that its language cannot do without. Where two decode the same bytes
// the one with the higher share of such letters wins.
var candidates = []struct {
	label   string
	letters func(rune) bool
}{
	{"shift_jis", kana},
	{"euc-jp", kana},
	{"euc-kr", func(r rune) bool { return unicode.Is(unicode.Hangul, r) }},
	{"gb18030", func(r rune) bool {
		return r == '的' || r == '，' || r == '。' || r == '、' || r == '一' || r == '是'
	}},
	{"big5", func(r rune) bool {
		return r == '的' || r == '，' || r == '。' || r == '、' || r == '一' || r == '是'
	}},
	{"windows-1251", func(r rune) bool { return 'а' <= r && r <= 'я' }},
	{"koi8-r", func(r rune) bool { return 'а' <= r && r <= 'я' }},
	{"windows-1253", func(r rune) bool { return 'α' <= r && r <= 'ω' }},
}

func kana(r rune) bool { return 'ぁ' <= r && r <= 'ん' }

// floor is the least share of such letters among the characters outside
// ASCII; common Chinese characters and stops are rarer than letters.
func floor(label string) float64 {
	switch label {
	case "gb18030", "big5":
		return 0.04
	case "windows-1251", "koi8-r", "windows-1253":
		return 0.6
	}
	return 0.2
}

// detect gives the most likely encoding of text that is not UTF-8:
// windows-1252 unless another explains the bytes clearly better.
func detect(body []byte) string {
	head := body[:min(len(body), detectBytes)]
	best, top := "windows-1252", 0.0
	for _, c := range candidates {
		enc, name := charset.Lookup(c.label)
		text, err := enc.NewDecoder().Bytes(head)
		if err != nil {
			continue
		}
		letters, high, bad := count(text, c.letters)
		share := float64(letters) / float64(max(high, 1))
		if high == 0 || bad*50 > high || share < floor(c.label) {
			continue
		}
		if ratio := share / floor(c.label); ratio > top {
			best, top = name, ratio
		}
	}
	return best
}

// count counts the characters outside ASCII: all of them, the replaced ones,
// and the letters that follow another one. In Latin text accented letters
// stand alone between ASCII letters, in other scripts they come in words.
func count(text []byte, is func(rune) bool) (letters, high, bad int) {
	before := false
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		i += n
		if r < utf8.RuneSelf {
			before = false
			continue
		}
		if r == utf8.RuneError {
			bad++
		} else if before && is(r) {
			letters++
		}
		before = true
		high++
	}
	return letters, high, bad
}
