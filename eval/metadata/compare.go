package metadata

import (
	"strings"

	"github.com/winnow-news/winnow/eval/corpus"
)

// comparison compares what a system said with the labels, page by page.
type comparison struct {
	rules  *rules
	result *Result
}

func (c *comparison) page(p *corpus.Page, s Said) {
	if p.Title != "" {
		c.count(p, Title, s.Title, p.Title, c.rules.title(s.Title, p.Title, p.Site))
	}
	if len(c.rules.names(p.Authors)) > 0 {
		c.count(p, Authors, strings.Join(s.Authors, "; "), strings.Join(p.Authors, "; "), c.rules.authors(s.Authors, p.Authors))
		t := c.result.Tallies[Authors]
		both, said, there := c.rules.hits(s.Authors, p.Authors)
		t.Names = Names{t.Names.Both + both, t.Names.Said + said, t.Names.Labelled + there}
		c.result.Tallies[Authors] = t
	}
	if p.Date != "" {
		c.count(p, Day, s.Day, p.Date, c.rules.day(s.Day, p.Date))
	}
	if code(p.Lang) != "" {
		c.count(p, Language, s.Language, p.Lang, c.rules.language(s.Language, p.Lang))
	}
}

func (c *comparison) count(p *corpus.Page, field, said, label string, right bool) {
	t := c.result.Tallies[field]
	switch {
	case right:
		t.Correct++
	case said == "":
		t.Missing++
	default:
		t.Wrong++
	}
	c.result.Tallies[field] = t
	if !right {
		c.result.Misses = append(c.result.Misses, Miss{p.Key(), field, said, label})
	}
}
