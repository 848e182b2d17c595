package cold

import (
	"math"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
	"github.com/zeebo/xxh3"
)

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
	src        *pb.SegmentedPage
	match      *matcher
	names      map[string]groupSet // of names seen on this page
	elements   []element
	blocks     []block
	words      []uint64 // word hashes of all blocks, one behind the other
	longest    []int32  // indexes of long blocks
	total      sums
	head       head
	spelled    map[uint64]spelling // where the page's words stand
	texts      map[uint64]int32    // how often a text stands on the page
	shapes2    map[uint64]*sums
	shapes3    map[uint64]*sums
	shapePool  []sums
	best       int32 // the element with the best candidate score, -1: none
	bestScore  float32
	title      int32 // the block that is the headline, -1: none
	siblings   map[uint64]int32
	seen       [256]bool // scratch of overlap
	scratch    []uint64
	host       string
	hasArticle bool      // it has an article element
	row        []float32 // the features of the block at hand
}

// elementOf is the element that holds block i.
func (p *page) elementOf(i int) *element { return &p.elements[p.blocks[i].element] }

// sums are totals over a set of blocks.
type sums struct {
	blocks, words, linkWords, chars, linkChars, long, longWords, sentences, commas, links, paragraphs float32
}

func (s *sums) add(b *block) {
	s.blocks++
	s.words += b.words
	s.linkWords += b.linkWords
	s.chars += b.chars
	s.linkChars += b.linkChars
	s.sentences += b.sentences
	s.commas += b.commas
	s.links += b.links
	if b.long {
		s.long++
		s.longWords += b.words
	}
	if b.tag == tagP {
		s.paragraphs++
	}
}

func (s *sums) join(o *sums) {
	s.blocks += o.blocks
	s.words += o.words
	s.linkWords += o.linkWords
	s.chars += o.chars
	s.linkChars += o.linkChars
	s.long += o.long
	s.longWords += o.longWords
	s.sentences += o.sentences
	s.commas += o.commas
	s.links += o.links
	s.paragraphs += o.paragraphs
}

func (s *sums) linkDensity() float32 { return ratio(s.linkChars, s.chars) }

// element is a container with what its subtree holds.
type element struct {
	parent   int32
	depth    int32
	tag      tag
	own      groupSet // groups named by the element itself
	chain    groupSet // groups named by it or an ancestor
	near     [groups]uint8
	tags     [tags]uint8 // distance to the nearest ancestor-or-self with the tag
	sum      sums        // of its subtree
	children float32     // element children
	score    float32     // candidate score
	shape    uint64      // hash of tag and classes
	hidden   bool
	siblings float32 // children of the parent with the same shape
}

// far is the distance to what is not in the chain.
const far = 20

// block is one block with the facts that several features share.
type block struct {
	element                                   int32
	tag                                       tag
	words, linkWords, chars, linkChars, links float32
	sentences, commas                         float32
	long                                      bool
	from, to                                  int32 // in page.words
	text                                      uint64
	shape2, shape3                            uint64
	wordsBefore                               float32
	prevLong, nextLong                        int32 // index of the nearest long block before and behind, -1: none
	longBefore                                float32
}

// longWords and longLinks say what a long block is: running text.
const (
	longWords = 15
	longLinks = 0.3
)

func (p *page) load(src *pb.SegmentedPage) {
	p.src = src
	clear(p.names)
	clear(p.texts)
	clear(p.spelled)
	p.total = sums{}
	p.loadElements()
	p.loadBlocks()
	p.addUp()
	p.candidates()
	p.shapes()
	p.neighbours()
	p.vocabulary()
	p.head.load(p)
	p.title = p.findTitle()
	p.host, _ = splitURL(src.GetUrl())
}

func newPage(m *matcher) *page {
	return &page{
		match: m, names: map[string]groupSet{}, texts: map[uint64]int32{}, spelled: map[uint64]spelling{},
		shapes2: map[uint64]*sums{}, shapes3: map[uint64]*sums{}, siblings: map[uint64]int32{},
		head: head{body: map[uint64]struct{}{}},
	}
}

