package comparer

import "slices"

// Changed gives the pages of the window for which one of the discrete facts
// (template, place_level and outside of their blocks, recurring and undated) is
// not what it was when Changed was last called. Pages that are superseded are
// not among them; a page that has become live again is. Pages that have come
// since may be among them.
func (w *Window) Changed() []string {
	w.settle()
	var pages []string
	for seq := w.tail(); seq <= w.head; seq++ {
		e := w.at(seq)
		if e.seq != 0 && e.live() && e.changed {
			pages = append(pages, e.page)
		}
		e.changed = false
	}
	return pages
}

// departure is what has left a window since it was last asked.
type departure struct {
	// stored are the revisions of their pages, by page_id.
	stored map[string]uint64
	// owed: the effects of one of their records are not known to be complete.
	owed bool
}

func (w *Window) departed() departure {
	left := w.left
	w.left = departure{}
	return left
}

// tail is the first position of the window.
func (w *Window) tail() uint64 {
	if w.head < uint64(w.cfg.Window) {
		return 1
	}
	return w.head - uint64(w.cfg.Window) + 1
}

// settle brings the facts of all groups, places and slots and the home up to
// date, and marks the entries that show one that has changed.
//
// Only what was touched is looked at, and everything when N has moved the
// threshold: the counts of all groups stand side by side, and to scan them
// costs microseconds.
func (w *Window) settle() {
	threshold, known := never, w.n >= w.cfg.MinWindow
	if known {
		threshold = w.Threshold()
	}
	if threshold != w.threshold {
		w.threshold = threshold
		for g := range w.groups.standing {
			w.settleGroup(uint32(g))
		}
	}
	for _, g := range w.groups.dirty {
		w.settleGroup(g)
	}
	w.groups.dirty = w.groups.dirty[:0]

	if known != w.placesKnown {
		w.placesKnown = known
		for p := range w.places.all {
			w.settlePlace(uint32(p))
		}
	}
	for _, p := range w.places.dirty {
		w.settlePlace(p)
	}
	w.places.dirty = w.places.dirty[:0]

	w.settleHome()
	w.settleDates()
	for slot, n := range w.slots {
		if recurs := n > 0 && w.shown[w.content[slot]] >= w.cfg.WallPages; recurs != w.recurs[slot] {
			w.recurs[slot] = recurs
			w.inSlot(slot, func(e *entry) { e.changed = true })
		}
	}
}

func (w *Window) settleGroup(g uint32) {
	s := &w.groups.standing[g]
	s.dirty = false
	template := int(s.count) >= w.threshold
	if template == s.template {
		return
	}
	s.template = template
	w.mark(&w.groups.pages, g, func(e *entry) bool {
		return slices.ContainsFunc(e.blocks, func(b blockRef) bool {
			return b.group == g && w.askedTemplate(b, w.places.all[e.spots[b.spot].place].level)
		})
	})
}

func (w *Window) settlePlace(at uint32) {
	p := &w.places.all[at]
	p.dirty = false
	var level int32
	if w.placesKnown && int(p.pages) >= w.cfg.PlacePages {
		level = p.mean()
	}
	if level == p.level {
		return
	}
	most := max(p.level, level)
	p.level = level
	w.mark(&w.places.slots, at, func(e *entry) bool {
		return slices.ContainsFunc(e.blocks, func(b blockRef) bool {
			return e.spots[b.spot].place == at && w.asked(b, most)
		})
	})
}

// mark notes that a fact has changed of the live entries that show it. They are
// among those in the slots of set.
func (w *Window) mark(slots *bitsets, set uint32, shows func(*entry) bool) {
	for i := range w.ring {
		e := &w.ring[i]
		if e.seq != 0 && e.live() && !e.changed && slots.has(set, int(e.slot)) && shows(e) {
			e.changed = true
		}
	}
}
