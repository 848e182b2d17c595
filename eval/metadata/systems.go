package metadata

import (
	"strings"
	"time"

	readeck "codeberg.org/readeck/go-readability/v2"
	"github.com/markusmobius/go-trafilatura"
	"github.com/winnow-news/winnow/eval/dom"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/pipeline"
)

// Winnow is the stream's own reading of a page that is seen alone.
func Winnow(p *pipeline.Pipeline) System {
	return System{Name: "winnow", Read: func(d method.Doc) (Said, error) {
		a, err := p.Article(d)
		if err != nil {
			return Said{}, err
		}
		day := a.GetPublishedLocal()
		return Said{Title: a.GetTitle(), Authors: a.GetAuthors(), Day: day[:min(len(day), len(time.DateOnly))], Language: a.GetLanguage()}, nil
	}}
}

// Peers are the libraries of the field that read metadata, as they come out of
// the box.
func Peers() []System {
	return []System{{"go-trafilatura", trafilaturaSays}, {"go-readability", readabilitySays}}
}

// trafilaturaSays takes also what the library says of pages whose text it
// finds too short to return.
func trafilaturaSays(d method.Doc) (Said, error) {
	doc, err := dom.Parse(d.HTML)
	if err != nil {
		return Said{}, err
	}
	cfg := trafilatura.DefaultConfig()
	cfg.MinOutputSize = 0
	res, err := trafilatura.ExtractDocument(doc, trafilatura.Options{
		Config: cfg, OriginalURL: d.Address(), EnableFallback: true, ExcludeComments: true,
	})
	if err != nil {
		return Said{}, err
	}
	m := res.Metadata
	return Said{Title: m.Title, Authors: filled(strings.Split(m.Author, ";")), Day: dayOf(m.Date), Language: m.Language}, nil
}

func readabilitySays(d method.Doc) (Said, error) {
	doc, err := dom.Parse(d.HTML)
	if err != nil {
		return Said{}, err
	}
	a, err := readeck.FromDocument(doc, d.Address())
	if err != nil {
		return Said{}, err
	}
	published, err := a.PublishedTime()
	if err != nil {
		published = time.Time{} // it has none
	}
	return Said{Title: a.Title(), Authors: filled([]string{a.Byline()}), Day: dayOf(published), Language: a.Language()}, nil
}

func dayOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// filled gives the lines that are not blank.
func filled(lines []string) []string {
	var out []string
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}
