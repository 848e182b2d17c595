package cold

import (
	"fmt"
	"strings"
	"sync"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/zeebo/xxh3"
)

// Features computes the features of blocks. It is safe for concurrent use.
type Features struct {
	families []family
	count    int
	pages    sync.Pool // of *page
}

// NewFeatures prepares the computation of features: it builds the matchers of
// keywords.
func NewFeatures() *Features {
	f := &Features{families: families()}
	for _, fam := range f.families {
		f.count += len(fam.features)
	}
	names, addresses := newMatcher(), newAddressMatcher()
	f.pages.New = func() any { return newPage(names, addresses) }
	return f
}

// Count is the number of features of a block.
func (f *Features) Count() int { return f.count }

// Names gives the features' names in order, family.feature.
func (f *Features) Names() []string {
	names := make([]string, 0, f.count)
	for _, fam := range f.families {
		for _, n := range fam.features {
			names = append(names, fam.name+"."+n)
		}
	}
	return names
}

// Hash tells sets of features apart: a model reads the features that it was
// trained on and no others.
func (f *Features) Hash() string {
	return fmt.Sprintf("%016x", xxh3.HashString(strings.Join(f.Names(), "\n")))
}

// Matrix appends the features of all blocks of src to dst, a row of Count
// numbers a block, and returns it.
func (f *Features) Matrix(dst []float32, src *pb.SegmentedPage) []float32 {
	f.each(src, nil, func(_ int, r *row) { dst = append(dst, r[:f.count]...) })
	return dst
}

// each calls visit with the features of each block of src, in order. Blocks for
// which skip returns true get a nil row; a nil skip skips none. The row is
// overwritten after visit returns.
func (f *Features) each(src *pb.SegmentedPage, skip func(*block) bool, visit func(i int, r *row)) {
	p := f.pages.Get().(*page)
	p.load(src)
	for i := range p.blocks {
		if skip != nil && skip(&p.blocks[i]) {
			visit(i, nil)
			continue
		}
		f.fill(p, i)
		visit(i, &p.row)
	}
	p.src = nil
	if len(p.blocks) <= keptBlocks {
		f.pages.Put(p)
	}
}

// keptBlocks is the most blocks that a page may have whose memory is used
// again: to clear what a giant left behind costs more than to begin anew.
const keptBlocks = 10_000

// fill computes the features of block i into p.row.
func (f *Features) fill(p *page, i int) {
	at := p.row[:f.count]
	clear(at)
	for _, fam := range f.families {
		fam.fill(p, i, at[:len(fam.features):len(fam.features)])
		at = at[len(fam.features):]
	}
}
