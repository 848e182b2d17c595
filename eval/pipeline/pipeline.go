// Package pipeline joins Winnow's own segmenter, comparer and classifier into
// methods: pages in, texts out, without streams and stores. It runs the code
// that the stages run; what a stage adds to it is delivery.
package pipeline

import (
	"fmt"

	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/comparer"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/proto/canon"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Segmenter cuts pages into blocks as the stream does. It is safe for concurrent
// use.
type Segmenter struct{ segmenter *segmenter.Segmenter }

// NewSegmenter makes a segmenter of the default configuration.
func NewSegmenter() (*Segmenter, error) {
	s, err := segmenter.New(segmenter.DefaultConfig())
	return &Segmenter{s}, err
}

// Pipeline is a segmenter, a classifier and the settings of a comparer. It is
// safe for concurrent use.
type Pipeline struct {
	*Segmenter
	classify *classifier.Classifier
	compare  comparer.Config
}

// New makes a pipeline of the default configurations for one of the
// classifier's methods.
func New(name string, cold classifier.Cold) (*Pipeline, error) {
	seg, err := NewSegmenter()
	if err != nil {
		return nil, err
	}
	cfg := classifier.DefaultConfig()
	cfg.Method = name
	cls, err := classifier.New(cfg, cold)
	if err != nil {
		return nil, err
	}
	compare := comparer.DefaultConfig()
	compare.LeastCold = cls.LeastCold()
	return &Pipeline{Segmenter: seg, classify: cls, compare: compare}, nil
}

// Segment cuts a page into blocks. A page whose URL is not known gets one of
// its site's and its own, so that pages stay apart.
func (s *Segmenter) Segment(d method.Doc) (*pb.SegmentedPage, error) {
	url := d.URL
	if c, err := canon.URL(url); err != nil {
		url = fmt.Sprintf("https://site-%x.example/%x", d.Site, d.ID)
	} else {
		url = c
	}
	return s.segmenter.Segment(&pb.Page{
		PageId: canon.PageID(url, d.HTML), Site: "eval", Url: url, Body: d.HTML,
		FetchedAt: &timestamppb.Timestamp{}, Charset: "utf-8",
	})
}

// Page extracts a page's text from that page alone.
func (p *Pipeline) Page(d method.Doc) (method.Text, error) {
	article, err := p.Article(d)
	return textOf(article), err
}

func textOf(a *pb.Article) method.Text { return method.Text{Title: a.GetTitle(), Body: a.GetText()} }

// Article gives the whole article of a page, judged from that page alone.
func (p *Pipeline) Article(d method.Doc) (*pb.Article, error) {
	page, err := p.Segment(d)
	if err != nil {
		return nil, err
	}
	article, _ := p.classify.Decide(p.classify.ScoreAlone(page))
	return article, nil
}

// Site extracts the texts of a site's pages, each judged by what all of them
// say: the state that the stream reaches once these pages are in the window.
// As in the stream, only pages that look like articles enter it; the others are
// judged alone.
func (p *Pipeline) Site(docs []method.Doc) ([]method.Text, error) {
	cfg := p.compare
	cfg.Window = max(cfg.Window, len(docs))
	window := comparer.NewWindow(cfg)
	pages := make([]*pb.SegmentedPage, len(docs))
	for i, d := range docs {
		var err error
		if pages[i], err = p.Segment(d); err != nil {
			continue // judged as a page without text below
		}
		if pages[i].GetPageClass() != pb.PageClass_PAGE_CLASS_ARTICLE || window.Holds(pages[i].GetPageId()) {
			continue
		}
		if err := window.AddPage(pages[i], p.classify.ColdScores(pages[i])); err != nil {
			return nil, fmt.Errorf("page %s: %w", d.ID, err)
		}
	}
	texts := make([]method.Text, len(docs))
	for i, page := range pages {
		if page == nil {
			continue
		}
		scored := &pb.ScoredPage{Page: page}
		if window.Holds(page.GetPageId()) {
			var err error
			if scored, err = window.Score(page); err != nil {
				return nil, fmt.Errorf("page %s: %w", docs[i].ID, err)
			}
		}
		article, _ := p.classify.Decide(scored)
		texts[i] = textOf(article)
	}
	return texts, nil
}
