// Package simulated makes a corpus of the newsroom: simulated news sites whose
// true text is known, for everything that must be measured where no corpus of
// real pages is at hand. It is a function of its arguments.
package simulated

import (
	"fmt"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/newsroom"
	"golang.org/x/text/encoding/htmlindex"
)

// Name is what the corpus is called beside the real ones.
const Name = "newsroom"

// Pages gives the pages of simulated sites, articles and others.
func Pages(seed uint64, sites, articles int) ([]*corpus.Page, error) {
	cfg := newsroom.DefaultConfig()
	cfg.Seed, cfg.Sites, cfg.ArticlesPerSite, cfg.Traps = seed, sites, articles, false
	n, err := newsroom.New(cfg)
	if err != nil {
		return nil, fmt.Errorf("simulated corpus: %w", err)
	}
	encoding := map[string]string{}
	for _, s := range n.Sites() {
		encoding[s.Host] = s.Charset
	}
	var out []*corpus.Page
	for p, err := range n.Pages() {
		if err != nil {
			return nil, fmt.Errorf("simulated corpus: %w", err)
		}
		// Some sites say nothing of their encoding, or lie. To find out is the
		// crawler's work, which is not what is measured here.
		if p.HTML, err = decode(p.HTML, encoding[p.Truth.Site]); err != nil {
			return nil, fmt.Errorf("simulated corpus: %s: %w", p.URL, err)
		}
		out = append(out, page(len(out), p))
	}
	return out, nil
}

func decode(src []byte, name string) ([]byte, error) {
	enc, err := htmlindex.Get(name)
	if err != nil {
		return nil, fmt.Errorf("encoding %q: %w", name, err)
	}
	return enc.NewDecoder().Bytes(src)
}

func page(i int, p newsroom.Page) *corpus.Page {
	t := p.Truth
	out := &corpus.Page{
		Corpus: Name, ID: fmt.Sprintf("%05d", i), Site: t.Site, Group: corpus.SiteGroup(t.Site, t.URL), URL: p.URL,
		HTML: p.HTML, GoldKind: corpus.None, Lang: t.Language, Title: t.Title, Authors: t.Authors, PageClass: string(t.Class),
	}
	if t.Redesign {
		out.Epoch = t.Site + "-redesigned"
	}
	if t.Class == newsroom.ClassArticle {
		out.GoldKind, out.GoldText = corpus.Full, t.Text()
	}
	return out
}
