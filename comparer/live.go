package comparer

import "slices"

// elect makes the newest entry of an article live and the others not.
// fresh is the entry that has just come, if one has.
func (w *Window) elect(article string, fresh *entry) {
	var newest, live *entry
	for i := range w.ring {
		e := &w.ring[i]
		if e.seq == 0 || e.article != article {
			continue
		}
		if e.live() {
			live = e
		}
		if newest == nil || e.newer(newest) {
			newest = e
		}
	}
	if newest == live {
		return
	}
	if live != nil {
		w.retire(live)
	}
	w.admit(newest)
	newest.changed = newest != fresh
}

// admit makes e live.
func (w *Window) admit(e *entry) {
	slot := w.slotFor(e.content)
	if w.slots[slot]++; w.slots[slot] == 1 {
		w.n++
	}
	e.slot, w.content[slot] = int32(slot), e.content
	w.homes.count(e, 1)
	w.fill(e)
	for i := range e.spots {
		w.places.enter(&e.spots[i])
	}
}

// fill notes the groups and places of e on the page in its slot.
func (w *Window) fill(e *entry) {
	slot := int(e.slot)
	for _, b := range e.blocks {
		if b.group != none {
			w.groups.setPage(b.group, slot)
		}
	}
	for i := range e.spots {
		w.places.setPage(e.spots[i].place, slot)
	}
}

// show notes that an article shows the content of e, or, with -1, that e leaves.
// It is counted once, however many of its versions do, and while one is in the
// window: an address that has shown a wall tells that others' are walls when it
// shows something else.
func (w *Window) show(e *entry, by int) {
	for i := range w.ring {
		if f := &w.ring[i]; f != e && f.seq != 0 && f.content == e.content && f.article == e.article {
			return
		}
	}
	if w.shown[e.content] += by; w.shown[e.content] == 0 {
		delete(w.shown, e.content)
	}
}

// slotFor gives the slot of the live entries with a content key, or a free one.
func (w *Window) slotFor(content uint64) int {
	for i := range w.ring {
		if e := &w.ring[i]; e.seq != 0 && e.live() && e.content == content {
			return int(e.slot)
		}
	}
	return slices.Index(w.slots, 0)
}

// retire makes e not live. Its slot is emptied; what other entries share it
// then fill it again.
func (w *Window) retire(e *entry) {
	slot := int(e.slot)
	w.homes.count(e, -1)
	for i := range e.spots {
		w.places.leave(&e.spots[i])
	}
	w.inSlot(slot, func(e *entry) {
		for _, b := range e.blocks {
			if b.group != none {
				w.groups.clearPage(b.group, slot)
			}
		}
		for i := range e.spots {
			w.places.clearPage(e.spots[i].place, slot)
		}
	})
	e.slot = notLive
	if w.slots[slot]--; w.slots[slot] == 0 {
		w.n--
		w.recurs[slot] = false
		return
	}
	w.inSlot(slot, w.fill)
}

// inSlot calls f for each live entry in slot.
func (w *Window) inSlot(slot int, f func(*entry)) {
	for i := range w.ring {
		if e := &w.ring[i]; e.seq != 0 && e.slot == int32(slot) {
			f(e)
		}
	}
}
