package comparer

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
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
	})
}

// unlisted is a worker whose store cannot list its pages for some time.
type unlisted struct {
	listing
	failures int
}

func (u *unlisted) SegmentedBefore(ctx context.Context, site string, t time.Time) (map[string]uint64, error) {
	if u.failures--; u.failures >= 0 {
		return nil, errFlaky
	}
	return u.listing.SegmentedBefore(ctx, site, t)
}

// TestSweepIsTriedAgain: no page is taken in before the leavings of its site
// could be listed.
func TestSweepIsTriedAgain(t *testing.T) {
	w := newWorld()
	page := newSynthetic(61).page()
	k := &unlisted{listing{w.worker(4)}, 2}
	stage := New(testConfig(10, 0.8), k, k, coldScorer{}, k)
	for range 2 {
		if err := stage.HandleBatch(t.Context(), "site", []*pb.SegmentedPage{page})[0]; !errors.Is(err, errFlaky) {
			t.Errorf("the pages could not be listed: %v", err)
		}
	}
	if len(w.stored) > 0 {
		t.Error("the page was taken in all the same")
	}
	deliver(t, stage, page)
	if k.failures != -1 {
		t.Errorf("listed %d times behind the failures, want once", -k.failures)
	}
}

// TestStoredAnewIsSwept: a worker whose window is old stores pages that the
// journal holds already, under another revision than their records name. They
// are deleted in the end, and of what others took in meanwhile nothing is.
func TestStoredAnewIsSwept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		cfg := testConfig(5, 0.8)
		load := func(seed uint64) *Stage {
			k := listing{w.worker(seed)}
			return New(cfg, k, k, coldScorer{}, k)
		}
		first, second := load(1), load(2)
		pages := newSynthetic(63).pages(30)
		deliver(t, second, pages[0])
		for _, p := range pages[1:] {
			time.Sleep(strandedAfter)
			deliver(t, first, p)
			deliver(t, second, p) // its ack was lost
			entries, _ := w.read("site", 0)
			for _, e := range entries {
				if w.stored[e.PageID] == nil {
					t.Fatalf("page %s of the window is not stored", e.PageID)
				}
			}
			if len(w.stored) > 3*cfg.Window {
				t.Fatalf("%d pages are stored", len(w.stored))
			}
		}
	})
}

// TestSweepKnowsTheNewestWindow: a worker whose window is old when a sweep is
// due spares what others have appended since.
func TestSweepKnowsTheNewestWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		cfg := testConfig(5, 0.8)
		k := listing{w.worker(1)}
		first, second := New(cfg, k, k, coldScorer{}, k), w.worker(2).stage(cfg)
		pages := newSynthetic(64).pages(14)
		deliver(t, first, pages[:5]...) // so a sweep is due
		deliver(t, second, pages[5:13]...)
		time.Sleep(2 * strandedAfter)
		deliver(t, first, pages[13])
		w.outcome(t, 5, pages)
	})
}

// TestStoreThatLostItsPages: pages of the window that come again when nothing is
// stored any more are stored and published again, whether this worker took them in
// or another; once they are stored, that they come again changes nothing.
func TestStoreThatLostItsPages(t *testing.T) {
	w := newWorld()
	pages := newSynthetic(65).pages(6)
	first := w.worker(1).stage(testConfig(10, 0.8))
	deliver(t, first, pages...)
	for i, stage := range []*Stage{first, w.worker(2).stage(testConfig(10, 0.8))} {
		deliver(t, stage, pages...) // to know that they are done
		clear(w.stored)
		clear(w.revisions)
		w.published = nil
		for range 2 {
			deliver(t, stage, pages...)
		}
		if len(w.stored) != len(pages) || len(w.published) != len(pages) {
			t.Errorf("worker %d: %d pages stored, %d published, want %d", i, len(w.stored), len(w.published), len(pages))
		}
		w.outcome(t, 10, pages)
	}
}
