package comparer

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/winnow-news/winnow/proto/failure"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// slowDisk is a worker whose stores take a second for each call, and which
// counts the calls that are under way.
type slowDisk struct {
	*worker
	now, most atomic.Int32
	broken    string // the page that cannot be loaded
}

func (d *slowDisk) wait() {
	if n := d.now.Add(1); n > d.most.Load() {
		d.most.Store(n)
	}
	time.Sleep(time.Second)
	d.now.Add(-1)
}

func (d *slowDisk) PutSegmented(ctx context.Context, page *pb.SegmentedPage) (uint64, error) {
	d.wait()
	return d.worker.PutSegmented(ctx, page)
}

func (d *slowDisk) Segmented(ctx context.Context, site, pageID string) (*pb.SegmentedPage, error) {
	d.wait()
	if pageID == d.broken {
		return nil, errFlaky
	}
	return d.worker.Segmented(ctx, site, pageID)
}

func (d *slowDisk) PublishScored(ctx context.Context, page *pb.ScoredPage) error {
	d.wait()
	return d.worker.PublishScored(ctx, page)
}

// TestEffectsOverlap: four pages make the navigation template on four more;
// what waits for a disk waits together, and never more than Parallel at once.
func TestEffectsOverlap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		d := &slowDisk{worker: w.worker(1)}
		cfg := testConfig(20, 0.8)
		cfg.Parallel = 4
		stage := New(cfg, d, d, coldScorer{}, d)
		pages := newSynthetic(50).pages(8)
		deliver(t, stage, pages[:4]...)
		start := time.Now()
		deliver(t, stage, pages[4:]...)
		// One round each of storing, publishing, loading and publishing again.
		if spent := time.Since(start); spent != 4*time.Second {
			t.Errorf("the second batch took %v", spent)
		}
		if n := d.most.Load(); n != 4 {
			t.Errorf("%d calls at one time, want 4", n)
		}
	})
}

// TestErrorConcernsAll: the one page that cannot be judged again may be owed by
// any page of the batch.
func TestErrorConcernsAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		d := &slowDisk{worker: w.worker(1)}
		cfg := testConfig(20, 0.8)
		cfg.Parallel = 4
		stage := New(cfg, d, d, coldScorer{}, d)
		pages := newSynthetic(50).pages(8)
		deliver(t, stage, pages[:4]...)
		d.broken = pages[1].PageId
		for i, err := range stage.HandleBatch(t.Context(), "site", pages[4:]) {
			if !errors.Is(err, errFlaky) || failure.ClassOf(err) != failure.ClassTransient {
				t.Errorf("page %d: %v", i, err)
			}
		}
		d.broken = ""
		published := len(w.published)
		deliver(t, stage, pages[4])
		if n := len(w.published) - published; n != len(pages) {
			t.Errorf("%d messages make up for it, want %d", n, len(pages))
		}
		w.outcome(t, 20, pages)
	})
}

// TestCancelledBatch: what was not done because the time was up is no success.
func TestCancelledBatch(t *testing.T) {
	w := newWorld()
	k := w.worker(1)
	ctx, cancel := context.WithCancel(t.Context())
	stage := New(testConfig(20, 0.8), k, k, coldScorer{}, publisherFunc(func(*pb.ScoredPage) error {
		cancel()
		return ctx.Err()
	}))
	for i, err := range stage.HandleBatch(ctx, "site", newSynthetic(51).pages(6)) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("page %d: %v", i, err)
		}
	}
}
