package pipeline

import (
	"os"
	"slices"
	"testing"

	"github.com/winnow-news/winnow/classifier/cold"
	"github.com/winnow-news/winnow/classifier/judge"
	"github.com/winnow-news/winnow/comparer"
	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// BenchmarkRejudged counts the earlier pages that one new page of a site lets
// be judged again, when the articles of a corpus come one at a time.
// An operation is a corpus.
func BenchmarkRejudged(b *testing.B) {
	for _, name := range []string{"helsingborg-news", "news2019", "big9"} {
		b.Run(name, func(b *testing.B) { benchmarkRejudged(b, name) })
	}
}

func benchmarkRejudged(b *testing.B, name string) {
	dir := os.Getenv(corpus.EnvDir)
	if dir == "" {
		b.Skip(corpus.EnvDir + " is not set: no real pages")
	}
	model, err := cold.New()
	if err != nil {
		b.Fatal(err)
	}
	p, err := New(judge.Winnow, model)
	if err != nil {
		b.Fatal(err)
	}
	pages, err := articles(p, corpus.Dir(dir), name)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		again := 0
		windows := map[string]*comparer.Window{}
		for _, page := range pages {
			w := windows[page.GetSite()]
			if w == nil {
				w = comparer.NewWindow(p.compare)
				windows[page.GetSite()] = w
			}
			if w.Holds(page.GetPageId()) {
				continue
			}
			if err := w.AddPage(page, p.classify.ColdScores(page)); err != nil {
				b.Fatal(err)
			}
			again += len(slices.DeleteFunc(w.Changed(), func(id string) bool { return id == page.GetPageId() }))
		}
		if again == 0 {
			b.Fatal("no page was ever judged again")
		}
		b.ReportMetric(float64(again)/float64(len(pages)), "rejudged/page")
		b.ReportMetric(float64(len(pages)), "pages")
	}
}

// articles segments a corpus and gives the pages that enter their sites'
// windows.
func articles(p *Pipeline, dir corpus.Dir, name string) (pages []*pb.SegmentedPage, err error) {
	for labelled, err := range dir.Read(name) {
		if err != nil {
			return nil, err
		}
		page, err := p.Segment(method.NewDoc(labelled))
		if err != nil || page.GetPageClass() != pb.PageClass_PAGE_CLASS_ARTICLE {
			continue
		}
		page.Site = labelled.Template()
		pages = append(pages, page)
	}
	return pages, nil
}
