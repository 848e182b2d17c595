package segmenter

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

// span is a part of one of the walk's byte arenas.
type span struct{ from, to int }

// run is the text that is being collected, with its counts.
//
// Invariants:
//  1. The run's text is walk.text[start:]; it begins and ends with a visible
//     character and holds no two blanks in a row, of which a line end is one. In
//     pre it begins with its first line's indentation, and white space stays.
//  2. Tags and classes seen since the run began belong to it; they are
//     dropped when it ends without text.
type run struct {
	start      int
	count      counts
	tags       []string // inline tags, in document order
	classes    []string // of the inline tags
	links      []span   // in walk.aux
	linkSeen   bool     // the open link is counted
	inWord     bool
	ended      bool // behind a sentence end, closing quotes allowed
	wideEnded  bool
	space      bool // white space waits for the next visible character
	line       bool // it ends a line
	closed     bool // an inline element has ended since the last visible character
	seam       bool // and another has begun
	span       bool // one that has begun or ended is a span
	breaks     int  // <br> that wait for the next visible character or tag
	afterBreak bool // the run follows a double <br>
}

// counts are pb.TextStats while they are being taken.
type counts struct {
	words, chars, linkWords, linkChars, links, commas, sentenceEnds, digits, upper,
	quotes, separators, inlineTags, emphasisWords, breaks uint32
}

func (c *counts) stats(to *pb.TextStats, endsSentence bool) {
	to.Words, to.Chars, to.LinkWords, to.LinkChars = c.words, c.chars, c.linkWords, c.linkChars
	to.Links, to.Commas, to.SentenceEnds, to.Digits = c.links, c.commas, c.sentenceEnds, c.digits
	to.Upper, to.Quotes, to.Separators, to.InlineTags = c.upper, c.quotes, c.separators, c.inlineTags
	to.EmphasisWords, to.Breaks, to.EndsSentence = c.emphasisWords, c.breaks, endsSentence
}

// clear makes r ready for the next run, which begins at start.
func (r *run) clear(start int) {
	*r = run{start: start, tags: r.tags[:0], classes: r.classes[:0], links: r.links[:0]}
}

// addText appends a text node to the run.
func (w *walk) addText(s string) {
	if len(w.frames) == 0 || w.mute > 0 || w.full {
		return
	}
	table, pre := w.seg.runes, w.top().pre
	r := &w.run
	for i := 0; i < len(s); {
		flags, size := runeFlags(0), 1
		if c := s[i]; c < utf8.RuneSelf {
			flags = table[c]
		} else {
			var ch rune
			ch, size = utf8.DecodeRuneInString(s[i:])
			flags = table.of(ch)
		}
		switch {
		case flags&runeSpace != 0:
			r.space = true
			if pre {
				w.gap = append(w.gap, literal(s[i]))
			}
			i += size
		case flags&runeDrop != 0:
			i += size
		default:
			i += w.addWords(s[i:], pre)
			if len(w.text) > w.seg.cfg.MaxText {
				w.cut("text")
				w.full = true
				return
			}
		}
	}
}

// addWords appends the visible characters that s begins with, counts them, and
// gives their length in bytes. Outside of pre it goes on behind single blanks,
// which is what stands between most words: it appends them all in one piece.
func (w *walk) addWords(s string, pre bool) int {
	w.settle()
	r, table := &w.run, w.seg.runes
	r.space = r.space || (r.seam || r.span) && !pre && w.setApart(s)
	r.closed, r.seam, r.span = false, false, false
	w.addSpace()
	i, chars := 0, uint32(0)
	for i < len(s) {
		flags, size := runeFlags(0), 1
		if c := s[i]; c < utf8.RuneSelf {
			flags = table[c]
		} else {
			var ch rune
			ch, size = utf8.DecodeRuneInString(s[i:])
			flags = table.of(ch)
		}
		switch {
		case flags == runeWord && !r.ended: // most characters
			if !r.inWord {
				w.countWord()
				r.inWord = true
			}
			chars++
			for i += size; i < len(s) && s[i] < utf8.RuneSelf && table[s[i]] == runeWord; i++ {
				chars++
			}
			continue
		case flags&(runeSpace|runeDrop) == 0:
			w.countRune(flags)
			chars++
		case !pre && table.singleBlank(s[i:]) && len(w.text)+i <= w.seg.cfg.MaxText:
			w.endWord()
		default:
			return w.appendText(s[:i], chars)
		}
		i += size
	}
	return w.appendText(s[:i], chars)
}

