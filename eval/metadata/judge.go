package metadata

import (
	"strings"

	"github.com/winnow-news/winnow/eval/corpus"
)

// judge compares what a system said with the labels, page by page.
type judge struct {
	rules  *rules
	result *Result
}

func (j *judge) page(p *corpus.Page, s Said) {
	if p.Title != "" {
		j.count(p, Title, s.Title, p.Title, j.rules.title(s.Title, p.Title, p.Site))
	}
	if len(j.rules.names(p.Authors)) > 0 {
		j.count(p, Authors, strings.Join(s.Authors, "; "), strings.Join(p.Authors, "; "), j.rules.authors(s.Authors, p.Authors))
		t := j.result.Tallies[Authors]
		both, said, there := j.rules.hits(s.Authors, p.Authors)
		t.Names = Names{t.Names.Both + both, t.Names.Said + said, t.Names.Labelled + there}
		j.result.Tallies[Authors] = t
	}
	if p.Date != "" {
		j.count(p, Day, s.Day, p.Date, j.rules.day(s.Day, p.Date))
	}
	if code(p.Lang) != "" {
		j.count(p, Language, s.Language, p.Lang, j.rules.language(s.Language, p.Lang))
	}
}

func (j *judge) count(p *corpus.Page, field, said, label string, right bool) {
	t := j.result.Tallies[field]
	switch {
	case right:
		t.Correct++
	case said == "":
		t.Missing++
	default:
		t.Wrong++
	}
	j.result.Tallies[field] = t
	if !right {
		j.result.Misses = append(j.result.Misses, Miss{p.Key(), field, said, label})
	}
}
