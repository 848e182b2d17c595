package train

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/winnow-news/winnow/classifier/cold"
	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/label"
	"github.com/winnow-news/winnow/eval/method"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// The files of a matrix, all in one folder. Numbers are float32, little
// endian; rows stand in the order of the pages and their blocks.
const (
	FeaturesFile = "features.f32" // a row of features a block
	LabelsFile   = "labels.f32"   // label and weight of each block
	PagesFile    = "pages.jsonl"  // a line a page
	NamesFile    = "names.txt"    // the features' names, a line each
)

// Labels of blocks. Headlines are content by some conventions and not by
// others, so nothing is learned from them.
const (
	Unknown  = -1
	Template = 0
	Content  = 1
	Headline = 2
)

// Row is a line of PagesFile.
type Row struct {
	Corpus string `json:"corpus"`
	ID     string `json:"id"`
	Group  string `json:"group"` // site, for cross-validation
	Fold   int    `json:"fold"`
	// Variant is set for a page that stands in the matrix a second time,
	// changed: see variants.
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

// Folds is the number of parts of the cross-validation that Row.Fold is for.
const Folds = 5

// variants are the forms in which each training page is learned: as it is, and
// as a site would have written it that names nothing. Old sites do not.
var variants = []string{"", "nameless"}

// Matrix writes the matrix of pages to the folder dir. Pages that cannot be
// segmented are left out. all asks for the first variant only.
func Matrix(ctx context.Context, dir string, pages []*corpus.Page, segment Segment, plain bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	w, err := newWriter(dir)
	if err != nil {
		return err
	}
	features := cold.NewFeatures()
	folds := corpus.Folds(pages, Folds)
	const chunk = 64 // pages whose rows lie in memory together
	for from := 0; from < len(pages); from += chunk {
		part := make([][]entry, min(chunk, len(pages)-from))
		var work sync.WaitGroup
		next := make(chan int)
		for range runtime.GOMAXPROCS(0) {
			work.Go(func() {
				for i := range next {
					part[i] = entries(pages[from+i], features, segment, plain)
				}
			})
		}
		for i := range part {
			next <- i
		}
		close(next)
		work.Wait()
		for i, es := range part {
			for _, e := range es {
				e.row.Fold = folds[from+i]
				if err := w.write(e); err != nil {
					return errors.Join(err, w.close())
				}
			}
		}
		if err := ctx.Err(); err != nil {
			return errors.Join(err, w.close())
		}
	}
	names := strings.Join(features.Names(), "\n") + "\n"
	return errors.Join(w.close(), os.WriteFile(filepath.Join(dir, NamesFile), []byte(names), 0o644))
}

// entry is what the matrix holds of one page.
type entry struct {
	row      Row
	features []float32
	labels   []float32
}

func entries(p *corpus.Page, features *cold.Features, segment Segment, plain bool) []entry {
	page, err := segment(method.NewDoc(p))
	if err != nil || len(page.GetBlocks()) == 0 {
		return nil
	}
	labels := labelled(p, page)
	var out []entry
	for _, v := range variants {
		if v != "" {
			if plain {
				break
			}
			forgetNames(page)
		}
		out = append(out, entry{
			row: Row{Corpus: p.Corpus, ID: p.ID, Group: p.Group, Variant: v, Type: p.PageType, Class: p.PageClass,
				PageClass: strings.ToLower(strings.TrimPrefix(page.GetPageClass().String(), "PAGE_CLASS_")),
				Lang:      p.Lang, Blocks: len(page.GetBlocks())},
			features: features.Matrix(nil, page),
			labels:   labels,
		})
	}
	return out
}

// forgetNames takes from a page what its elements are called.
func forgetNames(page *pb.SegmentedPage) {
	for _, e := range page.GetElements() {
		e.Classes, e.Id, e.Hints = nil, "", nil
	}
}

// labelled gives label and weight of each block. A page weighs as much as any
// other, and of its blocks the long ones weigh more, less than in proportion.
func labelled(p *corpus.Page, page *pb.SegmentedPage) []float32 {
	out := make([]float32, 2*len(page.GetBlocks()))
	known := p.GoldKind == corpus.Full || p.GoldKind == corpus.Blocks
	gold := 0
	var labels []label.Label
	if known {
		labels = label.Page(page, p.GoldText, p.Title)
		for _, l := range labels {
			if l.Content {
				gold += l.Tokens
			}
		}
	}
	for i := range page.GetBlocks() {
		if !known {
			out[2*i] = Unknown
			continue
		}
		l := labels[i]
		switch {
		case l.Headline:
			out[2*i] = Headline
		case l.Content:
			out[2*i] = Content
		}
		if gold >= leastGold && !l.Headline {
			out[2*i+1] = float32(math.Sqrt(float64(l.Tokens) / float64(gold)))
		}
	}
	return out
}

// leastGold is the number of words that must be found on a page if anything is
// to be learned from it.
const leastGold = 20

// writer writes the files of a matrix.
type writer struct {
	files                   []*os.File
	features, labels, pages *bufio.Writer
	rows                    int
}

func newWriter(dir string) (*writer, error) {
	w := &writer{}
	for _, to := range []struct {
		name string
		buf  **bufio.Writer
	}{{FeaturesFile, &w.features}, {LabelsFile, &w.labels}, {PagesFile, &w.pages}} {
		f, err := os.Create(filepath.Join(dir, to.name))
		if err != nil {
			return nil, errors.Join(err, w.close())
		}
		w.files = append(w.files, f)
		*to.buf = bufio.NewWriterSize(f, 1<<20)
	}
	return w, nil
}

func (w *writer) write(e entry) error {
	e.row.From = w.rows
	w.rows += e.row.Blocks
	line, err := json.Marshal(e.row)
	if err != nil {
		return fmt.Errorf("page %s/%s: %w", e.row.Corpus, e.row.ID, err)
	}
	_, err = w.pages.Write(append(line, '\n'))
	return errors.Join(err, floats(w.features, e.features), floats(w.labels, e.labels))
}

func floats(w io.Writer, values []float32) error {
	buf := make([]byte, 0, 4*len(values))
	for _, v := range values {
		buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(v))
	}
	_, err := w.Write(buf)
	return err
}

func (w *writer) close() error {
	var errs []error
	for i, b := range []*bufio.Writer{w.features, w.labels, w.pages} {
		if i < len(w.files) {
			errs = append(errs, b.Flush(), w.files[i].Close())
		}
	}
	return errors.Join(errs...)
}
