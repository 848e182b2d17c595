package prose

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
)

// Voice speaks a language with the choices of one random stream. It remembers
// who is on stage, so that the same few people and places return throughout a
// text. It is not safe for concurrent use.
type Voice struct {
	lang *Language
	rand *chance.Rand
	cast [][]string // by symbol; none: as the grammar says
	// frames holds the sentence frames that are still to come before any of
	// them comes again, so that neighbours do not sound alike.
	frames []alternative
	buf    []byte
}

// NewVoice gives a voice that draws from rand.
func NewVoice(lang *Language, rand *chance.Rand) *Voice {
	return &Voice{lang: lang, rand: rand, cast: make([][]string, len(lang.rules))}
}

// Cast settles n expansions of a symbol; from now on the symbol expands to one
// of these.
func (v *Voice) Cast(symbol string, n int) []string {
	id := v.lang.symbol(symbol)
	v.cast[id] = nil
	names := make([]string, n)
	for i := range names {
		v.buf = v.buf[:0]
		v.expand(id)
		names[i] = string(v.buf)
	}
	v.cast[id] = names
	return names
}

// Bind makes a symbol expand to one of names from now on.
func (v *Voice) Bind(symbol string, names ...string) { v.cast[v.lang.symbol(symbol)] = names }

// Say expands a symbol; the first letter becomes a capital.
func (v *Voice) Say(symbol string) string {
	v.buf = v.buf[:0]
	v.expand(v.lang.symbol(symbol))
	v.capital(0)
	return string(v.buf)
}

// Paragraph gives n sentences.
func (v *Voice) Paragraph(n int) string {
	v.buf = v.buf[:0]
	for i := range n {
		if i > 0 && !v.lang.Joined {
			v.buf = append(v.buf, ' ')
		}
		start := len(v.buf)
		v.speak(v.frame())
		v.capital(start)
	}
	return string(v.buf)
}

// frame draws the next sentence frame.
func (v *Voice) frame() alternative {
	if len(v.frames) == 0 {
		v.frames = append(v.frames, v.lang.rules[v.lang.symbol("s")]...)
		chance.Shuffle(v.rand, v.frames)
	}
	last := len(v.frames) - 1
	next := v.frames[last]
	v.frames = v.frames[:last]
	return next
}

// capital makes the letter at start a capital.
func (v *Voice) capital(start int) {
	r, size := utf8.DecodeRune(v.buf[start:])
	if upper := unicode.ToUpper(r); upper != r && utf8.RuneLen(upper) == size {
		utf8.EncodeRune(v.buf[start:], upper)
	}
}

func (v *Voice) expand(id int) {
	if names := v.cast[id]; len(names) > 0 {
		v.buf = append(v.buf, chance.Pick(v.rand, names)...)
		return
	}
	v.speak(chance.Pick(v.rand, v.lang.rules[id]))
}

func (v *Voice) speak(alt alternative) {
	for _, p := range alt {
		switch {
		case p.symbol > 0:
			v.expand(p.symbol)
		case p.hi > 0:
			v.buf = strconv.AppendInt(v.buf, int64(v.rand.Between(p.lo, p.hi)), 10)
		default:
			v.buf = append(v.buf, p.literal...)
		}
	}
}
