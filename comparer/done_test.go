package comparer

import (
	"context"
	"fmt"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// messages lets workers share the pages of sites, n of each, the sites in turn,
// and gives the messages a page once the windows are full. worker says who takes
// the k-th page.
func messages(t *testing.T, cfg Config, sites, n, workers int, worker func(k int) int) float64 {
	t.Helper()
	w := newWorld()
	stages := make([]*Stage, workers)
	for i := range stages {
		stages[i] = w.worker(uint64(i)).stage(cfg)
	}
	all := make([][]*pb.SegmentedPage, sites)
	for s := range all {
		all[s] = newSynthetic(uint64(s + 1)).pages(n)
		for _, p := range all[s] {
			p.Site = fmt.Sprint("site", s)
			p.PageId += p.Site
		}
	}
	k, before := 0, 0
	full := cfg.Window + cfg.Window/4
	for i := range n {
		if i == full {
			before = len(w.published)
		}
		for s := range sites {
			p := all[s][i]
			if err := stages[worker(k)].HandleBatch(context.Background(), p.Site, []*pb.SegmentedPage{p})[0]; err != nil {
				t.Fatal(err)
			}
			k++
		}
	}
	return float64(len(w.published)-before) / float64(sites*(n-full))
}

// A site whose window was given up comes back by reading its journal: it costs
// no more messages than one that was kept.
func TestGivenUpWindowsCostNoRounds(t *testing.T) {
	cfg := testConfig(40, 0.8)
	one := func(int) int { return 0 }
	kept := messages(t, cfg, 3, 160, 1, one)
	cfg.MaxSites = 2
	if given := messages(t, cfg, 3, 160, 1, one); given > kept {
		t.Errorf("%.1f messages a page, %.1f with room for all windows", given, kept)
	}
}

// Workers tell one another what they have seen to, so more of them cost hardly
// more messages.
func TestWorkersCostNoRounds(t *testing.T) {
	cfg := testConfig(40, 0.8)
	alone := messages(t, cfg, 1, 400, 1, func(int) int { return 0 })
	rnd := newWorld().worker(9).rnd
	for _, workers := range []int{2, 4, 8} {
		if many := messages(t, cfg, 1, 400, workers, func(int) int { return rnd.IntN(workers) }); many > alone+0.5 {
			t.Errorf("%d workers: %.1f messages a page, one alone %.1f", workers, many, alone)
		}
	}
}

// A worker that goes away for good, here behind page 200, leaves one record that
// nobody knows to be done, and so one round.
func TestWorkerLeavesOneRound(t *testing.T) {
	cfg := testConfig(40, 0.8)
	alone := messages(t, cfg, 1, 400, 1, func(int) int { return 0 })
	leaving := messages(t, cfg, 1, 400, 2, func(k int) int {
		if k > 200 {
			return 0
		}
		return k % 2
	})
	if rounds := (leaving - alone) * (400 - 50) / 40; rounds > 1.5 {
		t.Errorf("%.1f rounds more than without", rounds)
	}
}

// What a worker with another window calls settled may only have left that one.
func TestOtherWindowsAreNotHeard(t *testing.T) {
	for window, want := range map[uint32]uint64{10: 3, 5: 0, 0: 0} {
		w := NewWindow(testConfig(10, 0.8))
		for i, p := range newSynthetic(1).pages(4) {
			d, err := w.draft(p, coldOf(p))
			if err != nil {
				t.Fatal(err)
			}
			if w.sign(d); i == 3 {
				d.record.Settled, d.record.Window = 3, window
			}
			if err := w.Add(d.record); err != nil {
				t.Fatal(err)
			}
		}
		if got := w.progress().settled; got != want {
			t.Errorf("a worker with a window of %d: settled up to %d, want %d", window, got, want)
		}
	}
}
