package comparer

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// check verifies the invariants that Window, groupTable, placeTable and index
// list, from scratch.
func (w *Window) check() error {
	for _, f := range []func() error{w.checkRing, w.checkSlots, w.checkGroups, w.checkNeighbours, w.checkIndex, w.checkPlaces, w.checkHome, w.checkDates} {
		if err := f(); err != nil {
			return fmt.Errorf("at %d: %w", w.head, err)
		}
	}
	return nil
}

func (w *Window) entries() (all []*entry) {
	for seq := w.tail(); seq <= w.head; seq++ {
		if e := w.at(seq); e.seq == seq {
			all = append(all, e)
		}
	}
	return all
}

func (w *Window) checkRing() error {
	used := 0
	for i := range w.ring {
		if e := &w.ring[i]; e.seq != 0 {
			used++
			if e.seq < w.tail() || e.seq > w.head || w.at(e.seq) != e || w.byPage[e.page] != e {
				return fmt.Errorf("entry %d (%s) is out of place", e.seq, e.page)
			}
		}
	}
	if used != len(w.byPage) || used > w.cfg.Window {
		return fmt.Errorf("%d entries, %d by page", used, len(w.byPage))
	}
	return nil
}

func (w *Window) checkSlots() error {
	newest := map[string]*entry{}
	for _, e := range w.entries() {
		if n := newest[e.article]; n == nil || e.newer(n) {
			newest[e.article] = e
		}
	}
	slots, refs := map[uint64]int32{}, make([]uint16, len(w.slots))
	shown := map[uint64]map[string]bool{}
	for _, e := range w.entries() {
		if shown[e.content] == nil {
			shown[e.content] = map[string]bool{}
		}
		shown[e.content][e.article] = true
		if e.live() != (newest[e.article] == e) {
			return fmt.Errorf("entry %d live: %v", e.seq, e.live())
		}
		if !e.live() {
			continue
		}
		refs[e.slot]++
		if s, ok := slots[e.content]; ok && s != e.slot {
			return fmt.Errorf("content %x has slots %d and %d", e.content, s, e.slot)
		}
		slots[e.content] = e.slot
	}
	w.settle()
	recurs := make([]bool, len(w.slots))
	for content, slot := range slots {
		recurs[slot] = len(shown[content]) >= w.cfg.WallPages
	}
	if !slices.Equal(recurs, w.recurs) || len(shown) != len(w.shown) {
		return fmt.Errorf("slots that recur %v, want %v; %d contents, want %d", w.recurs, recurs, len(w.shown), len(shown))
	}
	if !slices.Equal(refs, w.slots) || len(slots) != w.n {
		return fmt.Errorf("slots %v, want %v; N %d, want %d", w.slots, refs, w.n, len(slots))
	}
	return nil
}

func (w *Window) checkDates() error {
	w.settle()
	here := uint64(0)
	for _, e := range w.entries() {
		if e.dateline == pb.Dateline_DATELINE_SHOWN {
			here++
		}
	}
	shown := w.dates.dated >= uint64(w.cfg.MinWindow) && float64(w.dates.dated) >= w.cfg.DatedShare*float64(w.head)
	if w.dates.dated < here || w.dates.dated > w.head || w.dates.shown != shown {
		return fmt.Errorf("dates %+v, %d of them in the window", w.dates, here)
	}
	return nil
}

func (w *Window) checkGroups() error {
	t := &w.groups
	refs, carrier := map[uint32]uint32{}, map[uint32]uint64{}
	pages := newBitsets(len(w.slots))
	for range t.all {
		pages.grow()
	}
	for _, e := range w.entries() {
		for _, b := range e.blocks {
			if b.group == none {
				continue
			}
			refs[b.group]++
			if e.live() {
				pages.set(b.group, int(e.slot))
			}
		}
		for _, g := range e.carried {
			carrier[g] = max(carrier[g], e.seq)
		}
	}
	inUse := 0
	for i := range t.all {
		g, me := uint32(i), &t.all[i]
		if me.refs != refs[g] || me.carrier != carrier[g] || !slices.Equal(pages.of(g), t.pages.of(g)) {
			return fmt.Errorf("group %x: refs %d want %d, carrier %d want %d, or pages", me.key, me.refs, refs[g], me.carrier, carrier[g])
		}
		if (me.key == 0) != slices.Contains(t.free, g) {
			return fmt.Errorf("group number %d: key %x and the free list disagree", g, me.key)
		}
		if me.key == 0 {
			continue
		}
		inUse++
		if me.refs == 0 && me.carrier == 0 || t.ids[me.key] != g {
			return fmt.Errorf("group %x is not needed", me.key)
		}
		if me.sig.known() {
			if key, _ := me.sig.fingerprint(nil); key != me.key {
				return fmt.Errorf("group %x has the signature of %x", me.key, key)
			}
		}
		if w.skipped == 0 && !me.sig.known() {
			return fmt.Errorf("group %x has no signature", me.key)
		}
		if me.refs > 0 && me.carrier == 0 && me.sig.known() && !slices.Contains(w.orphans, g) {
			return fmt.Errorf("group %x has no carrier", me.key)
		}
	}
	if inUse != len(t.ids) {
		return fmt.Errorf("%d groups, %d keys", inUse, len(t.ids))
	}
	return nil
}

