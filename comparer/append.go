package comparer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// load reads the site's journal if its window is not in memory, and sweeps if
// that is due: at first, and again when the window has gone through once.
func (s *Stage) load(ctx context.Context, st *siteState) error {
	due := func() bool { return !st.swept || st.window.Head()-st.sweptAt >= uint64(s.cfg.Window) }
	fresh := st.window == nil
	if fresh {
		st.window = NewWindow(s.cfg)
	}
	if !fresh && !due() {
		return nil
	}
	// What others have appended since is in no old window, and is not to be
	// swept away.
	if err := s.catchUp(ctx, st); err != nil {
		if fresh {
			st.window = nil // what is known of the site waits for the next try
		}
		return err
	}
	if !due() {
		return nil
	}
	if err := s.sweep(ctx, st); err != nil {
		return err
	}
	st.swept, st.sweptAt = true, st.window.Head()
	return nil
}

// catchUp folds what other workers have appended. The pages that they changed
// and the pages that left are theirs to see to.
func (s *Stage) catchUp(ctx context.Context, st *siteState) error {
	w := st.window
	entries, err := s.behind(ctx, st)
	if err != nil {
		return err
	}
	if err := w.Fold(entries); err != nil {
		st.forget()
		return fmt.Errorf("fold journal of %s: %w", st.token, err)
	}
	if n := len(entries); n > 0 {
		st.last = entries[n-1].Sum()
	}
	if st.givenUp.Seq > 0 {
		st.recall(entries)
	}
	w.Changed()
	w.departed()
	return nil
}

// behind reads the entries behind the window's head. It reads the entry at the
// window's head as well: if that is not the one that was folded there, the site
// was removed and has begun again, the store has forgotten its last moments, or
// the journal has gone on by more than it keeps, and the window is emptied.
func (s *Stage) behind(ctx context.Context, st *siteState) ([]journal.Entry, error) {
	if at := st.head(); at.Seq > 0 {
		entries, err := s.journal.Read(ctx, st.token, at.Seq-1)
		if err != nil {
			return nil, err
		}
		if len(entries) > 0 && entries[0].Seq == at.Seq && entries[0].Sum() == at.Sum {
			return entries[1:], nil
		}
		st.forget()
	}
	return s.journal.Read(ctx, st.token, 0)
}

// append appends the records of items and folds them. It gives the items that
// were appended, fresh, those that the journal held already, known, and, with
// an error, the others.
func (s *Stage) append(ctx context.Context, st *siteState, items []*item) (fresh, known, rest []*item, err error) {
	pause := s.cfg.Backoff
	for attempt := 1; ; attempt++ {
		// An append succeeds only behind the head that is folded, so what the
		// window does not hold the journal does not hold either.
		again, others := split(items, st.window.Holds)
		if known, items = append(known, again...), others; len(items) == 0 {
			return nil, known, nil, nil
		}
		switch err := s.tryAppend(ctx, st, items); {
		case err == nil:
			return items, known, nil, nil
		case !errors.Is(err, journal.ErrConflict):
			return nil, known, items, err
		case attempt == s.cfg.Attempts:
			return nil, known, items, fmt.Errorf("append to journal of %s: %w after %d attempts", st.token, ErrContended, attempt)
		}
		if err := s.giveWay(ctx, st, items, attempt, &pause); err != nil {
			return nil, known, items, err
		}
	}
}

// giveWay folds what a faster worker has appended; from the second time on it
// pauses first, each time twice as long. Earlier records of the items may have
// left the window meanwhile and their stored pages with them: the items are
// stored again.
func (s *Stage) giveWay(ctx context.Context, st *siteState, items []*item, attempt int, pause *time.Duration) error {
	if attempt > 1 {
		if err := sleep(ctx, *pause); err != nil {
			return fmt.Errorf("append to journal of %s: %w", st.token, err)
		}
		*pause = min(2**pause, maxPause)
	}
	if err := s.catchUp(ctx, st); err != nil {
		return err
	}
	return s.all(ctx, len(items), func(ctx context.Context, i int) error {
		return s.keep(ctx, st, items[i])
	})
}

func (s *Stage) put(ctx context.Context, page *pb.SegmentedPage) (revision uint64, err error) {
	if revision, err = s.pages.PutSegmented(ctx, page); err != nil {
		return 0, fmt.Errorf("store page %s: %w", page.GetPageId(), err)
	}
	return revision, nil
}

// maxPause bounds the mean pause between two attempts.
const maxPause = time.Second

// tryAppend appends the records of items behind the window's head and, if that
// succeeds, folds them.
func (s *Stage) tryAppend(ctx context.Context, st *siteState, items []*item) error {
	w := st.window
	drafts := make([]*draft, len(items))
	for i, it := range items {
		drafts[i] = it.draft
	}
	w.sign(drafts...)
	entries := make([]journal.Entry, len(items))
	known := w.progress()
	for i, d := range drafts {
		d.record.Settled, d.record.Done, d.record.Window = known.settled, known.done, uint32(s.cfg.Window)
		data, err := proto.MarshalOptions{Deterministic: true}.Marshal(d.record)
		if err != nil {
			return fmt.Errorf("encode record of page %s: %w", d.record.GetPageId(), err)
		}
		entries[i] = journal.Entry{PageID: d.record.GetPageId(), Data: data}
	}
	head, err := s.journal.Append(ctx, st.token, st.head(), s.cfg.Window, entries)
	if err != nil {
		return err
	}
	if want := w.Head() + uint64(len(items)); head.Seq != want {
		st.forget()
		return fmt.Errorf("append to journal of %s: head is %d, want %d: %w", st.token, head.Seq, want, ErrGap)
	}
	st.last = head.Sum
	for _, d := range drafts {
		if err := w.Add(d.record); err != nil {
			return fmt.Errorf("fold own record of page %s: %w", d.record.GetPageId(), err)
		}
	}
	return nil
}

// split parts items by what is true of their pages.
func split(items []*item, is func(pageID string) bool) (those, rest []*item) {
	for _, it := range items {
		if is(it.page.GetPageId()) {
			those = append(those, it)
		} else {
			rest = append(rest, it)
		}
	}
	return those, rest
}

// sleep waits for about d: between half and one and a half of it.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d/2 + rand.N(d))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// strandedAfter is the age from which a stored page that is in no window was
// left behind, rather than being on its way into one.
const strandedAfter = time.Hour

// sweep deletes stored pages of the site that no record of its window needs,
// if the store can list them. They were left behind by a crash, or by a worker
// that did not know yet that the journal held the page and stored it anew: who
// sees the record leave deletes the revision that the record names.
func (s *Stage) sweep(ctx context.Context, st *siteState) error {
	lister, ok := s.pages.(PageLister)
	if !ok {
		return nil
	}
	old, err := lister.SegmentedBefore(ctx, st.token, time.Now().Add(-strandedAfter))
	if err != nil {
		return fmt.Errorf("list stored pages of %s: %w", st.token, err)
	}
	maps.DeleteFunc(old, func(id string, _ uint64) bool { return st.window.Holds(id) })
	return s.delete(ctx, st, old)
}
