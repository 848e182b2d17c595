package contentextractor

import (
	"math"
	"slices"
	"testing"

	"github.com/winnow-news/winnow/eval/paper/siteblock"
)

// Two blocks, of 4 and 2 words, one word shared; the first has a link, the
// second none. Scaled by the largest (4 terms, 1 link): (1, 1) and (.5, 0).
// Cosine of the joined vectors: (.5 + 1)/√((1+1+4)·(.25+2)).
func TestCosine(t *testing.T) {
	blocks, err := siteblock.Cut([]byte(`<p>one <a>two</a> three four</p><p>one five</p>`), cut())
	if err != nil || len(blocks) != 2 {
		t.Fatal(blocks, err)
	}
	most := largest([][]*siteblock.Block{blocks})
	if most != (vector{4, 1}) {
		t.Fatalf("largest %v", most)
	}
	want := 1.5 / math.Sqrt(6*2.25)
	if got := cosine(blocks[0], blocks[1], most, 0); math.Abs(got-want) > 1e-9 {
		t.Errorf("cosine %g, want %g", got, want)
	}
	if got := cosine(blocks[0], blocks[0], most, .9); math.Abs(got-1) > 1e-9 {
		t.Errorf("a block with itself: %g", got)
	}
}

func TestExtract(t *testing.T) {
	page := func(text string) []byte {
		return []byte(`<ul><li>Home<li>Sport<li>Weather</ul><p>` + text + `</p>`)
	}
	got, err := Extract([][]byte{page("The river rose again"), page("A mayor resigned today")})
	if err != nil || !slices.Equal(got, []string{"The river rose again", "A mayor resigned today"}) {
		t.Errorf("got %q, %v", got, err)
	}
}
