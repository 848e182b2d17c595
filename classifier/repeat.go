package classifier

import (
	"cmp"
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
	if len(long) == 0 || !mayRepeat(in, out) {
		return
	}
	holders, shingles := shingleIndex(in, out)
	slices.SortFunc(long, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(len(shingles[b]), len(shingles[a])),
			cmp.Compare(out[a].Score, out[b].Score),
			cmp.Compare(b, a),
		)
	})
	for _, i := range long {
		if !repeats(shingles[i], holders) {
			continue
		}
		out[i].Content, out[i].Reason = false, ReasonRepeated
		for _, s := range shingles[i] {
			holders[s]--
		}
	}
}

// mayRepeat reports whether enough shingles of the content stand there twice
// for the shortest long block to be a repetition. It looks at a bit for each
// shingle, so that it may say yes where nothing repeats, and most pages need no
// index.
func mayRepeat(in *Input, out []Verdict) bool {
	const bits = 1 << 16
	var seen [bits / 64]uint64
	var words []uint64
	twice := 0
	for i, b := range in.Page.Blocks {
		if !out[i].Content || b.GetStats().GetWords() < shingle {
			continue
		}
		words = word.Hashes(words[:0], b.GetText())
		for k := range max(len(words)-shingle+1, 0) {
			h := shingleHash(words[k:k+shingle]) % bits
			if bit := uint64(1) << (h % 64); seen[h/64]&bit != 0 {
				twice++
			} else {
				seen[h/64] |= bit
			}
		}
	}
	return float64(twice) >= repeatShare*(repeatWords-shingle+1)
}

// repeats reports whether enough of a block's shingles have another holder
// than the block itself.
func repeats(shingles []uint64, holders map[uint64]int) bool {
	elsewhere := 0
	for _, s := range shingles {
		if holders[s] > 1 {
			elsewhere++
		}
	}
	return len(shingles) > 0 && float64(elsewhere) >= repeatShare*float64(len(shingles))
}

// shingleIndex gives for each shingle of the content the number of blocks that
// hold it, and for each block its distinct shingles.
func shingleIndex(in *Input, out []Verdict) (holders map[uint64]int, shingles [][]uint64) {
	holders = make(map[uint64]int, 1024)
	shingles = make([][]uint64, len(out))
	var words []uint64
	for i, b := range in.Page.Blocks {
		if !out[i].Content || b.GetStats().GetWords() < shingle {
			continue
		}
		words = word.Hashes(words[:0], b.GetText())
		shingles[i] = distinctShingles(words)
		for _, s := range shingles[i] {
			holders[s]++
		}
	}
	return holders, shingles
}

func shingleHash(words []uint64) (h uint64) {
	for _, w := range words {
		h = (h ^ w) * 0x9E3779B97F4A7C15
		h ^= h >> 32
	}
	return h
}

func distinctShingles(words []uint64) []uint64 {
	if len(words) < shingle {
		return nil
	}
	set := make([]uint64, 0, len(words)-shingle+1)
	for k := range len(words) - shingle + 1 {
		set = append(set, shingleHash(words[k:k+shingle]))
	}
	slices.Sort(set)
	return slices.Compact(set)
}
