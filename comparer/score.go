package comparer

import (
	"fmt"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Score gives the evidence that the window holds for the blocks of a page that
// is in it. A superseded page is counted as the newest version of its article,
// but it is no wall because that one is.
func (w *Window) Score(page *pb.SegmentedPage) (*pb.ScoredPage, error) {
	e, err := w.entryOf(page.GetPageId())
	if err != nil {
		return nil, err
	}
	if len(e.blocks) != len(page.GetBlocks()) {
		return nil, fmt.Errorf("page %s has %d blocks, its record %d: %w", e.page, len(page.GetBlocks()), len(e.blocks), ErrPage)
	}
	w.settle()
	scores := make([]pb.BlockScore, len(e.blocks))
	scored := &pb.ScoredPage{
		Page:      page,
		Position:  w.head,
		Window:    uint32(w.n),
		Threshold: uint32(w.Threshold()),
		Scores:    make([]*pb.BlockScore, len(e.blocks)),
	}
	slot := w.slotOf(e)
	scored.Recurring = slot != notLive && w.recurs[slot] && w.content[slot] == e.content
	scored.Undated = e.undated(w.dates.shown)
	home := e.spansOf(w.homes.home)
	for i, b := range e.blocks {
		scored.Scores[i] = &scores[i]
		w.score(&scores[i], b, &e.spots[b.spot], slot)
		scores[i].Outside = outside(home, i)
	}
	return scored, nil
}

// slotOf is the slot of the newest version of e's article.
func (w *Window) slotOf(e *entry) int {
	for i := range w.ring {
		if f := &w.ring[i]; f.seq != 0 && f.live() && f.article == e.article {
			return int(f.slot)
		}
	}
	return notLive // cannot be: one version of each article is live
}

func (w *Window) score(s *pb.BlockScore, b blockRef, at *spot, slot int) {
	s.Cold = float32(b.cold) / 255
	p := &w.places.all[at.place]
	s.PlacePages = p.pages
	if w.asked(b, p.level) {
		s.PlaceLevel = p.level
	}
	if b.group == none {
		return
	}
	s.Group = w.groups.all[b.group].key
	s.SimilarPages = uint32(w.similar(b.group, slot))
	s.Template = int(s.SimilarPages) >= w.threshold && w.askedTemplate(b, p.level)
}

// asked reports whether it counts of what level the place of b is.
func (w *Window) asked(b blockRef, level int32) bool {
	return level > 0 || float64(b.cold) >= 255*w.cfg.LeastCold
}

// askedTemplate reports whether it counts that b is template.
func (w *Window) askedTemplate(b blockRef, level int32) bool { return b.near || w.asked(b, level) }

// similar is |S_i| of a block of group g on the page in slot, which counts
// whether or not the version of it that is live has the block.
func (w *Window) similar(g uint32, slot int) int {
	n := int(w.groups.standing[g].count)
	if slot != notLive && !w.groups.union.has(g, slot) {
		n++
	}
	return n
}
