package judge

import (
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

const (
	// From this similarity on a block is the page's headline.
	headlineLikeness = 0.75
	// A headline has at most so many words.
	longestHeadline = 40
	// HeadlineWithin: the headline stands before, or among the first of, so many paragraphs
	// of content.
	HeadlineWithin = 3
)

// Titles compares texts with what the page says its title is.
type Titles struct {
	known [][]uint64 // sorted word hashes of each distinct title
	html  []uint64   // of the title element, which may name the site too
	buf   []uint64
}

func newTitles(m *pb.Metadata) *Titles {
	t := &Titles{html: sortedWords(nil, m.GetHtmlTitle())}
	for _, s := range []string{m.GetTitle(), m.GetOgTitle(), m.GetHeadline()} {
		w := sortedWords(nil, s)
		if len(w) > 0 && !slices.ContainsFunc(t.known, func(k []uint64) bool { return slices.Equal(k, w) }) {
			t.known = append(t.known, w)
		}
	}
	return t
}

// Likeness is how similar text is to the closest title, 0..1: the Dice
// coefficient of the bags of words; for the title element, which often names
// site and section too, the share of text that is in it, if text has at least
// 4 words.
func (t *Titles) Likeness(text string) float64 {
	t.buf = sortedWords(t.buf[:0], text)
	w := t.buf
	if len(w) == 0 {
		return 0
	}
	best := 0.0
	for _, k := range t.known {
		best = max(best, 2*float64(common(w, k))/float64(len(w)+len(k)))
	}
	if len(w) >= 4 && 2*len(w) >= len(t.html) {
		best = max(best, float64(common(w, t.html))/float64(len(w)))
	}
	return best
}

// SayHeadline reports whether a block is as like a title as a headline is, and
// as short.
func (t *Titles) SayHeadline(b *pb.Block) bool {
	words := b.GetStats().GetWords()
	return words <= longestHeadline && t.mayBeLike(words) && t.Likeness(b.GetText()) >= headlineLikeness
}

// mayBeLike reports whether a text of so many words can be as like a title as
// a headline is: it must be about as long.
func (t *Titles) mayBeLike(words uint32) bool {
	n := float64(words)
	if words >= 4 && 2*int(words) >= len(t.html) {
		return true
	}
	for _, k := range t.known {
		if shorter := min(n, float64(len(k))); 2*shorter >= headlineLikeness*(n+float64(len(k))) {
			return true
		}
	}
	return false
}

func sortedWords(dst []uint64, text string) []uint64 {
	dst = word.Hashes(dst, text)
	slices.Sort(dst)
	return dst
}

// common is the size of the intersection of two sorted bags.
func common(a, b []uint64) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n, a, b = n+1, a[1:], b[1:]
		}
	}
	return n
}
