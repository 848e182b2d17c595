package comparer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// settleFresh does what follows from having appended items: it deletes the
// pages that they pushed out of the window, publishes the items and publishes
// again the earlier pages that they changed. An error that it returns concerns
// all items, because each may have caused what failed.
//
// Deleting comes first because only now the window is known to be the newest:
// a page that left it and comes again will be stored anew. Another worker may
// have done so already; what is deleted is the revision of the record that left.
//
// If a record was pushed out of which it is not known that its effects are
// complete, its page cannot be recognised any more when it is delivered again,
// and what it owes would be forgotten: these items take it over. That happens
// where a worker has gone for good since it appended the record, by a crash or
// in peace: nobody has heard that its last record is done.
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
	maps.Copy(st.leaving, left.stored)
	if err := s.expel(ctx, st); err != nil {
		return err
	}
	if left.owed {
		return s.round(ctx, st, own)
	}
	s.each(items, func(it *item) error { return s.publish(ctx, st, it.page, false) })
	changed = slices.DeleteFunc(changed, func(id string) bool { return own[id] != nil })
	err := s.all(ctx, len(changed), func(ctx context.Context, i int) error {
		if err := s.judgeAgain(ctx, st, changed[i], true); !hopeless(err) {
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, it := range items {
		w.byPage[it.page.GetPageId()].done = it.err == nil
	}
	return nil
}

// settleKnown sees to pages that the journal held already, although this
// process knows nothing of their completion: the worker that appended them may
// have died before it had published them and what they changed. What they
// changed can no longer be told, but it lies in the window.
func (s *Stage) settleKnown(ctx context.Context, st *siteState, items []*item) error {
	if len(items) == 0 {
		return nil
	}
	if err := s.expel(ctx, st); err != nil {
		return err
	}
	if err := s.catchUp(ctx, st); err != nil {
		return err
	}
	owed := false
	var returned []*item
	known := make(map[string]*pb.SegmentedPage, len(items))
	for _, it := range items {
		e, err := st.window.entryOf(it.page.GetPageId())
		if err != nil { // it has left since: the journal will take it again
			it.err = err
			continue
		}
		known[it.page.GetPageId()] = it.page
		owed = owed || !st.window.isDone(e)
		returned = append(returned, it)
	}
	if owed {
		if err := s.round(ctx, st, known); err != nil {
			return err
		}
	}
	s.giveAgain(ctx, st, returned)
	return nil
}

// giveAgain publishes those pages of the window, as they came and as the window
// now sees them, that were fetched again, and those that are not stored any more:
// whoever held them has lost its data, and what was said of them may have been
// lost with it. A page that does not fit its record, because it is cut otherwise
// today, changes nothing.
func (s *Stage) giveAgain(ctx context.Context, st *siteState, items []*item) {
	s.each(items, func(it *item) error {
		_, err := s.pages.Segmented(ctx, st.token, it.page.GetPageId())
		lost := errors.Is(err, fs.ErrNotExist)
		switch {
		case err != nil && !lost:
			return fmt.Errorf("look for page %s: %w", it.page.GetPageId(), err)
		case !lost && !st.window.byPage[it.page.GetPageId()].before(it.page):
			return nil
		}
		err = s.publish(ctx, st, it.page, false)
		switch {
		case hopeless(err):
			return nil
		case err != nil || !lost:
			return err
		}
		_, err = s.put(ctx, it.page)
		return err
	})
}

// round publishes all pages of the window, superseded ones too, as they now
// stand. That repeats whatever is owed by any record up to the head, so
// afterwards all of them count as done: a crash costs its site one round,
// however many pages are delivered again. Until it is complete nothing counts
// as done, for what a record owes may be any page of the round. given are the
// pages that have just been delivered; they serve where the stored ones are
// missing.
func (s *Stage) round(ctx context.Context, st *siteState, given map[string]*pb.SegmentedPage) error {
	w := st.window
	var entries []*entry
	for seq := w.tail(); seq <= w.Head(); seq++ {
		if e := w.at(seq); e.seq != 0 {
			entries = append(entries, e)
		}
	}
	lost := make([]bool, len(entries))
	err := s.all(ctx, len(entries), func(ctx context.Context, i int) error {
		id := entries[i].page
		err := s.publishKnown(ctx, st, id, given[id])
		lost[i] = errors.Is(err, fs.ErrNotExist)
		if hopeless(err) {
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	for i, e := range entries {
		e.done = !lost[i]
	}
	return nil
}

// publishKnown publishes a page of the window. given is the page where it has
// just been delivered, else nil; it is stored if it is not.
func (s *Stage) publishKnown(ctx context.Context, st *siteState, pageID string, given *pb.SegmentedPage) error {
	err := s.judgeAgain(ctx, st, pageID, given == nil)
	if given == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := s.put(ctx, given); err != nil {
		return err
	}
	return s.publish(ctx, st, given, false)
}

// judgeAgain publishes a stored page as the window now sees it. rejudged: a
// later page has caused it.
func (s *Stage) judgeAgain(ctx context.Context, st *siteState, pageID string, rejudged bool) error {
	page, err := s.pages.Segmented(ctx, st.token, pageID)
	if err != nil {
		return fmt.Errorf("load page %s: %w", pageID, err)
	}
	return s.publish(ctx, st, page, rejudged)
}

// hopeless reports whether a page cannot be judged again: it is not stored any
// more, because a faster worker has seen it leave the window, or it was stored
// anew, cut otherwise, and does not fit its record.
func hopeless(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrPage)
}

func (s *Stage) publish(ctx context.Context, st *siteState, page *pb.SegmentedPage, rejudged bool) error {
	scored, err := st.score(page)
	if err != nil {
		return fmt.Errorf("score page %s: %w", page.GetPageId(), err)
	}
	scored.Rejudged = rejudged
	return s.send(ctx, scored)
}

func (s *Stage) send(ctx context.Context, scored *pb.ScoredPage) error {
	if err := s.out.PublishScored(ctx, scored); err != nil {
		return fmt.Errorf("publish page %s: %w", scored.GetPage().GetPageId(), err)
	}
	return nil
}

// expel deletes the pages that the site's window has lost through this process.
// Those that could not be deleted stay in leaving, for the next try.
func (s *Stage) expel(ctx context.Context, st *siteState) error {
	err := s.delete(ctx, st, st.leaving)
	if err == nil {
		clear(st.leaving)
	}
	return err
}

func (s *Stage) delete(ctx context.Context, st *siteState, revisions map[string]uint64) error {
	if len(revisions) == 0 {
		return nil
	}
	if err := s.pages.DeleteSegmented(ctx, st.token, revisions); err != nil {
		return fmt.Errorf("delete %d pages that are in no window of %s: %w", len(revisions), st.token, err)
	}
	return nil
}
