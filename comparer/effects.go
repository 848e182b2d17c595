package comparer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// settleFresh does what follows from having appended items: it publishes them,
// publishes again the earlier pages that they changed, and deletes the pages
// that they pushed out of the window. An error that it returns concerns all
// items, because each may have caused what failed.
//
// If a record was pushed out of which this process does not know that its
// effects are complete, its page cannot be recognised any more when it is
// delivered again, and what it owes would be forgotten: these items take it
// over. While one process works on a site that does not happen; where several
// do, each sees to a round of the window about once in W pages.
func (s *Stage) settleFresh(ctx context.Context, st *siteState, items []*item) error {
	if len(items) == 0 {
		return nil
	}
	w := st.window
	changed, left := w.Changed(), w.departed()
	own := make(map[string]*pb.SegmentedPage, len(items))
	for _, it := range items {
		own[it.page.GetPageId()] = it.page
	}
	if left.owed {
		if err := s.round(ctx, st, own); err != nil {
			return err
		}
		return s.delete(ctx, st, left.pages)
	}
	for _, it := range items {
		it.err = s.publish(ctx, st, it.page, false)
	}
	for _, id := range changed {
		if own[id] != nil {
			continue
		}
		if err := s.judgeAgain(ctx, st, id); err != nil {
			return err
		}
	}
	for _, it := range items {
		w.byPage[it.page.GetPageId()].done = it.err == nil
	}
	return s.delete(ctx, st, left.pages)
}

// settleKnown sees to pages that the journal held already, although this
// process knows nothing of their completion: the worker that appended them may
// have died before it had published them and what they changed. What they
// changed can no longer be told, but it lies in the window.
func (s *Stage) settleKnown(ctx context.Context, st *siteState, items []*item) error {
	if len(items) == 0 {
		return nil
	}
	if err := s.catchUp(ctx, st); err != nil {
		return err
	}
	owed := false
	known := make(map[string]*pb.SegmentedPage, len(items))
	for _, it := range items {
		e, err := st.window.entryOf(it.page.GetPageId())
		if err != nil { // it has left since: the journal will take it again
			it.err = err
			continue
		}
		known[it.page.GetPageId()] = it.page
		owed = owed || !e.done
	}
	if !owed {
		return nil
	}
	return s.round(ctx, st, known)
}

// round publishes all pages of the window, superseded ones too, as they now
// stand. That repeats whatever is owed by any record up to the head, so
// afterwards all of them count as done: a crash costs its site one round,
// however many pages are delivered again. given are the pages that have just
// been delivered.
func (s *Stage) round(ctx context.Context, st *siteState, given map[string]*pb.SegmentedPage) error {
	w := st.window
	for seq := w.tail(); seq <= w.Head(); seq++ {
		e := w.at(seq)
		if e.seq == 0 {
			continue
		}
		if err := s.repeat(ctx, st, e.page, given[e.page]); err != nil {
			return err
		}
	}
	for i := range w.ring {
		w.ring[i].done = w.ring[i].seq != 0
	}
	return nil
}

// repeat publishes a page of the window again. given is the page if it has just
// been delivered; it serves where the stored one is missing.
func (s *Stage) repeat(ctx context.Context, st *siteState, pageID string, given *pb.SegmentedPage) error {
	if given == nil {
		return s.judgeAgain(ctx, st, pageID)
	}
	page, err := s.pages.Segmented(ctx, st.token, pageID)
	if errors.Is(err, fs.ErrNotExist) {
		page, err = given, s.pages.PutSegmented(ctx, given)
	}
	if err != nil {
		return fmt.Errorf("load page %s: %w", pageID, err)
	}
	if err := s.publish(ctx, st, page, false); !errors.Is(err, ErrPage) {
		return err
	}
	return nil
}

// judgeAgain publishes a stored page as the window now sees it. A page that is
// not stored any more has left the window of a faster worker, and one that was
// stored anew, cut otherwise, does not fit its record: neither can be judged.
func (s *Stage) judgeAgain(ctx context.Context, st *siteState, pageID string) error {
	page, err := s.pages.Segmented(ctx, st.token, pageID)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("load page %s: %w", pageID, err)
	}
	if err := s.publish(ctx, st, page, true); !errors.Is(err, ErrPage) {
		return err
	}
	return nil
}

func (s *Stage) publish(ctx context.Context, st *siteState, page *pb.SegmentedPage, rejudged bool) error {
	scored, err := st.window.Score(page)
	if err != nil {
		return fmt.Errorf("score page %s: %w", page.GetPageId(), err)
	}
	scored.Rejudged = rejudged
	if err := s.out.PublishScored(ctx, scored); err != nil {
		return fmt.Errorf("publish page %s: %w", page.GetPageId(), err)
	}
	return nil
}

func (s *Stage) delete(ctx context.Context, st *siteState, pageIDs []string) error {
	if len(pageIDs) == 0 {
		return nil
	}
	if err := s.pages.DeleteSegmented(ctx, st.token, pageIDs...); err != nil {
		return fmt.Errorf("delete %d pages that are in no window of %s: %w", len(pageIDs), st.token, err)
	}
	return nil
}
