package cold

import (
	_ "embed"

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

// New gives the model that Winnow ships with. The error, which wraps ErrModel,
// is always nil for a program built from a consistent repository.
func New() (*Model, error) { return Decode(shipped) }

// Header says what the model was trained on.
func (m *Model) Header() Header { return m.header }

// Scores writes the probability of content, 0..1, of each block of page into
// dst, which is as long as page.Blocks.
func (m *Model) Scores(page *pb.SegmentedPage, dst []float32) {
	forest, skip := m.judge(page.GetPageClass())
	m.features.each(page, skip, func(i int, r *row) { dst[i] = sigmoid(forest.sum(r)) })
}

// judge gives the forest that judges pages of a class, and tells which blocks
// leave before its first tree: short links, on articles. Elsewhere they may be
// what the page is about, and where the forest lets nothing leave, nothing does.
func (m *Model) judge(class pb.PageClass) (judge *forest, skip func(*block) bool) {
	switch class {
	case pb.PageClass_PAGE_CLASS_UNSPECIFIED, pb.PageClass_PAGE_CLASS_ARTICLE, pb.PageClass_PAGE_CLASS_LIVE:
		if m.article.exit.After > 0 {
			skip = shortLink
		}
		return &m.article, skip
	}
	return &m.other, nil
}
