package judge

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/winnow-news/winnow/proto/word"
)

const (
	// A part of a page that says what another part says is a copy where it has so
	// large a share of all content: paragraphs may rightly stand twice.
	copyPart = 1. / 3
	// It also has so many words, and so large a share of its shingles stands
	// outside.
	copyWords = 60
	copyShare = 0.9
	// shingle is the number of words in a row that are compared.
	shingle = 4
	// timesSaid is how often a copy may say the same in itself: what it is a copy of
	// has at least such a part of its words.
	timesSaid = 4
)

// dropRepeats withdraws content that says again what other content says: a
// second copy for another screen size, a block of the whole article beside its
// paragraphs. The smallest copies go first, of equal ones the last.
func dropRepeats(in *Input, out []Verdict) {
	c := newCopies(in, out)
	elements, blocks := c.large(in)
	if len(elements)+len(blocks) == 0 { // most pages
		return
	}
	all := contentShingles(in, out)
	twice := doubtful(all.hashes)
	if len(twice) < copyWords/2 {
		return
	}
	c.number(all, twice)
	parts := c.repeated(elements, blocks)
	slices.SortFunc(parts, func(a, b part) int {
		return cmp.Or(cmp.Compare(c.wordsOf(a), c.wordsOf(b)), cmp.Compare(b.from, a.from))
	})
	for _, p := range parts {
		if c.repeats(p) {
			c.drop(p, out)
		}
	}
}

// allShingles are those of the content, one block's behind the other's.
type allShingles struct {
	hashes []uint64
	from   []int // where each block of the page begins in hashes, and the end
}

func (a *allShingles) of(block int) []uint64 { return a.hashes[a.from[block]:a.from[block+1]] }

func contentShingles(in *Input, out []Verdict) allShingles {
	words := 0
	for i, b := range in.Page.Blocks {
		if out[i].Content {
			words += int(b.GetStats().GetWords())
		}
	}
	all := allShingles{make([]uint64, 0, words), make([]int, 1, len(out)+1)}
	for i, b := range in.Page.Blocks {
		if from := len(all.hashes); out[i].Content && b.GetStats().GetWords() >= shingle {
			all.hashes = word.Hashes(all.hashes, b.GetText())
			block := all.hashes[from:]
			n := max(len(block)-shingle+1, 0)
			for k := range n {
				block[k] = shingleHash(block[k : k+shingle])
			}
			all.hashes = all.hashes[:from+n]
		}
		all.from = append(all.from, len(all.hashes))
	}
	return all
}

// doubtful gives those of all shingles that may stand there twice. It looks at a
// bit for each, so that there are some that do not; most pages have few and need
// no index.
func doubtful(all []uint64) (twice []uint64) {
	seen := newSieve(len(all))
	for _, h := range all {
		if seen.has(h) {
			twice = append(twice, h)
		}
		seen.add(h)
	}
	return twice
}

// sieve is a set of shingles, a bit for each: it may have some by chance.
type sieve []uint64

// newSieve makes a sieve for n shingles, with as many bits as keep those that
// share one, n²/2 in n bits, to a few; at most 2 MB.
func newSieve(n int) sieve {
	return make(sieve, 1<<min(bits.Len64(uint64(n)*uint64(n)/(32*64)), 18))
}

func (s sieve) has(h uint64) bool { return s[h/64%uint64(len(s))]>>(h%64)&1 != 0 }

func (s sieve) add(h uint64) { s[h/64%uint64(len(s))] |= 1 << (h % 64) }

func shingleHash(words []uint64) (h uint64) {
	for _, w := range words {
		h = (h ^ w) * 0x9E3779B97F4A7C15
		h ^= h >> 32
	}
	return h
}

// copies is what the search for copies knows of a page.
//
// Invariant: blocks has the words, and once they are numbered the shingles, of
// what is content, and zeros for the other blocks of the page.
type copies struct {
	blocks []copyBlock
	words  int
	// holders and within count, for each shingle by its number, the blocks that
	// hold it: on the page, and in the part at hand.
	holders, within []int32
}

// copyBlock is a block of content.
type copyBlock struct {
	words, distinct int     // distinct: shingles
	doubtful        []int32 // numbers of those that may stand elsewhere, each once
}

// part is the blocks [from, to) of a page.
type part struct{ from, to int }

func newCopies(in *Input, out []Verdict) *copies {
	c := &copies{blocks: make([]copyBlock, len(out))}
	for i, b := range in.Page.Blocks {
		if out[i].Content {
			c.blocks[i].words = int(b.GetStats().GetWords())
			c.words += c.blocks[i].words
		}
	}
	return c
}

