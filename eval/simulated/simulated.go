// Package simulated makes a corpus of the newsroom: simulated news sites whose
// true text is known, for everything that must be measured where no corpus of
// real pages is at hand. It is a function of its arguments.
package simulated

import (
	"fmt"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/newsroom"
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
	var out []*corpus.Page
	for p, err := range n.Pages() {
		if err != nil {
			return nil, fmt.Errorf("simulated corpus: %w", err)
		}
		out = append(out, page(len(out), p))
	}
	return out, nil
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
