package metadata

import (
	"context"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/parallel"
)

// The fields that are measured, in the order of the table.
const (
	Title    = "title"
	Authors  = "authors"
	Day      = "published"
	Language = "language"
)

// fields gives the measured fields.
func fields() []string { return []string{Title, Authors, Day, Language} }

// Tally counts the pages whose label names a field by what a system said of
// them. Names counts single authors, who may be right in a list that is not.
type Tally struct {
	Correct, Wrong, Missing int
	Names                   Names
}

// Names are counts of single names: those that stand in both, and all.
type Names struct{ Both, Said, Labelled int }

// Pages is the number of labelled pages.
func (t Tally) Pages() int { return t.Correct + t.Wrong + t.Missing }

// Accuracy is the share of the labelled pages on which the system is right.
func (t Tally) Accuracy() float64 { return ratio(t.Correct, t.Pages()) }

// F1 is the harmonic mean of precision (right among what was said) and
// recall (right among what is labelled).
func (t Tally) F1() float64 { return ratio(2*t.Correct, 2*t.Correct+2*t.Wrong+t.Missing) }

// F1 of single names.
func (n Names) F1() float64 { return ratio(2*n.Both, n.Said+n.Labelled) }

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// Miss is a page on which a system is not right.
type Miss struct{ Page, Field, Said, Label string }

// Result is what one system reached on one corpus. A field that no page of the
// corpus is labelled with has an empty tally.
type Result struct {
	Corpus, System string
	Tallies        map[string]Tally
	Misses         []Miss
}

// Measure asks s about all pages that have a label, on all cores. The misses
// stand in the order of the pages.
func Measure(ctx context.Context, s System, name string, pages []*corpus.Page) (Result, error) {
	said := make([]Said, len(pages))
	err := parallel.Do(ctx, len(pages), func(i int) {
		if !labelled(pages[i]) {
			return
		}
		if v, err := s.Read(method.NewDoc(pages[i])); err == nil { // a failure says nothing
			said[i] = v
		}
	})
	r := Result{Corpus: name, System: s.Name, Tallies: map[string]Tally{}}
	j := &comparison{rules: newRules(), result: &r}
	for i, p := range pages {
		j.page(p, said[i])
	}
	return r, err
}

func labelled(p *corpus.Page) bool {
	return p.Title != "" || len(p.Authors) > 0 || p.Date != "" || p.Lang != ""
}
