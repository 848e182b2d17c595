package comparer

import "math"

// place is a position in the site's template: all blocks whose path of tags
// and classes is the same.
type place struct {
	hash uint64
	// refs counts the entries of the window with a block here, live or not.
	refs uint32
	// stamp is the entry in which the place was last met, spot its number
	// there: scratch space of the fold.
	stamp uint64
	spot  uint32

	pages     uint32 // distinct pages with a block here
	blocks    uint32 // live blocks here
	sum       int64  // of their cold logits, in logitUnits
	entries   uint32 // live entries with a compared block here
	recurring uint32 // of these, those on which most of them are template

	level      int32  // as it was last settled, like recurrence
	recurrence uint32 // quarters
	dirty      bool
}

// spot is what one entry of the window has at one place.
type spot struct {
	place    uint32
	blocks   uint32
	compared uint32 // blocks with words
	template uint32 // of these, those that are template; kept while live
	sum      int32  // of the blocks' cold logits, in logitUnits
}

// recurs reports whether the block at the spot is template. Where a page has
// several blocks at one place, most of those that are compared decide: a
// newsletter box between the paragraphs does not make the paragraphs recur.
func (s *spot) recurs() bool { return 2*s.template > s.compared }

// placeTable holds the places of a window.
//
// Invariant: pages, blocks, sum, entries and recurring are the sums over the
// live entries' spots, and the sets in slots are their slots.
type placeTable struct {
	ids   map[uint64]uint32
	all   []place
	slots bitsets
	free  []uint32
	dirty []uint32
}

func newPlaceTable(cfg Config) placeTable {
	return placeTable{ids: make(map[uint64]uint32), slots: newBitsets(cfg.Window + 1)}
}

// intern gives the place with the given hash, made if need be.
func (t *placeTable) intern(hash uint64) uint32 {
	if p, ok := t.ids[hash]; ok {
		return p
	}
	var p uint32
	if n := len(t.free); n > 0 {
		p, t.free = t.free[n-1], t.free[:n-1]
	} else {
		p = uint32(len(t.all))
		t.all = append(t.all, place{})
		t.slots.grow()
	}
	t.ids[hash] = p
	t.all[p] = place{hash: hash}
	return p
}

// release takes one entry's reference from place p.
func (t *placeTable) release(p uint32) {
	me := &t.all[p]
	if me.refs--; me.refs > 0 {
		return
	}
	delete(t.ids, me.hash)
	*me = place{}
	t.free = append(t.free, p)
}

// enter adds a live entry's spot to its place.
func (t *placeTable) enter(s *spot, slot int) {
	p := &t.all[s.place]
	if t.slots.set(s.place, slot) {
		p.pages++
	}
	p.blocks += s.blocks
	p.sum += int64(s.sum)
	if s.compared > 0 {
		p.entries++
	}
	if s.recurs() {
		p.recurring++
	}
	t.touch(s.place)
}

// leave is the reverse of enter, but for the slot, which clearPage empties.
func (t *placeTable) leave(s *spot) {
	p := &t.all[s.place]
	p.blocks -= s.blocks
	p.sum -= int64(s.sum)
	if s.compared > 0 {
		p.entries--
	}
	if s.recurs() {
		p.recurring--
	}
	t.touch(s.place)
}

func (t *placeTable) setPage(p uint32, slot int) {
	if t.slots.set(p, slot) {
		t.all[p].pages++
	}
}

func (t *placeTable) clearPage(p uint32, slot int) {
	if t.slots.clear(p, slot) {
		t.all[p].pages--
	}
}

// flip notes that the template count of a live spot has changed by delta.
func (t *placeTable) flip(s *spot, delta int) {
	before := s.recurs()
	s.template += uint32(delta)
	if after := s.recurs(); after != before {
		if after {
			t.all[s.place].recurring++
		} else {
			t.all[s.place].recurring--
		}
		t.touch(s.place)
	}
}

func (t *placeTable) touch(p uint32) {
	if me := &t.all[p]; !me.dirty {
		me.dirty = true
		t.dirty = append(t.dirty, p)
	}
}

// facts gives the two facts of a place that is known.
func (p *place) facts() (level int32, recurrence uint32) {
	if p.blocks > 0 {
		level = int32(divRound(4*p.sum, int64(p.blocks)*logitUnits))
	}
	if p.entries > 0 {
		recurrence = uint32(divRound(4*int64(p.recurring), int64(p.entries)))
	}
	return level, recurrence
}

// divRound is a/b rounded to the nearest whole number, half away from zero;
// b is positive.
func divRound(a, b int64) int64 {
	if a < 0 {
		return -((-2*a + b) / (2 * b))
	}
	return (2*a + b) / (2 * b)
}

// logitUnits is how many units of the integer logits make one logit: sums of
// integers are exact, whatever the order.
const logitUnits = 1024

// logits gives the logit, in logitUnits and within ±6 logits, of each cold
// score as records hold it.
func logits() (table [256]int32) {
	const limit = 6.0
	for i := range table {
		p := float64(i) / 255
		l := limit
		if i < 255 {
			l = math.Log(p / (1 - p))
		}
		table[i] = int32(math.Round(logitUnits * max(-limit, min(limit, l))))
	}
	return table
}
