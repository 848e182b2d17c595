package infodiscoverer

import (
	"math"
	"slices"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// Four pages. "home" on all alike: entropy 1. "tax" on two alike: 2·½·log₄2 =
// ½. "bridg" on one: 0. "rain" three times on one page, once on another:
// −¾log₄¾ − ¼log₄¼ = .1556 + .25.
func TestEntropy(t *testing.T) {
	pages := [][][]string{
		{{"home"}, {"tax", "bridg", "bridg", "rain", "rain", "rain"}},
		{{"home"}, {"tax", "rain"}}, {{"home"}}, {{"home"}},
	}
	h := termEntropy(pages)
	rain := -(.75*math.Log(.75) + .25*math.Log(.25)) / math.Log(4)
	for term, want := range map[string]float64{"home": 1, "tax": .5, "bridg": 0, "rain": rain} {
		if !near(h[term], want) {
			t.Errorf("H(%s) = %g, want %g", term, h[term], want)
		}
	}
	if got := blockEntropy(pages[0][1], h); !near(got, (.5+0+rain)/3) {
		t.Errorf("block: %g", got)
	}
	if got := blockEntropy(nil, h); got != 1 {
		t.Errorf("block without features: %g", got)
	}
	if len(termEntropy(pages[:1])) != 0 {
		t.Error("one page has no entropy")
	}
}

func TestFeatures(t *testing.T) {
	if got := features("The bridges are flooding", "english"); !slices.Equal(got, []string{"bridg", "flood"}) {
		t.Errorf("got %q", got)
	}
	if got := features("Brücken und Wege", "de"); !slices.Equal(got, []string{"brücken", "und", "wege"}) {
		t.Errorf("got %q", got)
	}
}

func TestExtract(t *testing.T) {
	page := func(text string) []byte {
		return []byte(`<div><div>Home Sport Weather</div><table><tr><td>` + text + `</table></div>`)
	}
	got, err := Extract([][]byte{page("Bridges flooded yesterday"), page("Mayor resigns quietly"), page("Cats win cup")})
	if err != nil || !slices.Equal(got, []string{"Bridges flooded yesterday", "Mayor resigns quietly", "Cats win cup"}) {
		t.Errorf("got %q, %v", got, err)
	}
}
