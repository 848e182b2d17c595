package e2e

import (
	"testing"

	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/comparer"
	"github.com/winnow-news/winnow/proto/canon"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/cli"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// TestSingleProcessIsWhatTheCoresSay holds the reference against the pure
// cores: all pages folded first, each judged once, in the full window. So a
// page that should have been judged again and was not shows, even if every
// run forgets it alike.
func TestSingleProcessIsWhatTheCoresSay(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process")
	}
	sameArticles(t, theArticles(t), oracle(t))
}

func oracle(t *testing.T) map[string]*pb.Article {
	t.Helper()
	cfg := config.Default()
	cfg.Comparer.Window = 1000
	cores, err := pipeline.NewCores(cfg, cli.Version)
	if err != nil {
		t.Fatal(err)
	}
	windows := map[string]*comparer.Window{}
	newest := map[string]*pb.SegmentedPage{}
	for _, page := range thePages(t).pages {
		cut, err := cores.Segmenter.Segment(page)
		if err != nil {
			t.Fatal(err)
		}
		if cut.GetPageClass() == pb.PageClass_PAGE_CLASS_ARTICLE {
			if err := windowOf(windows, cores.Comparer, page.GetSite()).AddPage(cut, cores.Classifier.ColdScores(cut)); err != nil {
				t.Fatal(err)
			}
		}
		if known := newest[cut.GetArticleId()]; cut.GetPageClass() != pb.PageClass_PAGE_CLASS_WALL && (known == nil || later(cut, known)) {
			newest[cut.GetArticleId()] = cut
		}
	}
	articles := map[string]*pb.Article{}
	for id, page := range newest {
		if a := judge(t, cores, windows[page.GetSite()], page); a != nil {
			articles[id] = a
		}
	}
	return articles
}

func windowOf(windows map[string]*comparer.Window, cfg comparer.Config, site string) *comparer.Window {
	if windows[site] == nil {
		windows[site] = comparer.NewWindow(cfg)
	}
	return windows[site]
}

// later orders the versions of an article: that at its own address comes behind
// its twins, others by the time of the fetch, then, so that there is an order at
// all, by page id.
func later(a, b *pb.SegmentedPage) bool {
	own := func(p *pb.SegmentedPage) bool { return canon.Own(p.GetArticleId(), p.GetUrl()) }
	if own(a) != own(b) {
		return own(a)
	}
	at, bt := a.GetFetchedAt().AsTime(), b.GetFetchedAt().AsTime()
	if !at.Equal(bt) {
		return at.After(bt)
	}
	return a.GetPageId() > b.GetPageId()
}

// judge gives the article of a page, nil when it is none.
func judge(t *testing.T, cores *pipeline.Cores, w *comparer.Window, page *pb.SegmentedPage) *pb.Article {
	t.Helper()
	if page.GetPageClass() != pb.PageClass_PAGE_CLASS_ARTICLE {
		return nil
	}
	scored, err := w.Score(page)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := cores.Classifier.Decide(scored)
	if cores.Classifier.OutcomeOf(scored, a) != classifier.OutcomeArticle {
		return nil
	}
	return a
}
