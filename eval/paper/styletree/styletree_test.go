package styletree

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/eval/dom"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func build(t *testing.T, pages ...string) *element {
	t.Helper()
	root := &element{}
	for p, src := range pages {
		doc, err := dom.Parse([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		root.merge(dom.Body(doc), p)
	}
	root.weigh()
	return root
}

// Two pages with one style: NodeImp is 0, so the importance of body is
// (1−.9)·mean of its two p. The first p's text is the same on both pages: its
// words have entropy 1, importance 0. The second's words are all different:
// importance 1. Each p has one style, so p's importance is .1 · that of its
// text.
func TestImportanceOfOneStyle(t *testing.T) {
	root := build(t, `<p>Home page</p><p>river bridge</p>`, `<p>Home page</p><p>mayor cat</p>`)
	if len(root.styles) != 1 || root.pages != 2 {
		t.Fatalf("%d styles on %d pages", len(root.styles), root.pages)
	}
	for _, s := range root.styles {
		home, news := s.children[0], s.children[1]
		if !near(home.importance, 0) || !near(news.importance, .1) {
			t.Errorf("importance %g and %g, want 0 and .1", home.importance, news.importance)
		}
	}
	if !near(root.importance, .1*(0+.1)/2) {
		t.Errorf("root %g", root.importance)
	}
}

// Four pages, three with the style "p", one with "p p": NodeImp = −¾log₄¾ −
// ¼log₄¼.
func TestNodeImportance(t *testing.T) {
	root := build(t, `<p>a</p>`, `<p>a</p>`, `<p>a</p>`, `<p>a</p><p>b</p>`)
	want := -(.75*math.Log(.75) + .25*math.Log(.25)) / math.Log(4)
	if got := root.nodeImportance(); !near(got, want) {
		t.Errorf("got %g, want %g", got, want)
	}
}

// A sum of floats depends on its order, so nothing may be added up in the order
// of a map.
func TestImportanceIsReproducible(t *testing.T) {
	var pages []string
	for p := range 7 {
		src := "<p>"
		for k := range 90 {
			src += strings.Repeat(fmt.Sprintf("word%d ", k%(20+p)), 1+p*k%5)
		}
		pages = append(pages, src)
	}
	want := build(t, pages...).importance
	for range 20 {
		if got := build(t, pages...).importance; got != want {
			t.Fatalf("importance %v, then %v", want, got)
		}
	}
}

func TestExtract(t *testing.T) {
	page := func(text string) []byte {
		return []byte(`<div class=nav><a href=/>Home</a></div><div class=text><p>` + text + `</p></div>`)
	}
	got, err := Extract([][]byte{page("River <b>bridge</b> closed"), page("Mayor resigns"), page("Cats win")})
	if err != nil || !slices.Equal(got, []string{"River bridge closed", "Mayor resigns", "Cats win"}) {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestOnePageKeepsEverything(t *testing.T) {
	got, err := Extract([][]byte{[]byte(`<p>Home</p><p>Text</p>`)})
	if err != nil || got[0] != "Home\nText" {
		t.Errorf("got %q, %v", got, err)
	}
}
