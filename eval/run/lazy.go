package run

import (
	"slices"

	"github.com/winnow-news/winnow/eval/corpus"
)

// costPool keeps of a corpus what Costs can draw from, so that not all corpora
// lie in memory at once: the sample, and the pages of its largest site.
func costPool(pages []*corpus.Page, perCorpus int) []*corpus.Page {
	out := sample(pages, perCorpus)
	count, best := map[string]int{}, ""
	for _, p := range pages {
		count[p.Template()]++
		if n := count[p.Template()]; n > count[best] || n == count[best] && p.Template() < best {
			best = p.Template()
		}
	}
	for _, p := range pages {
		if p.Template() == best && !slices.Contains(out, p) {
			if out = append(out, p); len(out) > perCorpus+20 {
				break
			}
		}
	}
	return out
}

// lazyCorpus reads its pages when they are first needed: cached results need
// none.
type lazyCorpus struct {
	load  func() ([]*corpus.Page, error)
	pages []*corpus.Page
}

func (c *lazyCorpus) get() ([]*corpus.Page, error) {
	if c.pages != nil {
		return c.pages, nil
	}
	var err error
	c.pages, err = c.load()
	return c.pages, err
}
