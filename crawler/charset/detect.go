package charset

import (
	"bytes"
	"slices"
	"strings"
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

// candidate is an encoding that undeclared pages come in.
type candidate struct {
	label string
	// langs are the languages that are written in it.
	langs string
	// letters are those that its language cannot do without, and floor the least
	// share of them among the characters outside ASCII. Where two candidates
	// decode the same bytes the one that is farther above its floor wins. Without
	// letters it is one for pages that name their language.
	letters func(rune) bool
	floor   float64
	// others are letters that its language hardly has: a fifth of them is too many.
	others func(rune) bool
}

// Common Chinese characters and stops are rarer than letters. Of two that are as
// likely the first wins: all letters of Hebrew are small ones in windows-1251.
// Greek ones are, too, but for those with an accent.
var candidates = []candidate{
	{"shift_jis", "ja", kana, 0.2, nil},
	{"euc-jp", "ja", kana, 0.2, nil},
	// Chinese in EUC-KR is ideographs by half, and letters stand where EUC-JP has
	// its kana. Kana of EUC-JP, and its stops, stand where GB 18030 has them.
	{"euc-kr", "ko", hangul, 0.2, func(r rune) bool { return 'ㄱ' <= r && r <= 'ㆎ' || unicode.Is(unicode.Han, r) }},
	{"gb18030", "zh", commonHan, 0.04, kana},
	{"big5", "zh", commonHan, 0.04, nil},
	{"windows-1255", "he iw yi", func(r rune) bool { return 'א' <= r && r <= 'ת' }, 0.6, nil},
	{"windows-1256", "ar fa ur ps", func(r rune) bool { return unicode.Is(unicode.Arabic, r) }, 0.6, nil},
	{"windows-874", "th", func(r rune) bool { return unicode.Is(unicode.Thai, r) }, 0.9, nil},
	{"windows-1251", "ru uk be bg sr mk kk ky mn tg", func(r rune) bool { return 'а' <= r && r <= 'я' }, 0.6, nil},
	{"koi8-r", "ru uk bg", func(r rune) bool { return 'а' <= r && r <= 'я' }, 0.6, nil},
	{"windows-1253", "el", func(r rune) bool { return 'ά' <= r && r <= 'ώ' }, 0.6, nil},
	{"windows-1250", "cs sk pl hu sl hr bs sr ro sq", nil, 0, nil},
	{"windows-1254", "tr az", nil, 0, nil},
	{"windows-1257", "et lt lv", nil, 0, nil},
	{"windows-1258", "vi", nil, 0, nil},
}

func kana(r rune) bool   { return 'ぁ' <= r && r <= 'ヶ' }
func hangul(r rune) bool { return '가' <= r && r <= '힣' }

func commonHan(r rune) bool {
	return r == '的' || r == '，' || r == '。' || r == '、' || r == '一' || r == '是'
}

// of reports whether the candidate is one for a language.
func (c *candidate) of(lang string) bool {
	return lang != "" && slices.Contains(strings.Fields(c.langs), lang)
}

// detect gives the most likely encoding of text that is not UTF-8, of those of
// its language where the page names one of theirs: windows-1252 unless another
// explains the bytes clearly better.
func detect(body []byte) string {
	head := body[:min(len(body), detectBytes)]
	lang := language(head)
	named := slices.ContainsFunc(candidates, func(c candidate) bool { return c.of(lang) })
	best, top := "windows-1252", 0.0
	for _, c := range candidates {
		if named != c.of(lang) || !named && c.letters == nil {
			continue
		}
		enc, name := charset.Lookup(c.label)
		text, err := enc.NewDecoder().Bytes(head)
		if err != nil {
			continue
		}
		letters, others, high, bad := c.count(text)
		if high == 0 || bad*50 > high || others*5 > high {
			continue
		}
		if named && top == 0 && (best == "windows-1252" || c.letters == nil) {
			best = name // unless the letters of another tell
		}
		if share := float64(letters) / float64(high); c.letters != nil && share >= c.floor && share/c.floor > top {
			best, top = name, share/c.floor
		}
	}
	if best == "windows-1252" && central(head) {
		best = "windows-1250"
	}
	if best == "windows-1250" && latin2(head) {
		return "iso-8859-2"
	}
	return best
}

// central reports text in whose words signs stand when it is read as
// windows-1252, "g³os", where the encodings of Central Europe have letters.
func central(text []byte) bool {
	signs, high := 0, 0
	for i, c := range text {
		if c < utf8.RuneSelf {
			continue
		}
		high++
		if i > 0 && i+1 < len(text) && isLetter(text[i-1]) && isLetter(text[i+1]) && bytes.IndexByte([]byte("\xb1\xb3\xb6\xb9\xbc\xbe\xbf"), c) >= 0 {
			signs++
		}
	}
	return signs >= 3 && 50*signs >= high
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// latin2 reports text that is in ISO-8859-2 rather than in windows-1250, which is
// the same but for some letters: those of the one are signs in the other, and
// stand behind a letter here; those of the other are controls here, and absent.
func latin2(text []byte) bool {
	found := false
	for i, c := range text {
		switch {
		case 0x80 <= c && c < 0xa0:
			return false
		case i > 0 && (isLetter(text[i-1]) || text[i-1] >= 0xa0):
			found = found || bytes.IndexByte([]byte("\xb1\xb6\xb9\xbc\xbe\xa9\xae"), c) >= 0 // ąśšźžŠŽ
		}
	}
	return found
}

// count counts the characters outside ASCII: all of them, the replaced ones and
// controls, those that the language hardly has, and the letters that follow another
// one. In Latin text accented letters
// stand alone between ASCII letters, in other scripts they come in words.
func (c *candidate) count(text []byte) (letters, others, high, bad int) {
	before := false
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		i += n
		if r < utf8.RuneSelf {
			before = false
			continue
		}
		if r == utf8.RuneError || r < 0xa0 {
			bad++
		} else if before && c.letters != nil && c.letters(r) {
			letters++
		}
		if c.others != nil && c.others(r) {
			others++
		}
		before = true
		high++
	}
	return letters, others, high, bad
}
