package comparer

import (
	"cmp"
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// The home of a site is the element in which the text of its articles stands,
// known by its place: of all containers that hold HomeShare of the probable
// content, on the mean over the window's pages, and stand on HomeShare of these
// pages, the one with the fewest blocks. What stands outside of it on a page
// that has it is likely to be something else, however much it reads like an
// article; no page can tell that alone.

// leastHome is the share of a page's probable content, one in so many, below
// which a container holds nothing to speak of.
const leastHome = 10

// isContainer reports whether an element may be a home: it is not the body, has
// a place, and neither holds a piece of text nor orders pieces, for a home p
// would leave out each heading between paragraphs.
func isContainer(e *pb.Element) bool {
	switch e.GetTag() {
	case "p", "li", "ul", "ol", "dl", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre",
		"figure", "figcaption", "table", "thead", "tbody", "tfoot", "tr":
		return false
	}
	return e.GetParent() >= 0 && e.GetPlace() != 0
}

// subtree is what an element holds: the blocks first … end-1, and so many of
// the page's probable words.
type subtree struct {
	first, end, words int
}

// containers gives the containers of a page that hold a good part of its
// probable content, elements at one place together, in document order.
func (d *draft) containers() []*pb.Container {
	elements := d.page.GetElements()
	if len(elements) == 0 {
		return nil
	}
	trees, total := d.subtrees(elements)
	if total < hardlyAny {
		return nil
	}
	var found []*pb.Container
	at := make(map[uint64]int)
	each := func(visit func(e *pb.Element, t subtree)) {
		for i, e := range elements {
			if trees[i].end > 0 && isContainer(e) {
				visit(e, trees[i])
			}
		}
	}
	words := make(map[uint64]int)
	each(func(e *pb.Element, t subtree) { words[e.GetPlace()] += t.words })
	each(func(e *pb.Element, t subtree) {
		place := e.GetPlace()
		if words[place]*leastHome < total {
			return
		}
		k, ok := at[place]
		if !ok {
			k = len(found)
			at[place] = k
			share := min(255, divRound(int64(255*words[place]), int64(total))) // more where one place is within itself
			found = append(found, &pb.Container{Place: place, Share: uint32(share)})
		}
		found[k].Spans = appendSpan(found[k].Spans, uint32(t.first), uint32(t.end))
	})
	return found
}

// appendSpan appends the blocks first … end-1, as part of the last span where
// they go on with it.
func appendSpan(spans []uint32, first, end uint32) []uint32 {
	if n := len(spans); n > 0 && first <= spans[n-1] {
		spans[n-1] = max(spans[n-1], end)
		return spans
	}
	return append(spans, first, end)
}

// subtrees gives what each element holds, and the number of probable words on
// the page.
func (d *draft) subtrees(elements []*pb.Element) (trees []subtree, total int) {
	trees = make([]subtree, len(elements))
	for i, b := range d.page.GetBlocks() {
		e := b.GetElement()
		if e < 0 || int(e) >= len(elements) {
			continue
		}
		words := 0
		if d.record.Cold[i] >= probably {
			words = len(d.sigs[i].words())
		}
		trees[e].add(subtree{i, i + 1, words})
		total += words
	}
	for i := len(elements) - 1; i >= 0; i-- {
		if p := elements[i].GetParent(); p >= 0 && int(p) < i { // an element stands behind its parent
			trees[p].add(trees[i])
		}
	}
	return trees, total
}

func (t *subtree) add(u subtree) {
	switch {
	case u.end == 0:
		return
	case t.end == 0:
		*t = u
		return
	}
	t.first, t.end, t.words = min(t.first, u.first), max(t.end, u.end), t.words+u.words
}

// homeTable counts the containers of the live entries.
//
// Invariant: each candidate's numbers are the sums over the live entries'
// containers at its place; pages is the number of live entries that have any.
type homeTable struct {
	candidates map[uint64]candidate
	pages      int
	dirty      bool
	home       uint64 // as it was last settled; 0: not known
}

type candidate struct {
	pages         int
	share, blocks int
}

func newHomeTable() homeTable { return homeTable{candidates: make(map[uint64]candidate)} }

// count adds the containers of an entry by times, which is 1 or -1.
func (t *homeTable) count(e *entry, by int) {
	if len(e.containers) == 0 {
		return
	}
	t.pages += by
	t.dirty = true
	for _, c := range e.containers {
		k := t.candidates[c.GetPlace()]
		k.pages += by
		k.share += by * int(c.GetShare())
		for i := 0; i < len(c.GetSpans()); i += 2 {
			k.blocks += by * int(c.GetSpans()[i+1]-c.GetSpans()[i])
		}
		if k.pages == 0 {
			delete(t.candidates, c.GetPlace())
		} else {
			t.candidates[c.GetPlace()] = k
		}
	}
}

// elect gives the place of the home, 0 while there is none.
func (t *homeTable) elect(cfg *Config) uint64 {
	if t.pages < cfg.MinWindow {
		return 0
	}
	var home uint64
	var best candidate
	least := cfg.HomeShare*float64(t.pages) - slack
	for place, k := range t.candidates {
		if float64(k.pages) < least || float64(k.share) < 255*least {
			continue
		}
		if home == 0 || cmp.Or(cmp.Compare(k.blocks, best.blocks), cmp.Compare(place, home)) < 0 {
			home, best = place, k
		}
	}
	return home
}

// settleHome brings the home up to date and marks the live entries for which
// that changes whether a block stands outside of it.
func (w *Window) settleHome() {
	if !w.homes.dirty {
		return
	}
	w.homes.dirty = false
	was := w.homes.home
	w.homes.home = w.homes.elect(&w.cfg)
	if was == w.homes.home {
		return
	}
	for i := range w.ring {
		if e := &w.ring[i]; e.seq != 0 && e.live() && !e.changed {
			e.changed = e.homesDiffer(was, w.homes.home)
		}
	}
}

func (e *entry) homesDiffer(a, b uint64) bool {
	in, at := e.spansOf(a), e.spansOf(b)
	if slices.Equal(in, at) {
		return false
	}
	for i := range e.blocks {
		if outside(in, i) != outside(at, i) {
			return true
		}
	}
	return false
}

// spansOf gives the blocks of the entry that stand in the home, as pairs of
// first and end; none when the entry does not have it.
func (e *entry) spansOf(home uint64) []uint32 {
	if home == 0 {
		return nil
	}
	for _, c := range e.containers {
		if c.GetPlace() == home {
			return c.GetSpans()
		}
	}
	return nil
}

// outside reports whether block i stands in none of spans, of which there are
// some.
func outside(spans []uint32, i int) bool {
	for k := 0; k < len(spans); k += 2 {
		if int(spans[k]) <= i && i < int(spans[k+1]) {
			return false
		}
	}
	return len(spans) > 0
}
