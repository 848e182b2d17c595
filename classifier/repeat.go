package classifier

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/winnow-news/winnow/proto/word"
)

const (
	// A block of fewer words is never dropped as a repetition here: short
	// texts may rightly stand twice.
	repeatWords = 60
	// repeatShare is the share of a block's shingles that must stand in other
	// chosen blocks for it to be a repetition.
	repeatShare = 0.75
	// shingle is the number of words in a row that are compared.
	shingle = 4
)

// dropRepeats withdraws content that says again what other content says: a
// block of the whole article beside its paragraphs, a second copy for another
// screen size. The longest repetitions go first, of equal ones the less
// probable, then the later.
func dropRepeats(in *Input, out []Verdict) {
	var long []int
	for i, b := range in.Page.Blocks {
		if out[i].Content && b.GetStats().GetWords() >= repeatWords {
			long = append(long, i)
		}
	}
	if len(long) == 0 {
		return
	}
	all := contentShingles(in, out)
	twice := doubtful(all.hashes)
	// Too few for the shortest long block to be a repetition.
	if float64(len(twice)) < repeatShare*(repeatWords-shingle+1) {
		return
	}
	holders, shingles := shingleIndex(all, twice)
	slices.SortFunc(long, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(shingles[b].distinct, shingles[a].distinct),
			cmp.Compare(out[a].Score, out[b].Score),
			cmp.Compare(b, a),
		)
	})
	for _, i := range long {
		if !repeats(shingles[i], holders) {
			continue
		}
		out[i].Content, out[i].Reason = false, ReasonRepeated
		for _, s := range shingles[i].doubtful {
			holders[s]--
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
	seen := make([]uint64, 1<<sieve(len(all)))
	for _, h := range all {
		at := h / 64 % uint64(len(seen))
		if bit := uint64(1) << (h % 64); seen[at]&bit != 0 {
			twice = append(twice, h)
		} else {
			seen[at] |= bit
		}
	}
	return twice
}

// sieve gives the logarithm of as many words of 64 bits as keep those of n
// shingles that share a bit by chance, n²/2 in n bits, to a few; at most 2 MB.
func sieve(n int) int { return min(bits.Len64(uint64(n)*uint64(n)/(32*64)), 18) }

// shingles are those of a block.
type shingles struct {
	distinct int
	doubtful []uint64 // those that may stand elsewhere, each once
}

// repeats reports whether enough of a block's shingles have another holder
// than the block itself.
func repeats(s shingles, holders map[uint64]int) bool {
	elsewhere := 0
	for _, h := range s.doubtful {
		if holders[h] > 1 {
			elsewhere++
		}
	}
	return s.distinct > 0 && float64(elsewhere) >= repeatShare*float64(s.distinct)
}

// shingleIndex gives for each doubtful shingle of the content the number of
// blocks that hold it, and for each block its shingles.
func shingleIndex(all allShingles, twice []uint64) (holders map[uint64]int, blocks []shingles) {
	holders = make(map[uint64]int, len(twice))
	for _, h := range twice {
		holders[h] = 0
	}
	blocks = make([]shingles, len(all.from)-1)
	for i := range blocks {
		s := &blocks[i]
		for _, h := range all.of(i) {
			if has(holders, h) {
				s.doubtful = append(s.doubtful, h)
			} else {
				s.distinct++
			}
		}
		slices.Sort(s.doubtful)
		s.doubtful = slices.Compact(s.doubtful)
		s.distinct += len(s.doubtful)
		for _, h := range s.doubtful {
			holders[h]++
		}
	}
	return holders, blocks
}

func has(holders map[uint64]int, h uint64) bool {
	_, ok := holders[h]
	return ok
}

func shingleHash(words []uint64) (h uint64) {
	for _, w := range words {
		h = (h ^ w) * 0x9E3779B97F4A7C15
		h ^= h >> 32
	}
	return h
}
