package comparer

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// slowDelete is a worker that lets something happen before it deletes pages.
type slowDelete struct {
	*worker
	meanwhile func()
	fails     bool
}

func (d *slowDelete) DeleteSegmented(ctx context.Context, site string, revisions map[string]uint64) error {
	if d.meanwhile != nil {
		d.meanwhile()
	}
	if d.fails {
		return errFlaky
	}
	return d.worker.DeleteSegmented(ctx, site, revisions)
}

// TestTakenInAgainBeforeItIsDeleted: one worker is about to delete a page that
// has left the window when another, to whom it is delivered again, takes it in.
func TestTakenInAgainBeforeItIsDeleted(t *testing.T) {
	w := newWorld()
	cfg := testConfig(4, 0.8)
	pages := newSynthetic(60).pages(5)
	slow := &slowDelete{worker: w.worker(1)}
	first, second := New(cfg, slow, slow, coldScorer{}, slow), w.worker(2).stage(cfg)
	deliver(t, first, pages[:4]...)
	slow.meanwhile = func() { deliver(t, second, pages[0]) }
	deliver(t, first, pages[4])
	entries, head := w.read("site", 0)
	if head != 6 || entries[3].PageID != pages[0].PageId {
		t.Fatalf("head %d, last entry %s", head, entries[3].PageID)
	}
	if got := slices.Sorted(maps.Keys(w.stored)); len(got) != 4 || w.stored[pages[0].PageId] == nil {
		t.Errorf("stored are %v", got)
	}
}

// TestDeletionIsTriedAgain: what could not be deleted is deleted when the pages
// that pushed it out are delivered again.
func TestDeletionIsTriedAgain(t *testing.T) {
	w := newWorld()
	cfg := testConfig(4, 0.8)
	pages := newSynthetic(62).pages(6)
	d := &slowDelete{worker: w.worker(1)}
	stage := New(cfg, d, d, coldScorer{}, d)
	deliver(t, stage, pages[:4]...)
	d.fails = true
	for i, err := range stage.HandleBatch(t.Context(), "site", pages[4:]) {
		if !errors.Is(err, errFlaky) {
			t.Errorf("page %d: %v", i, err)
		}
	}
	d.fails = false
	deliver(t, stage, pages[4:]...)
	if len(w.stored) != 4 || w.stored[pages[0].PageId] != nil || w.stored[pages[1].PageId] != nil {
		t.Errorf("%d pages are stored", len(w.stored))
	}
	w.outcome(t, 4, pages)
}

// listing is a worker whose store can list its pages.
type listing struct{ *worker }

func (l listing) SegmentedBefore(_ context.Context, _ string, t time.Time) (map[string]uint64, error) {
	old := map[string]uint64{}
	err := l.call(func() error {
		for id := range l.stored {
			if l.storedAt[id].Before(t) {
				old[id] = l.revisions[id]
			}
		}
		return nil
	})
	return old, err
}

// TestLeavingsAreSwept: who loads a site removes what a dead worker stored and
// never took into the window, once it is certain that nobody else will.
func TestLeavingsAreSwept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		cfg := testConfig(10, 0.8)
		load := func(seed uint64) *Stage {
			k := listing{w.worker(seed)}
			return New(cfg, k, k, coldScorer{}, k)
		}
		pages := newSynthetic(61).pages(7)
		deliver(t, load(1), pages[:3]...)
		put := func(i int) {
			if _, err := w.worker(2).PutSegmented(t.Context(), pages[i]); err != nil {
				t.Fatal(err)
			}
		}
		put(3) // and dies
		time.Sleep(strandedAfter)
		put(4) // and is about to append it
		time.Sleep(time.Minute)
		deliver(t, load(3), pages[5])
		var got []bool
		for _, p := range pages {
			got = append(got, w.stored[p.PageId] != nil)
		}
		if want := []bool{true, true, true, false, true, true, false}; !slices.Equal(got, want) {
			t.Errorf("stored: %v, want %v", got, want)
		}
		broken := listing{w.worker(4)}
		broken.flaky = 1
		if err := New(cfg, w.worker(5), broken, coldScorer{}, broken).HandleBatch(t.Context(), "site", pages[6:])[0]; !errors.Is(err, errFlaky) {
			t.Errorf("the pages could not be listed: %v", err)
		}
	})
}
