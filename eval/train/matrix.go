package train

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/winnow-news/winnow/classifier/cold"
	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/label"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/parallel"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/zeebo/xxh3"
)

// The files of a matrix, all in one folder. Numbers are float32, little
// endian; rows stand in the order of the pages and their blocks.
const (
	featuresFile = "features.f32" // a row of features a block
	labelsFile   = "labels.f32"   // label and weight of each block
	pagesFile    = "pages.jsonl"  // a line a page
	namesFile    = "names.txt"    // the features' names, a line each
)

// Labels of blocks. Headlines are content by some conventions and not by
// others, so nothing is learned from them.
const (
	labelUnknown  = -1
	labelTemplate = 0
	labelContent  = 1
	labelHeadline = 2
)

// row is a line of pagesFile.
type row struct {
	Corpus string `json:"corpus"`
	ID     string `json:"id"`
	Group  string `json:"group"` // site, for cross-validation
	Fold   int    `json:"fold"`
	// Variant is set for a page that stands in the matrix a second time,
	// changed.
	Variant   string `json:"variant,omitempty"`
	Type      string `json:"type,omitempty"`  // wcxb's page type
	Class     string `json:"class,omitempty"` // news2019's and helsingborg's page class
	PageClass string `json:"page_class"`      // the segmenter's
	Lang      string `json:"lang,omitempty"`
	From      int    `json:"from"` // first row
	Blocks    int    `json:"blocks"`
}

// Segment cuts a page into blocks.
type Segment func(method.Doc) (*pb.SegmentedPage, error)

// Folds is the number of parts of the cross-validation that row.Fold is for.
const Folds = 5

// The forms in which a training page is learned: as it is, and with comments
// behind the article.
const (
	asIs     = ""
	comments = "comments"
)

// Matrix writes the matrix of pages to the folder dir. Pages that cannot be
// segmented are left out. plain asks for pages as they are, without the other
// variants.
func Matrix(ctx context.Context, dir string, pages []*corpus.Page, segment Segment, plain bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	w, err := newWriter(dir)
	if err != nil {
		return err
	}
	m := &maker{features: cold.NewFeatures(), segment: segment, plain: plain}
	if !plain {
		if err := m.collect(ctx, pages); err != nil {
			return errors.Join(err, w.close())
		}
	}
	folds := corpus.Folds(pages, Folds)
	const chunk = 64 // pages whose rows lie in memory together
	for from := 0; from < len(pages); from += chunk {
		part := make([][]entry, min(chunk, len(pages)-from))
		err := parallel.Do(ctx, len(part), func(i int) { part[i] = m.entries(pages[from+i]) })
		if err != nil {
			return errors.Join(err, w.close())
		}
		for i, es := range part {
			for _, e := range es {
				e.row.Fold = folds[from+i]
				if err := w.write(e); err != nil {
					return errors.Join(err, w.close())
				}
			}
		}
	}
	names := strings.Join(m.features.Names(), "\n") + "\n"
	return errors.Join(w.close(), os.WriteFile(filepath.Join(dir, namesFile), []byte(names), 0o644))
}

// entry is what the matrix holds of one page.
type entry struct {
	row      row
	features []float32
	labels   []float32
}

// maker makes entries of pages.
type maker struct {
	features *cold.Features
	segment  Segment
	plain    bool
	posts    bank
}

// collect fills the bank from the pages of forums, in their order.
func (m *maker) collect(ctx context.Context, pages []*corpus.Page) error {
	for _, p := range pages {
		if p.PageType != "forum" {
			continue
		}
		if page, err := m.segment(method.NewDoc(p)); err == nil {
			m.posts.deposit(page, label.Page(page, p.GoldText, p.Title))
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (m *maker) entries(p *corpus.Page) []entry {
	page, err := m.segment(method.NewDoc(p))
	if err != nil || len(page.GetBlocks()) == 0 {
		return nil
	}
	labels := labelled(p, page)
	out := []entry{m.entry(p, page, labels, asIs)}
	if m.plain {
		return out
	}
	rng := rand.New(rand.NewPCG(xxh3.HashString(p.Key()), 1))
	if with, labels := addComments(page, labels, m.posts, rng); with != nil && (p.PageType == "" || p.PageType == "article") {
		if rng.IntN(3) == 0 { // old pages name nothing
			forgetNames(with)
		}
		out = append(out, m.entry(p, with, labels, comments))
	}
	return out
}

func (m *maker) entry(p *corpus.Page, page *pb.SegmentedPage, labels []float32, variant string) entry {
	return entry{
		row: row{Corpus: p.Corpus, ID: p.ID, Group: p.Group, Variant: variant, Type: p.PageType, Class: p.PageClass,
			PageClass: strings.ToLower(strings.TrimPrefix(page.GetPageClass().String(), "PAGE_CLASS_")),
			Lang:      p.Lang, Blocks: len(page.GetBlocks())},
		features: m.features.Matrix(nil, page),
		labels:   labels,
	}
}

// forgetNames makes page one that names none of its elements.
func forgetNames(page *pb.SegmentedPage) {
	for i, e := range page.GetElements() {
		page.Elements[i] = &pb.Element{Parent: e.GetParent(), Tag: e.GetTag(), Place: e.GetPlace(), Hidden: e.GetHidden()}
	}
}

// labelled gives label and weight of each block. A page weighs as much as any
// other, and of its blocks the long ones weigh more, less than in proportion.
func labelled(p *corpus.Page, page *pb.SegmentedPage) []float32 {
	out := make([]float32, 2*len(page.GetBlocks()))
	if !known(p) {
		for i := range page.GetBlocks() {
			out[2*i] = labelUnknown
		}
		return out
	}
	labels := label.Page(page, p.GoldText, p.Title)
	gold := 0
	for _, l := range labels {
		if l.Content {
			gold += l.Tokens
		}
	}
	for i, l := range labels {
		switch {
		case l.Headline:
			out[2*i] = labelHeadline
		case l.Content:
			out[2*i] = labelContent
		}
		if gold >= leastGold && !l.Headline {
			out[2*i+1] = float32(math.Sqrt(float64(l.Tokens) / float64(gold)))
		}
	}
	return out
}

// known reports whether the whole text of the page's article is known.
func known(p *corpus.Page) bool {
	return (p.GoldKind == corpus.Full || p.GoldKind == corpus.Blocks) && p.GoldText != ""
}

// leastGold is the number of words that must be found on a page if anything is
// to be learned from it.
const leastGold = 20
