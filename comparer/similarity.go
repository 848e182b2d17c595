package comparer

import (
	"math"
	"math/bits"
)

// similarity is Sim of X-CEX (eq. 3 and 4) with its threshold ε:
//
//	Sim       = StructureWeight · structure + ContentWeight · content
//	structure = ½ tag-sequence similarity + ½ Jaccard of CSS classes
//	content   = cosine of binary word vectors
//
// and what follows from Sim > ε for the sizes and the overlap of two word sets.
// It holds scratch space: one goroutine at a time.
type similarity struct {
	structure, content, epsilon float64
	// cosine is the least content similarity with which Sim > ε is possible;
	// at or below 0 blocks without a common word can be similar.
	cosine float64
	lcs    lcs
}

// slack keeps bounds that are computed in floating point on the safe side: a
// bound may let a pair through that Sim refuses, never the reverse.
const slack = 1e-9

func newSimilarity(cfg Config) similarity {
	return similarity{
		structure: cfg.StructureWeight,
		content:   cfg.ContentWeight,
		epsilon:   cfg.Epsilon,
		cosine:    (cfg.Epsilon-cfg.StructureWeight)/cfg.ContentWeight - slack,
	}
}

// above reports whether Sim > ε of two signatures.
func (s *similarity) above(a, b *signature) bool {
	need := s.overlap(len(a.words()), len(b.words()))
	o := overlap(a.words(), b.words(), need)
	return o >= need && s.combine(o, a, b) > s.epsilon
}

// combine gives Sim, 0..1, of two signatures with o words in common. The conversions
// keep compilers from fusing operations: every machine must round alike.
func (s *similarity) combine(o int, a, b *signature) float64 {
	cosine := 0.0
	if o > 0 {
		cosine = float64(o) / math.Sqrt(float64(len(a.words())*len(b.words())))
	}
	shape := float64(0.5*s.tags(a.tags(), b.tags())) + float64(0.5*jaccard(a.classes(), b.classes()))
	return float64(s.structure*shape) + float64(s.content*cosine)
}

// overlap is the least number of common words with which sets of a and b words
// can be similar.
func (s *similarity) overlap(a, b int) int {
	if s.cosine <= 0 {
		return 0
	}
	return int(math.Ceil(s.cosine*math.Sqrt(float64(a)*float64(b)) - slack))
}

// sizes gives the least and the greatest size of a set that can be similar to
// one of n words: cosine ≥ t needs |B| within t²|A| … |A|/t².
func (s *similarity) sizes(n int) (low, high int) {
	t2 := s.cosine * s.cosine
	return int(math.Ceil(t2*float64(n) - slack)), int(float64(n)/t2 + slack)
}

// prefix gives how many words of a set of n words, the first in any fixed
// order, must be looked up so that every similar set that indexes as many of
// its own words is met (prefix filtering: Chaudhuri, Ganti, Kaushik 2006).
func (s *similarity) prefix(n int) int {
	low, _ := s.sizes(n)
	return min(n, max(1, n-low+1))
}

// tags is the tag-sequence similarity 2·LCS/(len₁+len₂); 1 for two empty ones.
func (s *similarity) tags(a, b []uint32) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	return float64(2*s.lcs.length(a, b)) / float64(len(a)+len(b))
}

// overlap counts the common elements of two ascending sets. It gives up as soon
// as need cannot be reached, and the result is then less than need.
func overlap(a, b []uint32, need int) int {
	n, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch x, y := a[i], b[j]; {
		case x == y:
			n, i, j = n+1, i+1, j+1
			continue
		case x < y:
			i++
		default:
			j++
		}
		if n+min(len(a)-i, len(b)-j) < need {
			return n
		}
	}
	return n
}

// jaccard is |A∩B|/|A∪B| of two ascending sets; 1 for two empty ones.
func jaccard(a, b []uint32) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	n := overlap(a, b, 0)
	return float64(n) / float64(len(a)+len(b)-n)
}

// lcs computes the length of the longest common subsequence of tag sequences
// with one bit a position (Hyyrö 2004). It holds the match masks of the last
// call for the codes of the tag table; rarer codes are compared one by one.
type lcs struct {
	masks [tableCodes][maxTags / 64]uint64
}

func (l *lcs) length(a, b []uint32) int {
	n := 0
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b, n = a[1:], b[1:], n+1
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b, n = a[:len(a)-1], b[:len(b)-1], n+1
	}
	if len(a) == 0 || len(b) == 0 {
		return n
	}
	return n + l.middle(a, b)
}

func (l *lcs) middle(a, b []uint32) int {
	for i, code := range a {
		if code < tableCodes {
			l.masks[code][i/64] |= 1 << (i % 64)
		}
	}
	words := (len(a) + 63) / 64
	var v [maxTags / 64]uint64
	for i := range words {
		v[i] = ^uint64(0)
	}
	for _, code := range b {
		match := l.match(a, code)
		carry := uint64(0)
		for i := range words {
			u := v[i] & match[i]
			sum, c := bits.Add64(v[i], u, carry)
			v[i], carry = sum|v[i]&^u, c
		}
	}
	for _, code := range a {
		if code < tableCodes {
			l.masks[code] = [maxTags / 64]uint64{}
		}
	}
	n := 0
	for i := range words {
		zeros := ^v[i]
		if rest := len(a) - 64*i; rest < 64 {
			zeros &= 1<<rest - 1
		}
		n += bits.OnesCount64(zeros)
	}
	return n
}

// match gives the positions of code in a.
func (l *lcs) match(a []uint32, code uint32) *[maxTags / 64]uint64 {
	if code < tableCodes {
		return &l.masks[code]
	}
	var m [maxTags / 64]uint64
	for i, c := range a {
		if c == code {
			m[i/64] |= 1 << (i % 64)
		}
	}
	return &m
}
