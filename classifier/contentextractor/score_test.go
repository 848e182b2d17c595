package contentextractor

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/classifier/internal/pagetext"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func page(t testing.TB, text string) *pb.SegmentedPage {
	t.Helper()
	s, err := pagetext.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s.Page
}

func TestScore(t *testing.T) {
	var pages []*pb.SegmentedPage
	for i := range 6 {
		own := strings.Repeat(fmt.Sprintf("word%d other%d ", i, i), 6)
		pages = append(pages, page(t, fmt.Sprintf(`body
  div
    h4 |- Weather
    span |- today in the town and on the coast of the county
  p |+ %s
  p |- Copyright of the example, all rights reserved, page number %d of this fine site of ours and yours`, own, i)))
	}
	scored, err := Score(DefaultConfig(), pages)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range scored {
		if s.Window != 6 || s.Threshold != 2 || s.Page != pages[i] {
			t.Fatalf("window %d, threshold %d", s.Window, s.Threshold)
		}
		for b, want := range []uint32{6, 6, 1, 6} {
			if got := s.Scores[b]; got.SimilarPages != want || got.Template != (want > 1) {
				t.Errorf("page %d block %d: on %d pages (template %v), want %d", i, b, got.SimilarPages, got.Template, want)
			}
		}
	}
}

func TestCosineByHand(t *testing.T) {
	a := &atom{words: []uint32{1, 2, 3}, count: [features]float64{featTerms: 4, featLinks: 1}}
	b := &atom{words: []uint32{2, 3, 4, 5}, count: [features]float64{featTerms: 2}}
	normalise([]*atom{a, b})
	// a = 3 words + terms 4/4 + links 1/1, b = 4 words + terms 2/4.
	want := (2 + 1*0.5) / (math.Sqrt(3+1+1) * math.Sqrt(4+0.25))
	if got := cosine(a, b); math.Abs(got-want) > 1e-12 {
		t.Errorf("cosine %v, want %v", got, want)
	}
}

// The counts equal those of all pairs compared one by one.
func TestScoreEqualsAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	vocabulary := strings.Fields("a b c d e f g h i j k l")
	var pages []*pb.SegmentedPage
	for range 70 { // more than one word of bits
		text := "body\n"
		for range 1 + rng.IntN(5) {
			text += []string{"  p |+", "  div |+"}[rng.IntN(2)]
			for range 1 + rng.IntN(9) {
				text += " " + vocabulary[rng.IntN(len(vocabulary))]
			}
			text += "\n"
		}
		pages = append(pages, page(t, text))
	}
	cfg := DefaultConfig()
	cfg.Similarity = 0.7
	scored, err := Score(cfg, pages)
	if err != nil {
		t.Fatal(err)
	}
	var all []*atom
	for i, p := range pages {
		all = append(all, cfg.atoms(p, i)...)
	}
	normalise(all)
	for _, a := range all {
		on := map[int]bool{a.page: true}
		for _, b := range all {
			if cosine(a, b) > cfg.Similarity {
				on[b.page] = true
			}
		}
		if got := scored[a.page].Scores[a.blocks[0]].SimilarPages; int(got) != len(on) {
			t.Fatalf("page %d blocks %v: on %d pages, want %d", a.page, a.blocks, got, len(on))
		}
	}
}

func TestConfig(t *testing.T) {
	for _, spoil := range []func(*Config){
		func(c *Config) { c.Tags = nil },
		func(c *Config) { c.Similarity = math.NaN() },
		func(c *Config) { c.Similarity = 1 },
		func(c *Config) { c.TemplateShare = 0 },
	} {
		cfg := DefaultConfig()
		spoil(&cfg)
		if _, err := Score(cfg, nil); !errors.Is(err, ErrConfig) {
			t.Errorf("Score with %+v: %v", cfg, err)
		}
	}
}
