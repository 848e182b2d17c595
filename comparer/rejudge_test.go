package comparer

import (
	"fmt"
	"slices"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func TestThreshold(t *testing.T) {
	w := NewWindow(DefaultConfig())
	for n, want := range map[int]int{0: 3, 1: 3, 5: 3, 14: 3, 15: 3, 16: 4, 20: 4, 21: 5, 35: 7, 55: 11, 195: 39, 196: 40, 200: 40} {
		w.n = n
		if got := w.Threshold(); got != want {
			t.Errorf("N = %d: threshold %d, want %d", n, got, want)
		}
	}
}

// TestPlaceEvidence: a site whose footer never changes and whose teaser always
// does; three of four articles have a byline.
func TestPlaceEvidence(t *testing.T) {
	cfg := testConfig(20, 0.8)
	cfg.LeastCold = 0
	w := NewWindow(cfg)
	var last *pb.SegmentedPage
	for i := range 8 {
		p := version(fmt.Sprint("p", i), fmt.Sprint("p", i), int64(i))
		cold := []float32{0.05, 0.95}
		p.Blocks = []*pb.Block{
			block("footer", "all rights reserved", "p", ""),
			block("teaser", fmt.Sprintf("tease%d of%d day%d", i, i, i), "p", ""),
		}
		if i%4 != 0 {
			p.Blocks = append(p.Blocks, block("byline", fmt.Sprintf("writer%d person%d", i, i), "p", ""), block("byline", "·", "p", ""))
			cold = append(cold, 0.5, 1)
		}
		if err := w.AddPage(p, cold); err != nil {
			t.Fatal(err)
		}
		last = p
		scored, err := w.Score(p)
		if err != nil {
			t.Fatal(err)
		}
		footer := scored.Scores[0]
		if known := i >= 4; footer.Template != known || (footer.PlaceLevel != 0) != known {
			t.Errorf("page %d: %v", i, footer)
		}
		if footer.PlacePages != uint32(i+1) || footer.SimilarPages != uint32(i+1) {
			t.Errorf("page %d: %v", i, footer)
		}
	}
	scored, err := w.Score(last)
	if err != nil {
		t.Fatal(err)
	}
	// logit(13/255) = -2.92, logit(242/255) = 2.92; the byline's two blocks
	// have 0.01 (128/255) and 3, whose mean is 1.50.., and its separator is
	// compared with nothing.
	for i, want := range []struct {
		pages   uint32
		level   int32
		similar uint32
	}{{8, -2, 8}, {8, 2, 1}, {6, 2, 1}, {6, 2, 0}} {
		s := scored.Scores[i]
		if s.PlacePages != want.pages || s.PlaceLevel != want.level || s.SimilarPages != want.similar {
			t.Errorf("block %d: %v, want %+v", i, s, want)
		}
	}
	if scored.Window != 8 || scored.Threshold != 3 || scored.Position != 8 {
		t.Errorf("N %d, threshold %d, position %d", scored.Window, scored.Threshold, scored.Position)
	}
}

// A menu that is on every page is template, and its place holds no content. It is
// asked only where the menu might be content by itself, where its place holds
// content on other pages, or, of template, beside content.
func TestLeastCold(t *testing.T) {
	tests := []struct {
		name               string
		least              float64
		menu, later        float32 // cold scores on the last page, and on the others
		text               int     // where the text stands
		template, level    bool
		changed, unchanged int // pages judged again with the fifth, and with the eighth
	}{
		{"hopeless", 0.05, 0.01, 0.01, 9, false, false, 0, 0},
		{"hopeless beside content", 0.05, 0.01, 0.01, 2, true, false, 4, 0},
		{"doubtful", 0.05, 0.06, 0.06, 9, true, true, 4, 0},
		{"hopeless where others are content", 0.05, 0.01, 0.9, 9, true, true, 4, 0},
		{"all is asked", 0, 0.01, 0.01, 9, true, true, 4, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cfg := testConfig(20, 0.8)
			cfg.LeastCold = tt.least
			w := NewWindow(cfg)
			var last *pb.SegmentedPage
			for i := range 8 {
				last = version(fmt.Sprint("p", i), fmt.Sprint("p", i), int64(i))
				cold := make([]float32, 10)
				for k := range cold {
					last.Blocks = append(last.Blocks, block(fmt.Sprint("filler", k), fmt.Sprintf("fill%d in%d", k, i), "p", ""))
				}
				last.Blocks[0] = block("menu", "home sport weather", "p", "")
				last.Blocks[tt.text] = block("text", fmt.Sprintf("story%d of%d day%d", i, i, i), "p", "")
				cold[0], cold[tt.text] = tt.later, 0.5
				if i == 7 {
					cold[0] = tt.menu
				}
				if err := w.AddPage(last, cold); err != nil {
					t.Fatal(err)
				}
				again := slices.DeleteFunc(w.Changed(), func(id string) bool { return id == last.PageId })
				if want := map[int]int{4: tt.changed, 7: tt.unchanged}; len(again) != want[i] {
					t.Errorf("page %d: %d judged again, want %d", i, len(again), want[i])
				}
			}
			scored, err := w.Score(last)
			if err != nil {
				t.Fatal(err)
			}
			menu := scored.Scores[0]
			if menu.Template != tt.template || (menu.PlaceLevel != 0) != tt.level || menu.SimilarPages != 8 {
				t.Errorf("the menu is told as %v", menu)
			}
		})
	}
}

func TestLogits(t *testing.T) {
	table := logits()
	if table[0] != -3*logitUnits || table[255] != 3*logitUnits {
		t.Errorf("ends are %d and %d", table[0], table[255])
	}
	for i := range table {
		if table[i] != -table[255-i] || i > 0 && table[i] < table[i-1] {
			t.Errorf("logit of %d/255 is %d", i, table[i])
		}
	}
}

// TestHostileSiteIsBounded: pages made of thousands of blocks that are nearly
// the same have quadratically many neighbours. The caps hold, counting goes on.
func TestHostileSiteIsBounded(t *testing.T) {
	cfg := testConfig(10, 0.8)
	cfg.MaxEdges, cfg.MaxProbes = 5000, 20000
	w := NewWindow(cfg)
	for i := range 15 {
		p := version(fmt.Sprint("p", i), fmt.Sprint("p", i), int64(i))
		for j := range 300 {
			p.Blocks = append(p.Blocks, block("spam", fmt.Sprintf("buy the best of all the things in our shop today %d", i*1000+j), "p", ""))
		}
		p.Blocks = append(p.Blocks, block("nav", "home", "a", ""))
		mustAdd(t, w, p)
		if w.groups.edges > cfg.MaxEdges {
			t.Fatalf("%d edges", w.groups.edges)
		}
		if n := counts(t, w, p); n[300] != min(i+1, 10) {
			t.Fatalf("the navigation counts %d", n[300])
		}
	}
	if w.Saturated() == 0 {
		t.Error("nothing tells that neighbours were lost")
	}
	for _, f := range []func() error{w.checkRing, w.checkSlots, w.checkGroups, w.checkIndex, w.checkPlaces} {
		if err := f(); err != nil {
			t.Error(err)
		}
	}
}
