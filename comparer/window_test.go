package comparer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func testConfig(window int, epsilon float64) Config {
	cfg := DefaultConfig()
	cfg.Window, cfg.Epsilon = window, epsilon
	cfg.LeastCold = 0.1
	cfg.WallPages = 2 // the synthetic site has pages under two addresses
	cfg.Parallel = 1  // a worker that dies at its n-th call dies at the same one each time
	return cfg
}

func mustAdd(t testing.TB, w *Window, p *pb.SegmentedPage) {
	t.Helper()
	if err := w.AddPage(p, coldOf(p)); err != nil {
		t.Fatal(err)
	}
}

// TestInvariants folds pages one by one and verifies everything that the
// window claims of itself behind each.
func TestInvariants(t *testing.T) {
	for _, epsilon := range []float64{0.1, 0.3, 0.5, 0.8, 0.9} {
		for _, size := range []int{1, 7, 40} {
			t.Run(fmt.Sprintf("ε=%v,W=%d", epsilon, size), func(t *testing.T) {
				w := NewWindow(testConfig(size, epsilon))
				for _, p := range newSynthetic(uint64(size)).pages(60) {
					mustAdd(t, w, p)
					if err := w.check(); err != nil {
						t.Fatal(err)
					}
				}
			})
		}
	}
}

// TestOrderLeavesNoTrace folds the same pages in several orders; the window
// holds them all, so the scores must be the same.
func TestOrderLeavesNoTrace(t *testing.T) {
	pages := newSynthetic(3).pages(50)
	want := scoresOf(t, pages, pages)
	for seed := range uint64(5) {
		shuffled := slices.Clone(pages)
		rand.New(rand.NewPCG(seed, 2)).Shuffle(len(pages), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		got := scoresOf(t, shuffled, pages)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("order %d, page %s:\n got %s\nwant %s", seed, pages[i].PageId, got[i], want[i])
			}
		}
	}
}

func scoresOf(t *testing.T, order, pages []*pb.SegmentedPage) []string {
	w := NewWindow(testConfig(64, 0.8))
	for _, p := range order {
		mustAdd(t, w, p)
	}
	all := make([]string, len(pages))
	for i, p := range pages {
		scored, err := w.Score(p)
		if err != nil {
			t.Fatal(err)
		}
		all[i] = evidence(scored)
	}
	return all
}

// evidence writes out everything of a scored page that must not depend on how
// it came about.
func evidence(p *pb.ScoredPage) string {
	s := fmt.Sprintf("N=%d threshold=%d recurring=%v undated=%v", p.Window, p.Threshold, p.Recurring, p.Undated)
	for _, b := range p.Scores {
		s += fmt.Sprintf(" [%x %d %.3f %v | %d %d %v]", b.Group, b.SimilarPages, b.Cold, b.Template, b.PlacePages, b.PlaceLevel, b.Outside)
	}
	return s
}
