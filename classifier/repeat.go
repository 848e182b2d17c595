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
	twice := doubtful(in, out)
	// Too few for the shortest long block to be a repetition.
	if float64(len(twice)) < repeatShare*(repeatWords-shingle+1) {
		return
	}
	holders, shingles := shingleIndex(in, out, twice)
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

// doubtful gives the shingles of the content that may stand there twice. It
// looks at a bit for each shingle, so that there are some that do not; most
// pages have few and need no index.
func doubtful(in *Input, out []Verdict) (twice []uint64) {
	seen := make([]uint64, 1<<sieve(in, out))
	var words []uint64
	for i, b := range in.Page.Blocks {
		if !out[i].Content || b.GetStats().GetWords() < shingle {
			continue
		}
		words = word.Hashes(words[:0], b.GetText())
		for k := range max(len(words)-shingle+1, 0) {
			h := shingleHash(words[k : k+shingle])
			at := h / 64 % uint64(len(seen))
			if bit := uint64(1) << (h % 64); seen[at]&bit != 0 {
				twice = append(twice, h)
			} else {
				seen[at] |= bit
			}
		}
	}
	return twice
}

// sieve gives the logarithm of as many words of 64 bits as keep the shingles
// that share a bit by chance, n²/2 in n bits, to a few; at most 2 MB.
func sieve(in *Input, out []Verdict) int {
	n := uint64(0)
	for i, b := range in.Page.Blocks {
		if out[i].Content {
			n += uint64(b.GetStats().GetWords())
		}
	}
	return min(bits.Len64(n*n/(32*64)), 18)
}

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
func shingleIndex(in *Input, out []Verdict, twice []uint64) (holders map[uint64]int, blocks []shingles) {
	holders = make(map[uint64]int, len(twice))
	for _, h := range twice {
		holders[h] = 0
	}
	blocks = make([]shingles, len(out))
	var words []uint64
	for i, b := range in.Page.Blocks {
		if !out[i].Content || b.GetStats().GetWords() < shingle {
			continue
		}
		words = word.Hashes(words[:0], b.GetText())
		s := &blocks[i]
		for k := range max(len(words)-shingle+1, 0) {
			if h := shingleHash(words[k : k+shingle]); has(holders, h) {
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