func (w *Window) checkNeighbours() error {
	t := &w.groups
	edges := 0
	for i := range t.all {
		g, me := uint32(i), &t.all[i]
		union := slices.Clone(t.pages.of(g))
		var want []uint32
		for j := range t.all {
			other := &t.all[j]
			if i == j || !me.sig.known() || !other.sig.known() || t.sim.of(&me.sig, &other.sig) <= t.sim.epsilon {
				continue
			}
			want = append(want, uint32(j))
			for k, p := range t.pages.of(uint32(j)) {
				union[k] |= p
			}
		}
		near := slices.Sorted(slices.Values(me.near))
		if !slices.Equal(near, want) {
			return fmt.Errorf("group %x: neighbours %v, want %v", me.key, near, want)
		}
		if n := size(union); !slices.Equal(union, t.union.of(g)) || n != int(t.standing[g].count) {
			return fmt.Errorf("group %x: count %d, want %d", me.key, t.standing[g].count, n)
		}
		edges += len(near)
	}
	if edges != 2*t.edges {
		return fmt.Errorf("%d edges, counted %d", edges, 2*t.edges)
	}
	return nil
}

// size counts the members of a set.
func size(set []uint64) (n int) {
	for _, x := range set {
		n += bits.OnesCount64(x)
	}
	return n
}

func (w *Window) checkIndex() error {
	x, used, postings := &w.groups.index, 0, 0
	for b := range x.heads {
		for at := x.heads[b]; at != none; at = x.words[at].next {
			word := x.words[at]
			used++
			postings += len(word.posts)
			if int(x.bucket(word.word)) != b || len(word.posts) == 0 {
				return fmt.Errorf("word %x is in bucket %d with %d postings", word.word, b, len(word.posts))
			}
			for _, p := range word.posts {
				words := w.groups.all[p.group].sig.words()
				if int(p.size) != len(words) || int(p.at) >= w.groups.sim.prefix(len(words)) || words[p.at] != word.word {
					return fmt.Errorf("posting %v of word %x is wrong", p, word.word)
				}
			}
		}
	}
	want := 0
	for i := range w.groups.all {
		if s := &w.groups.all[i].sig; s.known() {
			want += w.groups.sim.prefix(int(s.nWords))
		}
	}
	if postings != want || postings != x.postings || used != x.used || used > len(x.heads) {
		return fmt.Errorf("%d postings, counted %d, want %d; %d words, counted %d, of %d", postings, x.postings, want, used, x.used, len(x.heads))
	}
	return nil
}

// checkHome looks for the home among the containers of all live entries.
func (w *Window) checkHome() error {
	w.settle()
	shares, blocks, on := map[uint64]float64{}, map[uint64]int{}, map[uint64]int{}
	pages := 0
	for _, e := range w.entries() {
		if !e.live() || len(e.containers) == 0 {
			continue
		}
		pages++
		for _, c := range e.containers {
			on[c.Place]++
			shares[c.Place] += float64(c.Share) / 255
			for i := range e.blocks {
				if !outside(c.Spans, i) {
					blocks[c.Place]++
				}
			}
		}
	}
	var home uint64
	for place := range shares {
		if pages < w.cfg.MinWindow || shares[place] < w.cfg.HomeShare*float64(pages)-1e-6 || float64(on[place]) < w.cfg.HomeShare*float64(pages)-1e-6 {
			continue
		}
		if home == 0 || blocks[place] < blocks[home] || blocks[place] == blocks[home] && place < home {
			home = place
		}
	}
	if home != w.homes.home || pages != w.homes.pages || len(shares) != len(w.homes.candidates) {
		return fmt.Errorf("home %x of %d containers on %d pages, want %x of %d on %d", w.homes.home, len(w.homes.candidates), w.homes.pages, home, len(shares), pages)
	}
	return nil
}

// checkPlaces recomputes each place's facts from the settled groups.
func (w *Window) checkPlaces() error {
	w.settle()
	type want struct {
		slots         map[int32]bool
		blocks, spots uint32
		sum           int64
	}
	places := map[uint32]*want{}
	for _, e := range w.entries() {
		for _, s := range e.spots {
			p := places[s.place]
			if p == nil {
				p = &want{slots: map[int32]bool{}}
				places[s.place] = p
			}
			p.spots++
			if !e.live() {
				continue
			}
			p.slots[e.slot] = true
			for _, b := range e.blocks {
				if e.spots[b.spot].place != s.place {
					continue
				}
				p.blocks++
				p.sum += int64(w.logits[b.cold])
			}
		}
	}
	if len(places) != len(w.places.ids) {
		return fmt.Errorf("%d places, want %d", len(w.places.ids), len(places))
	}
	for at, want := range places {
		p := &w.places.all[at]
		if int(p.pages) != len(want.slots) || p.pages != uint32(size(w.places.slots.of(at))) ||
			p.blocks != want.blocks || p.sum != want.sum || p.refs != want.spots {
			return fmt.Errorf("place %x: %+v, want %+v", p.hash, *p, *want)
		}
		level := 0.0
		if w.n >= w.cfg.MinWindow && len(want.slots) >= w.cfg.PlacePages {
			level = min(max(math.Round(float64(want.sum)/float64(want.blocks)/logitUnits), -mostLevel), mostLevel)
		}
		if float64(p.level) != level {
			return fmt.Errorf("place %x: level %d, want %v", p.hash, p.level, level)
		}
	}
	return nil
}
