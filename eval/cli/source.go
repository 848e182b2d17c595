package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/run"
	"github.com/winnow-news/winnow/eval/simulated"
)

// source is a folder of corpora with two additions. The newsroom, which is
// simulated, is always there. And wcxb stands as two: its articles, which is
// what this project is about, and its pages of other types (forums, products,
// documentation …), whose figures would hide them.
type source struct{ corpus.Dir }

var _ run.Source = source{}

const (
	articles = "-articles"
	others   = "-other"
)

// The size of the newsroom: small enough to be made in a second, with sites
// large enough for learning curves.
const (
	newsroomSeed     = 1
	newsroomSites    = 12
	newsroomArticles = 20
)

// expand puts the names of its two halves in the place of wcxb.
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

// Present tells which of the corpora names are there and which are missing.
// Without names it looks for the known corpora and any other archive, and leaves
// the newsroom out.
func (s source) Present(names ...string) (present, missing []string) {
	if len(names) == 0 {
		present, missing = s.Dir.Present()
	}
	for _, n := range names {
		there, _ := s.Dir.Present(base(n))
		if len(there) > 0 || n == simulated.Name {
			present = append(present, n)
		} else {
			missing = append(missing, n)
		}
	}
	return expand(present), missing
}

// Load reads a corpus, or the half that name stands for, or makes the newsroom.
func (s source) Load(name string) ([]*corpus.Page, error) {
	if name == simulated.Name {
		return simulated.Pages(newsroomSeed, newsroomSites, newsroomArticles)
	}
	pages, err := s.Dir.Load(base(name))
	if err != nil || base(name) == name {
		return pages, err
	}
	return slices.DeleteFunc(pages, func(p *corpus.Page) bool {
		return (p.PageType == "article") != strings.HasSuffix(name, articles)
	}), nil
}

// Fingerprint is that of the archive. The newsroom's pages change with the
// program only, whose build is part of the cache's stamp.
func (s source) Fingerprint(name string) (string, error) {
	if name == simulated.Name {
		return "simulated", nil
	}
	return s.Dir.Fingerprint(base(name))
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

// openCorpora gives the source of the pages in folder and says which of the
// corpora names, or of the known ones where there are none, are present and
// which are missing. The newsroom stands in where no corpus is present and none
// was asked for.
func openCorpora(folder string, names []string, env Env) (src source, present, missing []string, err error) {
	src = source{corpus.Dir(folder)}
	present, missing = src.Present(names...)
	if folder != "" && len(missing) > 0 {
		fmt.Fprintf(env.Err, "eval: skipped, for it is not in %q: %s\n", folder, strings.Join(missing, ", "))
	}
	switch {
	case len(present) > 0:
	case len(names) > 0:
		return src, nil, nil, missingCorpora(folder, missing)
	default:
		fmt.Fprintf(env.Err, "eval: no corpora (--corpora or %s): measuring on the newsroom, which is simulated\n", corpus.EnvDir)
		present = []string{simulated.Name}
	}
	return src, present, missing, nil
}

// loadAll reads whole corpora, all of which must be there.
func loadAll(folder string, names []string, progress *line) ([]*corpus.Page, error) {
	src := source{corpus.Dir(folder)}
	present, missing := src.Present(names...)
	if len(missing) > 0 {
		return nil, missingCorpora(folder, missing)
	}
	var pages []*corpus.Page
	for _, name := range present {
		progress.show("reading "+name, 0, 0)
		part, err := src.Load(name)
		if err != nil {
			return nil, err
		}
		pages = append(pages, part...)
	}
	return pages, nil
}

func missingCorpora(folder string, names []string) error {
	if folder == "" {
		return fmt.Errorf("no folder of corpora to find %s in: set --corpora or %s (docs/corpora.md)", strings.Join(names, ", "), corpus.EnvDir)
	}
	return fmt.Errorf("no corpus %s in %q: set --corpora or %s (docs/corpora.md)", strings.Join(names, ", "), folder, corpus.EnvDir)
}
