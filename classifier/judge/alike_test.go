package judge

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/classifier/internal/pagetext"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// alikePage has n paragraphs of ten words in one list, and behind them what
// more says.
func alikePage(t testing.TB, n int, more string) *pb.SegmentedPage {
	t.Helper()
	var page strings.Builder
	page.WriteString("@url https://x.example/a\nbody\n  div.list\n")
	for i := range n {
		fmt.Fprintf(&page, "    p.kind%d |+ One two three four five six seven eight nine ten.\n", i%2)
	}
	s, err := pagetext.Parse(page.String() + more)
	if err != nil {
		t.Fatal(err)
	}
	return s.Page
}

func TestHearAlikeByHand(t *testing.T) {
	// Equal words, so equal weights, but for their order in an article.
	nine := math.Log(9)
	near := nine * (1 + math.Exp(-1./30) + math.Exp(-2./30)) / (1 + math.Exp(-1./30) + math.Exp(-2./30) + math.Exp(-3./30))
	for class, mean := range map[pb.PageClass]float64{
		pb.PageClass_PAGE_CLASS_ARTICLE: near, pb.PageClass_PAGE_CLASS_LISTING: 3 * nine / 4,
	} {
		page := alikePage(t, 4, "")
		page.PageClass = class
		p := []float32{0.9, 0.9, 0.9, 0.5}
		hearAlike(page, p)
		share := 0.9 * 4 / (4 + 15)
		up := share * 10 / (10 + 5)
		want := []float32{sigmoid((1-share)*nine + share*mean), 0, 0, sigmoid(up * mean)}
		want[1], want[2] = want[0], want[0]
		for i := range p {
			if math.Abs(float64(p[i]-want[i])) > 1e-5 {
				t.Errorf("%s, block %d: %v, want %v", class, i, p[i], want[i])
			}
		}
	}
}

// TestHearAlikeKeepsLongArticles: the doubtful tail of a long article does not
// outvote its sure beginning; that of a listing does.
func TestHearAlikeKeepsLongArticles(t *testing.T) {
	const blocks, sure = 120, 25
	for class, want := range map[pb.PageClass]bool{pb.PageClass_PAGE_CLASS_ARTICLE: true, pb.PageClass_PAGE_CLASS_LISTING: false} {
		page := alikePage(t, blocks, "")
		page.PageClass = class
		p := make([]float32, blocks)
		for i := range p {
			p[i] = 0.05
			if i < sure {
				p[i] = 0.95
			}
		}
		hearAlike(page, p)
		if got := p[0] > 0.5; got != want {
			t.Errorf("%s: the first block has %v", class, p[0])
		}
	}
}

func TestHearAlikeLeavesAlone(t *testing.T) {
	tests := []struct {
		name string
		page *pb.SegmentedPage
		p    []float32
		same []int // blocks that keep their probability
	}{
		{"too few", alikePage(t, 3, ""), []float32{0.9, 0.9, 0.2}, []int{0, 1, 2}},
		{"another tag", alikePage(t, 6, "    h2 |+ A heading"), []float32{.9, .9, .9, .9, .9, .9, .2}, []int{6}},
		{"another container", alikePage(t, 6, "  div.foot\n    p |+ Under all of it"), []float32{.9, .9, .9, .9, .9, .9, .2}, []int{6}},
		{"template", alikePage(t, 6, ""), []float32{.9, .9, 0, .9, .9, .9}, []int{2}},
	}
	for _, tt := range tests {
		p := append([]float32(nil), tt.p...)
		hearAlike(tt.page, p)
		for _, i := range tt.same {
			if p[i] != tt.p[i] {
				t.Errorf("%s: block %d went from %v to %v", tt.name, i, tt.p[i], p[i])
			}
		}
	}
}

// A link between paragraphs hears no good of itself, but it does hear bad.
func TestHearAlikeOfLinks(t *testing.T) {
	page := alikePage(t, 6, "")
	last := page.Blocks[5].Stats
	last.LinkWords = last.Words
	up := []float32{.9, .9, .9, .9, .9, .2}
	hearAlike(page, up)
	if up[5] != .2 {
		t.Errorf("among content a link went from 0.2 to %v", up[5])
	}
	down := []float32{.1, .1, .1, .1, .1, .8}
	hearAlike(page, down)
	if down[5] >= .7 {
		t.Errorf("among other things a link went from 0.8 to %v", down[5])
	}
}

// What it is for: the tail of a long transcript, of which the model grows
// unsure, stays with its head.
func TestLongTranscriptIsNotCut(t *testing.T) {
	const n = 200
	page := alikePage(t, n, "  div.foot\n    p |+ Something else that is said of this site on every page.")
	scores := AloneScores(n + 1)
	for i := range scores {
		scores[i].Cold = 0.1 + 0.3*float32(math.Exp(-float64(i)/60))
	}
	scores[n].Cold = 0.02
	out := make([]Verdict, n+1)
	winnow{}.Judge(NewInput(&pb.ScoredPage{Page: page, Scores: scores}), out)
	kept := 0
	for _, v := range out[:n] {
		if v.Content {
			kept++
		}
	}
	if kept < n*9/10 || out[n].Content {
		t.Errorf("%d of %d paragraphs kept, the foot %v", kept, n, out[n].Content)
	}
}
