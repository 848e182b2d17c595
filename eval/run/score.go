package run

import (
	"context"
	"maps"
	"slices"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/label"
	"github.com/winnow-news/winnow/eval/metric"
	"github.com/winnow-news/winnow/eval/parallel"
)

// sums are the scores of some pages by each metric.
type sums struct {
	pages, failed, empty int
	shingle, word, body  metric.Sum
	snippet, block       metric.Sum
}

func (s *sums) merge(t sums) {
	s.pages, s.failed, s.empty = s.pages+t.pages, s.failed+t.failed, s.empty+t.empty
	s.shingle.Merge(t.shingle)
	s.word.Merge(t.word)
	s.body.Merge(t.body)
	s.snippet.Merge(t.snippet)
	s.block.Merge(t.block)
}

// Judged reports whether anything is known that a prediction for the page
// could be compared with.
func Judged(p *corpus.Page) bool {
	return p.GoldKind != corpus.None && (p.GoldText != "" || len(p.With)+len(p.Without) > 0)
}

// judge scores one prediction by every metric that the page's gold allows.
func judge(p *corpus.Page, pred Prediction) sums {
	s := sums{pages: 1}
	if pred.Err != nil {
		s.failed = 1
	} else if pred.Body == "" {
		s.empty = 1
	}
	if p.GoldText != "" {
		c := conventionOf(p)
		s.shingle.Add(metric.Shingles(pred.Body, p.GoldText))
		s.word.Add(metric.Words(c.withTitle(pred.Text), p.GoldText))
		s.body.Add(metric.Words(c.body(pred.Body), c.body(p.GoldText)))
	}
	if len(p.With)+len(p.Without) > 0 {
		s.snippet.Add(metric.Snippets(pred.Body, p.With, p.Without))
	}
	if len(p.Blocks) > 0 {
		s.block.Add(blocks(p.Blocks, pred.Body))
	}
	return s
}

// blocks compares the labelled blocks that a text contains, by the same alignment
// that gives blocks their labels, with those that are the article.
func blocks(labelled []corpus.Block, text string) metric.Counts {
	texts, truth := make([]string, len(labelled)), make([]bool, len(labelled))
	for i, b := range labelled {
		texts[i], truth[i] = b.Text, b.Main()
	}
	chosen := make([]bool, len(labelled))
	for i, l := range label.Texts(texts, text) {
		chosen[i] = l.Content
	}
	return metric.Labels(chosen, truth)
}

// bySite adds the scores of the judged pages up by site group. The sites are
// in alphabetical order.
func bySite(pages []*corpus.Page, predictions []Prediction, judged []int) (names []string, sites []sums) {
	scores := judgeAll(judged, func(i int) (*corpus.Page, Prediction) { return pages[i], predictions[i] })
	of := map[string]*sums{}
	for k, i := range judged {
		g := pages[i].Group
		if of[g] == nil {
			of[g] = &sums{}
		}
		of[g].merge(scores[k])
	}
	names = slices.Sorted(maps.Keys(of))
	for _, name := range names {
		sites = append(sites, *of[name])
	}
	return names, sites
}

// judgeAll scores the judged pages on all cores, because that costs as much as
// some methods. at gives a page and its prediction; the scores stand parallel to
// judged.
func judgeAll(judged []int, at func(i int) (*corpus.Page, Prediction)) []sums {
	scores := make([]sums, len(judged))
	_ = parallel.Do(context.Background(), len(judged), func(k int) { scores[k] = judge(at(judged[k])) }) // fails with its context only
	return scores
}