// setApart reports whether an inline element ends with a word or a sentence where
// the next one begins with a capital, or with a letter that has none: a name and a
// label, a caption and its credit, set apart by style alone. At a span, which has
// no style of its own, a word is enough.
func (w *walk) setApart(s string) bool {
	before, _ := utf8.DecodeLastRune(w.text[w.run.start:])
	next, _ := utf8.DecodeRuneInString(s)
	switch {
	case unicode.IsUpper(next) && unicode.IsLower(before):
		return true
	case unicode.IsUpper(next) && unicode.IsDigit(before):
		return w.run.seam
	}
	return w.run.seam && w.run.ended && (unicode.IsUpper(next) || unicode.Is(unicode.Lo, next) && !word.Unspaced(next))
}

// singleBlank reports whether s begins with one blank that an ASCII character
// follows which is to be seen.
func (t *runeTable) singleBlank(s string) bool {
	return s[0] == ' ' && len(s) > 1 && s[1] < utf8.RuneSelf && t[s[1]]&(runeSpace|runeDrop) == 0
}

// appendText appends text with so many visible characters, and gives its length.
func (w *walk) appendText(text string, chars uint32) int {
	w.run.count.chars += chars
	if w.link.depth > 0 {
		w.run.count.linkChars += chars
	}
	w.text = append(w.text, text...)
	return len(text)
}

// countRune keeps the counts that depend on what came before.
func (w *walk) countRune(f runeFlags) {
	r := &w.run
	c := &r.count
	if f&runeWord != 0 {
		if !r.inWord || f&runeAlone != 0 {
			w.countWord()
		}
		r.inWord = f&runeAlone == 0
	} else {
		r.inWord = false
	}
	switch {
	case f&(runeEnd|runeWideEnd) != 0:
		r.ended = true
		r.wideEnded = r.wideEnded || f&runeWideEnd != 0
	case f&runeClosing == 0:
		if r.wideEnded {
			c.sentenceEnds++
		}
		r.ended, r.wideEnded = false, false
	}
	if f&^(runeWord|runeAlone) == 0 {
		return
	}
	c.digits += bit(f, runeDigit)
	c.upper += bit(f, runeUpper)
	c.commas += bit(f, runeComma)
	c.quotes += bit(f, runeQuote)
	c.separators += bit(f, runeSeparate)
}

func bit(f, flag runeFlags) uint32 {
	if f&flag != 0 {
		return 1
	}
	return 0
}

func (w *walk) countWord() {
	w.run.count.words++
	if w.link.depth > 0 {
		w.run.count.linkWords++
	}
	if w.emphasis > 0 {
		w.run.count.emphasisWords++
	}
}

// literal gives the white space that stands for one that begins with c: no-break
// spaces and their like indent code where an editor wrote it.
func literal(c byte) byte {
	if c == '\n' || c == '\t' {
		return c
	}
	return ' '
}

// addSpace writes the white space that waits before a visible character.
func (w *walk) addSpace() {
	r := &w.run
	begun := len(w.text) > r.start
	if begun && r.space {
		w.endWord()
	}
	switch {
	case len(w.gap) > 0:
		gap := w.gap
		if !begun {
			gap = gap[bytes.LastIndexByte(gap, '\n')+1:]
		}
		w.text = append(w.text, gap...)
		w.gap = w.gap[:0]
	case begun && r.line:
		w.text = append(w.text, '\n')
	case begun && r.space:
		w.text = append(w.text, ' ')
	}
	r.space, r.line = false, false
}

// endWord takes the white space behind a word, and maybe a sentence.
func (w *walk) endWord() {
	r := &w.run
	r.inWord = false
	if r.ended {
		r.count.sentenceEnds++
		r.ended, r.wideEnded = false, false
	}
}

// settle decides what the <br> before a visible character or inline tag were:
// one ends a line of the run, two or more end it. It also gives the run the
// link that it stands in.
func (w *walk) settle() {
	w.endAtBreaks()
	r := &w.run
	if w.link.depth > 0 && !r.linkSeen {
		r.linkSeen = true
		r.count.links++
		if len(r.links) < MaxLinks {
			if at, ok := w.absolute(w.link.href); ok {
				r.links = append(r.links, at)
			}
		}
	}
	if r.breaks == 1 {
		r.space, r.line = true, true
		r.breaks = 0
		if len(w.text) > r.start {
			r.count.breaks++
		}
	}
}

// endAtBreaks ends the run where two or more <br> wait. The next one keeps what
// waits of its indentation.
func (w *walk) endAtBreaks() {
	if w.run.breaks > 1 {
		gap := w.gap
		w.flush()
		w.gap, w.run.afterBreak = gap, true
	}
}

// addBreak takes a <br>.
func (w *walk) addBreak() {
	w.run.breaks++
	w.run.space = true
	if len(w.frames) > 0 && w.top().pre {
		w.gap = append(w.gap, '\n')
	}
}
