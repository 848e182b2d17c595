package cli

import (
	"slices"
	"strings"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/run"
)

// source is a folder of corpora in which wcxb stands as two: its articles,
// which is what this project is about, and its pages of other types (forums,
// products, documentation …), whose figures would hide them.
type source struct{ corpus.Dir }

const (
	articles = "-articles"
	others   = "-other"
)

// expand replaces the names of corpora with several page types by the names of
// their two halves.
func expand(names []string) []string {
	var out []string
	for _, n := range names {
		if n == "wcxb" {
			out = append(out, n+articles, n+others)
		} else {
			out = append(out, n)
		}
	}
	return out
}

// base gives the archive that a name stands in.
func base(name string) string {
	return strings.TrimSuffix(strings.TrimSuffix(name, articles), others)
}

// Present is the folder's, for the names of halves too.
func (s source) Present(names ...string) (present, missing []string) {
	for _, n := range names {
		if there, _ := s.Dir.Present(base(n)); len(there) > 0 {
			present = append(present, n)
		} else {
			missing = append(missing, n)
		}
	}
	if len(names) == 0 {
		present, missing = s.Dir.Present()
	}
	return expand(present), missing
}

// Load reads a corpus, or the half that name stands for.
func (s source) Load(name string) ([]*corpus.Page, error) {
	pages, err := s.Dir.Load(base(name))
	if err != nil || base(name) == name {
		return pages, err
	}
	return slices.DeleteFunc(pages, func(p *corpus.Page) bool {
		return (p.PageType == "article") != strings.HasSuffix(name, articles)
	}), nil
}

// asServed gives pages whose bytes no one transcodes.
type asServed struct{ run.Source }

// Load is the source's.
func (s asServed) Load(name string) ([]*corpus.Page, error) {
	pages, err := s.Source.Load(name)
	for _, p := range pages {
		p.AsServed = true
	}
	return pages, err
}

// Fingerprint is that of the archive.
func (s source) Fingerprint(name string) (string, error) { return s.Dir.Fingerprint(base(name)) }
