package run

import (
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
		s.block.Add(metric.Labels(chosen(p.Blocks, pred.Body), mainContent(p.Blocks)))
	}
	return s
}

// chosen tells which of the labelled blocks a text contains, by the same
// alignment that gives blocks their labels.
func chosen(blocks []corpus.Block, text string) []bool {
	texts := make([]string, len(blocks))
	for i, b := range blocks {
		texts[i] = b.Text
	}
	out := make([]bool, len(blocks))
	for i, l := range label.Texts(texts, text) {
		out[i] = l.Content
	}
	return out
}

// mainContent tells which labelled blocks are the article: headline, full text
// and what supplements it (dates, bylines, captions). These are the 16 % of the
// blocks that Kohlschütter and Kim call main content.
func mainContent(blocks []corpus.Block) []bool {
	out := make([]bool, len(blocks))
	for i, b := range blocks {
		out[i] = slices.Contains([]string{"headline", "fulltext", "supplemental"}, b.Label)
	}
	return out
}

// bySite adds the scores of the judged pages up by site group. The sites are
// in alphabetical order.
func bySite(pages []*corpus.Page, predictions []Prediction, judged []int) (names []string, sites []sums) {
	scores := make([]sums, len(judged))
	// Scoring costs as much as some methods; the order of the sums stays.
	_ = parallel.Do(noDeadline, len(judged), func(k int) { scores[k] = judge(pages[judged[k]], predictions[judged[k]]) })
	at := map[string]int{}
	for k, i := range judged {
		g := pages[i].Group
		if _, ok := at[g]; !ok {
			at[g] = len(sites)
			names, sites = append(names, g), append(sites, sums{})
		}
		sites[at[g]].merge(scores[k])
	}
	order := make([]int, len(names))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if names[a] < names[b] {
			return -1
		}
		return 1
	})
	sortedNames, sorted := make([]string, len(names)), make([]sums, len(names))
	for k, i := range order {
		sortedNames[k], sorted[k] = names[i], sites[i]
	}
	return sortedNames, sorted
}
