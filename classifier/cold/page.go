package cold

import pb "github.com/winnow-news/winnow/proto/winnowv1"

// page is what the features of a page's blocks are computed from. It is
// reused from page to page; load fills it.
//
// Invariants:
//  1. blocks, and every slice named after blocks, stand parallel to
//     src.Blocks; elements likewise to src.Elements, of which there is at least
//     one.
//  2. An element's parent stands before it, so one pass forward hands down
//     and one pass backward adds up.
type page struct {
	src         *pb.SegmentedPage
	match       *matcher // of names
	addresses   *matcher // of links
	names       table    // of names seen on this page
	namedBy     []groupSet
	elements    []element
	blocks      []block
	longest     []int32 // indexes of long blocks
	total       sums
	lexicon     lexicon
	head        head
	texts       table // of the blocks' texts
	textCounts  []int32
	shapes      table // of the chains of tags and classes
	shapeSums   []sums
	siblings    table // of parents and shapes
	groups      []siblings
	stamps      []stamp
	stampShapes table
	alikes      []float32 // how many stamps are alike
	images      []float32 // how many stand before each block, and behind the last
	captions    []bool    // by number of the text
	best        int32     // the element with the best candidate score, -1: none
	bestScore   float32
	title       int32 // the block that is the headline, -1: none
	host        string
	slug        bool // the page's own address ends in a phrase
	hasArticle  bool // it has an article element
	row         row  // the features of the block at hand
}

func newPage(names, addresses *matcher) *page {
	return &page{
		match: names, addresses: addresses, names: newTable(), lexicon: newLexicon(), head: newHead(),
		texts: newTable(), shapes: newTable(), siblings: newTable(), stampShapes: newTable(),
	}
}

func (p *page) load(src *pb.SegmentedPage) {
	p.src = src
	p.host, _ = splitURL(src.GetUrl())
	p.slug = isSlug(src.GetUrl())
	p.loadElements()
	p.lexicon.reset(src)
	p.head.load(src.GetMetadata(), &p.lexicon)
	p.loadBlocks()
	p.addUp()
	p.candidates()
	p.loadShapes()
	p.loadItems()
	p.loadStamps()
	p.loadImages()
	p.neighbours()
	p.title = p.findTitle()
}

// elementOf is the element that holds block i.
func (p *page) elementOf(i int) *element { return &p.elements[p.blocks[i].element] }

// neighbours tells each block where running text is.
func (p *page) neighbours() {
	last, count := int32(-1), float32(0)
	for i := range p.blocks {
		b := &p.blocks[i]
		b.prevLong, b.longBefore = last, count
		if b.long {
			last, count = int32(i), count+1
		}
	}
	next := int32(-1)
	for i := len(p.blocks) - 1; i >= 0; i-- {
		b := &p.blocks[i]
		b.nextLong = next
		if b.long {
			next = int32(i)
		}
	}
}

// resize gives n elements, whatever stands in them.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

func mix(a, b uint64) uint64 {
	a ^= b + 0x9e3779b97f4a7c15 + a<<6 + a>>2
	return a * 0xff51afd7ed558ccd
}

func ratio(a, b float32) float32 {
	if b == 0 {
		return 0
	}
	return a / b
}

func flag(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