// large gives the parts of the page that have the words of a copy while others
// have those of what it is a copy of: elements, from the outermost in, and single
// blocks.
func (c *copies) large(in *Input) (elements, blocks []part) {
	words := make([]int, len(c.blocks)+1) // before each block
	for i := range c.blocks {
		words[i+1] = words[i] + c.blocks[i].words
	}
	least := max(copyWords, copyPart*float64(c.words))
	mayRepeat := func(p part) bool {
		n := words[p.to] - words[p.from]
		return float64(n) >= least && n <= timesSaid*(c.words-n)
	}
	for _, p := range c.elements(in) {
		if mayRepeat(p) {
			elements = append(elements, p)
		}
	}
	for i := range c.blocks {
		if p := (part{i, i + 1}); mayRepeat(p) {
			blocks = append(blocks, p)
		}
	}
	return elements, blocks
}

// number gives the shingles of all blocks their numbers.
func (c *copies) number(all allShingles, twice []uint64) {
	number := make(map[uint64]int32, len(twice))
	numbered := newSieve(len(twice)) // most shingles have none, and this tells without the map
	for _, h := range twice {
		numbered.add(h)
		if _, ok := number[h]; !ok {
			number[h] = int32(len(number))
		}
	}
	c.holders, c.within = make([]int32, len(number)), make([]int32, len(number))
	for i := range c.blocks {
		b := &c.blocks[i]
		for _, h := range all.of(i) {
			if numbered.has(h) {
				if n, ok := number[h]; ok {
					b.doubtful = append(b.doubtful, n)
					continue
				}
			}
			b.distinct++
		}
		slices.Sort(b.doubtful)
		b.doubtful = slices.Compact(b.doubtful)
		b.distinct += len(b.doubtful)
		for _, n := range b.doubtful {
			c.holders[n]++
		}
	}
}

// repeated gives those parts that are copies, each taken by itself: of elements
// the outermost.
func (c *copies) repeated(elements, blocks []part) (parts []part) {
	covered := 0
	var before part // to ask once of elements that hold nothing but the next
	for _, p := range elements {
		if p == before || p.to <= covered || !c.repeats(p) {
			before = p
			continue
		}
		parts = append(parts, p)
		covered = p.to
	}
	for _, p := range blocks {
		if c.repeats(p) {
			parts = append(parts, p)
		}
	}
	return parts
}

// elements gives for each element the blocks of content in it, from the first to
// the last.
func (c *copies) elements(in *Input) []part {
	parts := make([]part, len(in.Outline.Nodes))
	widen := func(e int32, p part) {
		if at := &parts[e]; at.to == 0 {
			*at = p
		} else {
			at.from, at.to = min(at.from, p.from), max(at.to, p.to)
		}
	}
	for i, b := range in.Page.Blocks {
		if e := in.Outline.Valid(b.GetElement()); e >= 0 && c.blocks[i].words > 0 {
			widen(e, part{i, i + 1})
		}
	}
	for e := len(parts) - 1; e >= 0; e-- {
		if parent := in.Outline.Nodes[e].Parent; parent >= 0 && parts[e].to > 0 {
			widen(parent, parts[e])
		}
	}
	return parts
}

func (c *copies) wordsOf(p part) (words int) {
	for _, b := range c.blocks[p.from:p.to] {
		words += b.words
	}
	return words
}

// repeats reports whether p is a copy.
func (c *copies) repeats(p part) bool {
	blocks := c.blocks[p.from:p.to]
	words, distinct, may := 0, 0, 0
	for i := range blocks {
		b := &blocks[i]
		words += b.words
		distinct += b.distinct
		may += len(b.doubtful)
	}
	least := copyShare * float64(distinct)
	if words < copyWords || float64(words) < copyPart*float64(c.words) || distinct == 0 || float64(may) < least {
		return false
	}
	for i := range blocks {
		for _, s := range blocks[i].doubtful {
			c.within[s]++
		}
	}
	outside := 0
	for i := range blocks {
		for _, s := range blocks[i].doubtful {
			if c.holders[s] > c.within[s] {
				outside++
			}
		}
	}
	for i := range blocks {
		for _, s := range blocks[i].doubtful {
			c.within[s] = 0
		}
	}
	return float64(outside) >= least
}

// drop withdraws the content of p.
func (c *copies) drop(p part, out []Verdict) {
	for i := p.from; i < p.to; i++ {
		if c.blocks[i].words == 0 {
			continue
		}
		out[i].Content, out[i].Reason = false, ReasonRepeated
		for _, s := range c.blocks[i].doubtful {
			c.holders[s]--
		}
		c.words -= c.blocks[i].words
		c.blocks[i] = copyBlock{}
	}
}
