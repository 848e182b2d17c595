package comparer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

// The batch reference: all pages against all pages, block by block, as X-CEX
// writes it (eq. 3 to 6). It shares nothing with the window: words and classes
// are strings, numbered as they come, and the tag similarity is the textbook's
// table.

type refBlock struct {
	words, classes []int // ascending
	tags           []string
}

// numbers numbers strings, so that sets of them can be merged.
type numbers map[string]int

func (n numbers) set(all []string) (set []int) {
	for _, s := range all {
		if _, ok := n[s]; !ok {
			n[s] = len(n)
		}
		set = append(set, n[s])
	}
	slices.Sort(set)
	return slices.Compact(set)
}

func (n numbers) block(b *pb.Block) refBlock {
	var words []string
	var run [][2]int // the characters of an unspaced script that stand together
	for from, to := range word.Spans(b.Text) {
		if r := []rune(b.Text[from:to])[0]; !word.Unspaced(r) {
			run = nil
			words = append(words, strings.ToLower(b.Text[from:to]))
			continue
		}
		if len(run) > 0 && run[len(run)-1][1] != from {
			run = nil
		}
		run = append(run, [2]int{from, to})
		words = append(words, b.Text[run[max(0, len(run)-3)][0]:to])
	}
	return refBlock{n.set(words), n.set(b.Classes), b.Tags}
}

func common(a, b []int) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch x, y := a[0], b[0]; {
		case x == y:
			a, b, n = a[1:], b[1:], n+1
		case x < y:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return n
}

func refSim(a, b refBlock) float64 {
	tags, classes := 1.0, 1.0
	if n := len(a.tags) + len(b.tags); n > 0 {
		tags = 2 * float64(tableLCS(a.tags, b.tags)) / float64(n)
	}
	if n := len(a.classes) + len(b.classes); n > 0 {
		c := common(a.classes, b.classes)
		classes = float64(c) / float64(n-c)
	}
	content := float64(common(a.words, b.words)) / math.Sqrt(float64(len(a.words)*len(b.words)))
	return 0.3*(0.5*tags+0.5*classes) + 0.7*content
}

func tableLCS[T comparable](a, b []T) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// refCounts gives |S_i| of each block of each page. same says which pages are
// one, under two addresses.
func refCounts(pages []*pb.SegmentedPage, epsilon float64, same func(i int) uint64) [][]int {
	type distinct struct {
		block refBlock
		pages map[uint64]bool
	}
	var all []*distinct
	strings := numbers{}
	byText := map[string]*distinct{} // identical blocks are compared once
	of := make([][]*distinct, len(pages))
	for i, p := range pages {
		for _, b := range p.Blocks {
			r := strings.block(b)
			if len(r.words) == 0 {
				of[i] = append(of[i], nil)
				continue
			}
			key := fmt.Sprintf("%v|%q|%v", r.words, r.tags, r.classes)
			d := byText[key]
			if d == nil {
				d = &distinct{r, map[uint64]bool{}}
				byText[key] = d
				all = append(all, d)
			}
			d.pages[same(i)] = true
			of[i] = append(of[i], d)
		}
	}
	counts := map[*distinct]int{}
	for _, d := range all {
		union := map[uint64]bool{}
		for _, e := range all {
			if d == e || refSim(d.block, e.block) > epsilon {
				for page := range e.pages {
					union[page] = true
				}
			}
		}
		counts[d] = len(union)
	}
	result := make([][]int, len(pages))
	for i := range pages {
		for _, d := range of[i] {
			if d == nil {
				result[i] = append(result[i], 0)
			} else {
				result[i] = append(result[i], counts[d])
			}
		}
	}
	return result
}

// compareWithReference folds pages in the given order and compares |S_i| of
// each block of each live page, at the end, with the batch reference over the
// pages that the window holds.
func compareWithReference(t *testing.T, cfg Config, pages []*pb.SegmentedPage) (blocks int) {
	t.Helper()
	w := NewWindow(cfg)
	for _, p := range pages {
		mustAdd(t, w, p)
	}
	var live []*pb.SegmentedPage
	for _, p := range pages {
		if e := w.byPage[p.PageId]; e != nil && e.live() {
			live = append(live, p)
		}
	}
	want := refCounts(live, cfg.Epsilon, func(i int) uint64 { return w.byPage[live[i].PageId].content })
	for i, p := range live {
		scored, err := w.Score(p)
		if err != nil {
			t.Fatal(err)
		}
		for j, b := range scored.Scores {
			if int(b.SimilarPages) != want[i][j] {
				t.Fatalf("page %s block %d %q: |S| = %d, want %d", p.PageId, j, p.Blocks[j].Text, b.SimilarPages, want[i][j])
			}
			blocks++
		}
	}
	if w.Saturated() > 0 {
		t.Fatal("the window is saturated")
	}
	return blocks
}

func shuffled(pages []*pb.SegmentedPage, seed uint64) []*pb.SegmentedPage {
	pages = slices.Clone(pages)
	rand.New(rand.NewPCG(seed, 5)).Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	return pages
}

func TestEqualsReference(t *testing.T) {
	pages := newSynthetic(7).pages(50)
	for _, epsilon := range []float64{0, 0.25, 0.3, 0.5, 0.8, 0.9} {
		for _, window := range []int{20, 100} {
			for seed := range uint64(3) {
				cfg := testConfig(window, epsilon)
				if n := compareWithReference(t, cfg, shuffled(pages, seed)); n < 100 {
					t.Fatalf("only %d blocks compared", n)
				}
			}
		}
	}
}
