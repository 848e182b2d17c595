package comparer

// Changed gives the pages of the window for which one of the three discrete
// facts (template, place_level, place_recurrence) of one of their blocks is not
// what it was when Changed was last called. Pages that are superseded are not
// among them; a page that has become live again is. Pages that have come since
// may be among them.
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
	pages []string
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

// settle brings the facts of all groups and places up to date and marks the
// entries that show one that has changed. Groups come first: whether a block
// is template is part of what its place is known for.
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
}

func (w *Window) settleGroup(g uint32) {
	s := &w.groups.standing[g]
	s.dirty = false
	if template := int(s.count) >= w.threshold; template != s.template {
		s.template = template
		w.flip(g, template)
	}
}

// flip tells the live entries that have a block of group g that it has become
// template, or is so no longer.
func (w *Window) flip(g uint32, template bool) {
	delta := -1
	if template {
		delta = 1
	}
	for i := range w.ring {
		e := &w.ring[i]
		if e.seq == 0 || !e.live() || !w.groups.pages.has(g, int(e.slot)) {
			continue
		}
		for _, b := range e.blocks {
			if b.group == g {
				e.changed = true
				w.places.flip(&e.spots[b.spot], delta)
			}
		}
	}
}

func (w *Window) settlePlace(at uint32) {
	p := &w.places.all[at]
	p.dirty = false
	var level int32
	var recurrence uint32
	if w.placesKnown && int(p.pages) >= w.cfg.PlacePages {
		level, recurrence = p.facts()
	}
	if level == p.level && recurrence == p.recurrence {
		return
	}
	p.level, p.recurrence = level, recurrence
	for i := range w.ring {
		e := &w.ring[i]
		if e.seq != 0 && e.live() && w.places.slots.has(at, int(e.slot)) && w.shows(e, at) {
			e.changed = true
		}
	}
}

// shows reports whether e, whose slot is among those of place at, has a block
// there. Only where two entries share a slot must that be looked up.
func (w *Window) shows(e *entry, at uint32) bool {
	if w.slots[e.slot] == 1 {
		return true
	}
	for i := range e.spots {
		if e.spots[i].place == at {
			return true
		}
	}
	return false
}
