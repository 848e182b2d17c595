package run

import (
	"context"
	"fmt"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/parallel"
)

// Prediction is what a method extracted from one page.
type Prediction struct {
	method.Text
	Err error // the method failed; Text is empty then
}

// Pages applies a page method to each page, on all cores. progress, which may
// be nil, is called after each page. Errors: ctx ended.
func Pages(ctx context.Context, extract method.Page, pages []*corpus.Page, progress func()) ([]Prediction, error) {
	out := make([]Prediction, len(pages))
	err := parallel.Do(ctx, len(pages), func(i int) {
		out[i] = one(extract, method.NewDoc(pages[i]))
		if progress != nil {
			progress()
		}
	})
	return out, err
}

// Sites applies a site method to sets of pages, on all cores, and gives the
// predictions of the judged members of each set at their places in pages; the
// others are only there to be compared with. No page may be judged in two sets.
// progress, which may be nil, is called after each judged page. Errors: ctx
// ended.
func Sites(ctx context.Context, extract method.Site, pages []*corpus.Page, sets []Set, progress func()) ([]Prediction, error) {
	out := make([]Prediction, len(pages))
	err := parallel.Do(ctx, len(sets), func(k int) {
		docs := make([]method.Doc, len(sets[k].Members))
		for j, i := range sets[k].Members {
			docs[j] = method.NewDoc(pages[i])
		}
		texts, err := many(extract, docs)
		for j, i := range sets[k].Members[:sets[k].Judged] {
			if err != nil {
				out[i] = Prediction{Err: err}
			} else {
				out[i] = Prediction{Text: texts[j]}
			}
			if progress != nil {
				progress()
			}
		}
	})
	return out, err
}

// one survives what foreign code does to its caller.
func one(extract method.Page, d method.Doc) (p Prediction) {
	defer func() {
		if r := recover(); r != nil {
			p = Prediction{Err: fmt.Errorf("page %s: panic: %v", d.ID, r)}
		}
	}()
	text, err := extract(d)
	if err != nil {
		return Prediction{Err: fmt.Errorf("page %s: %w", d.ID, err)}
	}
	return Prediction{Text: text}
}

func many(extract method.Site, docs []method.Doc) (texts []method.Text, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("site of page %s: panic: %v", docs[0].ID, r)
		}
	}()
	texts, err = extract(docs)
	if err == nil && len(texts) != len(docs) {
		err = fmt.Errorf("site of page %s: %d texts for %d pages", docs[0].ID, len(texts), len(docs))
	}
	return texts, err
}
