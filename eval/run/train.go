package run

import (
	"context"
	"fmt"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/parallel"
)

// folds is the number of models that a trained method is given: each is
// trained without one part of the sites.
const folds = 5

// crossFit trains a method several times, each time without a part of the
// training sites, and gives a page method that judges every page by a model
// that has not seen its site, under whatever name a corpus knows it. Pages of
// sites outside the training set are judged by the first model.
func crossFit(ctx context.Context, train method.Train, training []*corpus.Page) (func(*corpus.Page) method.Page, error) {
	part := corpus.Folds(training, folds)
	home := map[string]int{}
	for i, p := range training {
		home[p.Group] = part[i]
	}
	models := make([]method.Page, folds)
	errs := make([]error, folds)
	err := parallel.Do(ctx, folds, func(k int) {
		var rest []*corpus.Page
		for i, p := range training {
			if part[i] != k {
				rest = append(rest, p)
			}
		}
		models[k], errs[k] = train(rest)
	})
	if err != nil {
		return nil, err
	}
	for k, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("training without part %d of the sites: %w", k, err)
		}
	}
	return func(p *corpus.Page) method.Page { return models[home[p.Group]] }, nil
}

// trainable keeps the pages that a news model is trained on: articles with
// their full text.
func trainable(pages []*corpus.Page) []*corpus.Page {
	var out []*corpus.Page
	for _, p := range pages {
		if p.GoldKind == corpus.Full && p.GoldText != "" && (p.PageType == "" || p.PageType == "article") {
			out = append(out, p)
		}
	}
	return out
}
