package score

import (
	"hash/maphash"
	"iter"
	"slices"
)

// hasher turns tokens into numbers, so that multisets are compared by sorting
// and merging, several times faster than by a map of strings. Two tokens share
// a number once in 10^19 pairs.
type hasher struct{ seed maphash.Seed }

func newHasher() hasher { return hasher{maphash.MakeSeed()} }

// bag gives the multiset of the tokens, sorted.
func (h hasher) bag(tokens iter.Seq[string]) []uint64 {
	var out []uint64
	for t := range tokens {
		out = append(out, maphash.String(h.seed, t))
	}
	slices.Sort(out)
	return out
}

// shingles gives the multiset of the shingles of text, sorted.
func (h hasher) shingles(text string) []uint64 {
	var all []uint64
	for t := range tokens(text) {
		all = append(all, maphash.String(h.seed, t))
	}
	if len(all) == 0 {
		return nil
	}
	out := make([]uint64, 0, len(all))
	for i := range max(1, len(all)-shingleTokens+1) {
		out = append(out, combine(all[i:min(i+shingleTokens, len(all))]))
	}
	slices.Sort(out)
	return out
}

// combine makes one number of the numbers of a sequence; their order counts.
func combine(seq []uint64) uint64 {
	h := uint64(len(seq))
	for _, x := range seq {
		h = (h ^ x) * 0x9E3779B97F4A7C15
		h ^= h >> 32
	}
	return h
}

// overlap merges two sorted multisets.
func overlap(predicted, truth []uint64) Match {
	var m Match
	i, j := 0, 0
	for i < len(predicted) && j < len(truth) {
		switch {
		case predicted[i] < truth[j]:
			i++
		case predicted[i] > truth[j]:
			j++
		default:
			m.TP, i, j = m.TP+1, i+1, j+1
		}
	}
	m.FP, m.FN = len(predicted)-m.TP, len(truth)-m.TP
	return m
}
