package pipeline_test

import (
	"bytes"
	"testing"

	"github.com/winnow-news/winnow/newsroom"
	"github.com/winnow-news/winnow/proto/canon"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
	"golang.org/x/net/html"
)

// articlePages gives the articles of simulated sites, as UTF-8.
func articlePages(b *testing.B) (pages []*pb.Page, size int64) {
	b.Helper()
	nc := newsroom.DefaultConfig()
	nc.ArticlesPerSite, nc.CharsetShare = 4, 0
	room, err := newsroom.New(nc)
	if err != nil {
		b.Fatal(err)
	}
	for p, err := range room.Pages() {
		if err != nil {
			b.Fatal(err)
		}
		if p.Truth.Class != newsroom.ClassArticle {
			continue
		}
		pages = append(pages, &pb.Page{PageId: canon.PageID(p.URL, p.HTML), Site: "bench", Url: p.URL, Body: p.HTML})
		size += int64(len(p.HTML))
	}
	return pages, size
}

// BenchmarkBytesToArticle is the whole computation from HTML bytes to article,
// for pages alone; an op is all pages. Compare with BenchmarkBareParse.
func BenchmarkBytesToArticle(b *testing.B) {
	pages, size := articlePages(b)
	cores, err := pipeline.NewCores(config.Default(), "bench")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range pages {
			segmented, err := cores.Segmenter.Segment(p)
			if err != nil {
				b.Fatal(err)
			}
			article, _ := cores.Classifier.Decide(cores.Classifier.ScoreAlone(segmented))
			if article.GetText() == "" {
				b.Fatalf("no text in %s", p.GetUrl())
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(pages)), "ns/page")
}

// BenchmarkBareParse parses the same pages and does nothing else.
func BenchmarkBareParse(b *testing.B) {
	pages, size := articlePages(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range pages {
			doc, err := html.Parse(bytes.NewReader(p.GetBody()))
			if err != nil || doc.FirstChild == nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(pages)), "ns/page")
}