func (p *page) loadElements() {
	p.elements = resize(p.elements, max(len(p.src.Elements), 1))
	p.elements[0] = element{parent: -1} // where there is none: every block has one
	p.inherit(&p.elements[0])
	p.hasArticle = false
	for i, e := range p.src.Elements {
		to := &p.elements[i]
		*to = element{parent: e.Parent, tag: tagOf(e.Tag), hidden: e.Hidden}
		if to.parent >= int32(i) { // hostile
			to.parent = -1
		}
		for _, c := range e.Classes {
			to.own |= p.groupsOf(c)
		}
		if e.Id != "" {
			to.own |= p.groupsOf(e.Id)
		}
		for _, h := range e.Hints {
			to.own |= p.groupsOf(h)
		}
		to.shape = shapeOf(e)
		p.hasArticle = p.hasArticle || to.tag == tagArticle
		p.inherit(to)
	}
}

// groupsOf is match with a memory: a page repeats its names.
func (p *page) groupsOf(name string) groupSet {
	s, ok := p.names[name]
	if !ok {
		s = p.match.match(name)
		p.names[name] = s
	}
	return s
}

// inherit hands down from the parent what depends on the chain.
func (p *page) inherit(e *element) {
	if e.parent < 0 {
		for g := range e.near {
			e.near[g] = far
		}
		for t := range e.tags {
			e.tags[t] = far
		}
	} else {
		up := &p.elements[e.parent]
		up.children++
		e.depth, e.chain = up.depth+1, up.chain
		e.hidden = e.hidden || up.hidden
		for g, d := range up.near {
			e.near[g] = min(d+1, far)
		}
		for t, d := range up.tags {
			e.tags[t] = min(d+1, far)
		}
	}
	e.chain |= e.own
	for g := range group(groups) {
		if e.own.has(g) {
			e.near[g] = 0
		}
	}
	e.tags[e.tag] = 0
}

func shapeOf(e *pb.Element) uint64 {
	h := xxh3.HashString(e.Tag)
	for _, c := range e.Classes {
		h = mix(h, xxh3.HashString(c))
	}
	return h
}

func mix(a, b uint64) uint64 {
	a ^= b + 0x9e3779b97f4a7c15 + a<<6 + a>>2
	return a * 0xff51afd7ed558ccd
}

func (p *page) loadBlocks() {
	p.blocks = resize(p.blocks, len(p.src.Blocks))
	p.words = p.words[:0]
	p.longest = p.longest[:0]
	for i, b := range p.src.Blocks {
		to := &p.blocks[i]
		s := b.GetStats()
		*to = block{
			element: b.Element, words: effectiveWords(s.GetWords(), s.GetChars()),
			linkWords: effectiveWords(s.GetLinkWords(), s.GetLinkChars()),
			chars:     float32(s.GetChars()), linkChars: float32(s.GetLinkChars()), links: float32(s.GetLinks()),
			sentences: float32(s.GetSentenceEnds()), commas: float32(s.GetCommas()), wordsBefore: p.total.words,
		}
		if to.element < 0 || int(to.element) >= len(p.elements) { // hostile
			to.element = 0
		}
		to.tag = p.elements[to.element].tag
		to.long = to.words >= longWords && to.linkChars < longLinks*to.chars
		if to.long {
			p.longest = append(p.longest, int32(i))
		}
		to.from = int32(len(p.words))
		p.words = word.Hashes(p.words, b.Text)
		to.to = int32(len(p.words))
		to.text = xxh3.HashString(b.Text)
		p.texts[to.text]++
		p.total.add(to)
	}
}

// effectiveWords counts words as readers of spaced scripts would: characters
// of unspaced scripts are words by themselves and count for about half a one.
func effectiveWords(words, chars uint32) float32 {
	if chars < 2*words {
		return 0.6 * float32(chars)
	}
	return float32(words)
}

// addUp gives each element the sums of its subtree.
func (p *page) addUp() {
	for i := range p.blocks {
		p.elementOf(i).sum.add(&p.blocks[i])
	}
	for i := len(p.elements) - 1; i > 0; i-- {
		if e := &p.elements[i]; e.parent >= 0 {
			p.elements[e.parent].sum.join(&e.sum)
		}
	}
}

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

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

func ratio(a, b float32) float32 {
	if b == 0 {
		return 0
	}
	return a / b
}

func log1p(x float32) float32 { return float32(math.Log1p(float64(x))) }

func flag(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
