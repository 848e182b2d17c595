package cold

import (
	_ "embed"
	"fmt"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

//go:embed model.bin
var shipped []byte

// Model judges blocks. It is safe for concurrent use.
type Model struct {
	header   Header
	features *Features
	// article is for pages that are articles, other for the rest: on a forum
	// or a product page other things are content.
	article, other forest
}

// New gives the model that Winnow ships with. The error is never nil for a
// program built from a consistent repository; it wraps ErrModel.
func New() (*Model, error) { return Decode(shipped) }

// Header says what the model was trained on.
func (m *Model) Header() Header { return m.header }

// Scores writes the probability of content, 0..1, of each block of page into
// dst, which is as long as page.Blocks.
func (m *Model) Scores(page *pb.SegmentedPage, dst []float32) {
	votes := m.votes(page.GetPageClass())
	m.features.each(page, m.skip(votes), func(i int, row []float32) {
		logit := float32(0)
		for _, v := range votes {
			if v.weight > 0 {
				logit += v.weight * v.forest.sum(row)
			}
		}
		dst[i] = sigmoid(logit)
	})
}

// skip tells which blocks leave before the first tree: short links, on articles.
// Elsewhere they may be what the page is about, and where the forest lets
// nothing leave, nothing does.
func (m *Model) skip(votes [2]vote) func(*block) bool {
	if votes[1].weight > 0 || m.article.exit.After == 0 {
		return nil
	}
	return shortLink
}

// vote is what a forest has to say on a page.
type vote struct {
	forest *forest
	weight float32
}

// votes tells who judges pages of a class. What looks like a listing or a forum
// is often an article with many links or comments, so there both kinds of
// forests have a say.
func (m *Model) votes(class pb.PageClass) [2]vote {
	article := float32(0)
	switch class {
	case pb.PageClass_PAGE_CLASS_UNSPECIFIED, pb.PageClass_PAGE_CLASS_ARTICLE, pb.PageClass_PAGE_CLASS_LIVE:
		article = 1
	case pb.PageClass_PAGE_CLASS_LISTING, pb.PageClass_PAGE_CLASS_FORUM:
		article = 0.5
	}
	return [2]vote{{&m.article, article}, {&m.other, 1 - article}}
}

// check reports whether the model reads the features of this program.
func (m *Model) check() error {
	if want := m.features.Hash(); m.header.Features != want {
		return fmt.Errorf("%w: trained on features %s, this program has %s", ErrModel, m.header.Features, want)
	}
	for _, f := range []*forest{&m.article, &m.other} {
		if err := f.check(m.features.Count()); err != nil {
			return err
		}
	}
	return nil
}
