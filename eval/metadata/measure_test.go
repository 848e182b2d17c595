package metadata

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/classifier/heuristic"
	"github.com/winnow-news/winnow/classifier/judge"
	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/pipeline"
)

func TestMeasure(t *testing.T) {
	pages := []*corpus.Page{
		{Corpus: "c", ID: "right", Title: "T", Authors: []string{"A B", "C D"}, Date: "2026-11-21", Lang: "en"},
		{Corpus: "c", ID: "half", Title: "T", Authors: []string{"A B", "C D"}, Date: "2026-11-21"},
		{Corpus: "c", ID: "nothing", Title: "T"},
		{Corpus: "c", ID: "failed", Title: "T"},
		{Corpus: "c", ID: "unlabelled"},
	}
	said := map[string]Said{
		"right": {Title: "T", Authors: []string{"C D", "A B"}, Day: "2026-11-21", Language: "en"},
		"half":  {Title: "t!", Authors: []string{"A B"}, Day: "2026-11-20", Language: "sv"},
	}
	s := System{"s", func(d method.Doc) (Said, error) {
		if d.ID == "unlabelled" {
			t.Error("a page without labels was read")
		}
		if d.ID == "failed" {
			return Said{Title: "half read"}, errors.New("failed")
		}
		return said[d.ID], nil
	}}
	r, err := Measure(context.Background(), s, "c", pages)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Tally{
		Title:    {Correct: 2, Missing: 2},
		Authors:  {Correct: 1, Wrong: 1, Names: Names{Both: 3, Said: 3, Labelled: 4}},
		Day:      {Correct: 1, Wrong: 1},
		Language: {Correct: 1},
	}
	if !reflect.DeepEqual(r.Tallies, want) {
		t.Errorf("got %+v\nwant %+v", r.Tallies, want)
	}
	if len(r.Misses) != 4 || r.Misses[0] != (Miss{"c/half", Authors, "A B", "A B; C D"}) {
		t.Errorf("misses %q", r.Misses)
	}
	if f := r.Tallies[Title].F1(); f != 4./6 {
		t.Errorf("title F1 %v", f)
	}
	var b bytes.Buffer
	if err := Table(&b, []Result{r}, true); err != nil || !strings.Contains(b.String(), "| c | authors | s | 2 | 1 | 1 | 0 | 0.500 | 0.500 | 0.857 |\n") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// Every system reads a plain page right.
func TestSystems(t *testing.T) {
	p, err := pipeline.New(judge.Winnow, heuristic.New())
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("<p>The council of the town has after long debate at last agreed to the new harbour, with a clear majority of its votes.</p>", 6)
	doc := method.Doc{ID: "x", URL: "https://news.example/a", Site: "news.example", HTML: []byte(`<html lang="en"><head><title>Council votes on the harbour | Gazette</title>
<meta property="og:site_name" content="Gazette"><meta property="og:title" content="Council votes on the harbour"><meta name="author" content="Ann Scriven">
<meta property="article:published_time" content="2026-11-21T00:30:00+02:00"></head><body><article><h1>Council votes on the harbour</h1>` + text + `</article></body></html>`)}
	want := Said{Title: "Council votes on the harbour", Authors: []string{"Ann Scriven"}, Day: "2026-11-21", Language: "en"}
	for _, s := range append(Peers(), Winnow(p)) {
		if got, err := s.Read(doc); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", s.Name, got, err)
		}
	}
}
