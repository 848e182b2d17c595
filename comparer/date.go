package comparer

import pb "github.com/winnow-news/winnow/proto/winnowv1"

// Sites that publish news show on each piece when it came out; what stands
// there for good, such as a town's pages on its schools, does not, though it
// declares itself an article with a date like everything else. No page can tell
// that alone: many sites show no dates. So a page without a dateline is no news
// where others show theirs.
//
// A first crawl takes the news first and what stands for good last, more of it
// than a window holds. So not the window's dates are counted but those of all
// records that the site's journal has ever had: each record carries the number
// up to itself, and a worker that begins with the last window knows it, too.

// dateTable is what is known of a site's dates.
type dateTable struct {
	dated uint64 // records that show a date, up to the head
	shown bool   // the site's articles show dates, as last settled
}

// count gives the records of pages that are about to be appended together their
// numbers of dates. It depends on the head: after a conflict it is done again.
func (t *dateTable) count(drafts []*draft) {
	dated := t.dated
	for _, d := range drafts {
		if d.record.GetDateline() == pb.Dateline_DATELINE_SHOWN {
			dated++
		}
		d.record.Dated = dated
	}
}

// fold takes the number of the record at position head. Whatever a record says,
// it never falls, counts the record itself and is no more than there are.
func (t *dateTable) fold(rec *pb.JournalRecord, head uint64) {
	if rec.GetDateline() == pb.Dateline_DATELINE_SHOWN {
		t.dated++
	}
	t.dated = max(t.dated, min(rec.GetDated(), head))
}

// settleDates brings up to date whether the site's articles show dates, and
// marks the live entries for which that matters.
func (w *Window) settleDates() {
	t := &w.dates
	shown := t.dated >= uint64(w.cfg.MinWindow) && float64(t.dated) >= w.cfg.DatedShare*float64(w.head)-slack
	if shown == t.shown {
		return
	}
	t.shown = shown
	for i := range w.ring {
		if e := &w.ring[i]; e.seq != 0 && e.live() && e.undated(true) {
			e.changed = true
		}
	}
}

// undated reports whether an entry shows no date and ought to, on a site whose
// articles show theirs or do not.
func (e *entry) undated(shown bool) bool {
	return shown && e.dateline == pb.Dateline_DATELINE_ABSENT
}
