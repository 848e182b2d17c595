package simulated

import (
	"bytes"
	"testing"

	"github.com/winnow-news/winnow/eval/corpus"
)

func TestPages(t *testing.T) {
	a, err := Pages(1, 3, 6)
	if err != nil {
		t.Fatal(err)
	}
	articles, sites := 0, map[string]bool{}
	for _, p := range a {
		sites[p.Site] = true
		if p.GoldKind == corpus.Full {
			articles++
			if p.GoldText == "" || p.Title == "" || p.Group == "" || len(p.HTML) == 0 {
				t.Errorf("page %s lacks something: %d bytes, title %q", p.URL, len(p.HTML), p.Title)
			}
		}
	}
	if articles < 3*6 || len(sites) != 3 { // an article can stand under a second address
		t.Errorf("%d articles on %d sites, want at least 18 on 3", articles, len(sites))
	}
	b, err := Pages(1, 3, 6)
	if err != nil || len(b) != len(a) {
		t.Fatal(len(b), err)
	}
	for i := range a {
		if a[i].URL != b[i].URL || !bytes.Equal(a[i].HTML, b[i].HTML) {
			t.Fatalf("page %d differs between two calls", i)
		}
	}
}
