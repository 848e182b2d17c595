package cli

import (
	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/run"
	"github.com/winnow-news/winnow/eval/simulated"
)

// newsroomCorpus is the name of the corpus that is always there.
const newsroomCorpus = simulated.Name

// withNewsroom is a source that also makes the newsroom's pages.
type withNewsroom struct{ source }

var _ run.Source = withNewsroom{}

// Size of the simulated corpus: small enough to be made in a second, with
// sites large enough for learning curves.
const (
	newsroomSeed     = 1
	newsroomSites    = 12
	newsroomArticles = 20
)

// Present says of the newsroom that it is there when it is asked for by name.
func (s withNewsroom) Present(names ...string) (present, missing []string) {
	var rest []string
	asked := false
	for _, n := range names {
		if n == newsroomCorpus {
			asked = true
		} else {
			rest = append(rest, n)
		}
	}
	if len(rest) > 0 || !asked {
		present, missing = s.source.Present(rest...)
	}
	if asked {
		present = append(present, newsroomCorpus)
	}
	return present, missing
}

// Load makes the newsroom's pages, or reads a corpus.
func (s withNewsroom) Load(name string) ([]*corpus.Page, error) {
	if name == newsroomCorpus {
		return simulated.Pages(newsroomSeed, newsroomSites, newsroomArticles)
	}
	return s.source.Load(name)
}

// Fingerprint of the newsroom is its size: its pages change with the program
// only, which is part of every cache's stamp.
func (s withNewsroom) Fingerprint(name string) (string, error) {
	if name == newsroomCorpus {
		return "simulated", nil
	}
	return s.source.Fingerprint(name)
}
