package c45

import (
	"math"
	"slices"
)

// best chooses the highest gain ratio among the splits whose gain is at least
// the average.
func (g *grower) best(index []int32, neg, pos int) (split, bool) {
	var all []split
	sum := 0.0
	for a := range g.attrs {
		s, ok := g.numeric(a, index, neg, pos)
		if len(g.attrs[a].Values) > 0 {
			s, ok = g.nominal(a, index, neg, pos)
		}
		if ok {
			all, sum = append(all, s), sum+s.gain
		}
	}
	var best split
	found := false
	for _, s := range all {
		if s.gain >= sum/float64(len(all))-1e-3 && (!found || s.ratio > best.ratio) {
			best, found = s, true
		}
	}
	return best, found
}

func (g *grower) nominal(a int, index []int32, neg, pos int) (split, bool) {
	counts := make([][2]int32, len(g.attrs[a].Values))
	for _, i := range index {
		counts[int(g.values[a][g.ranks[a][i]])][class(g.classes[i])]++
	}
	large := 0
	after, parts := 0.0, make([]float64, 0, len(counts))
	n := float64(neg + pos)
	for _, c := range counts {
		size := float64(c[0] + c[1])
		if int(size) >= g.minLeaf {
			large++
		}
		after += size / n * entropy(float64(c[0]), float64(c[1]))
		parts = append(parts, size)
	}
	gain := entropy(float64(neg), float64(pos)) - after
	if large < 2 || gain <= 1e-9 {
		return split{}, false
	}
	return split{attribute: a, gain: gain, ratio: gain / entropy(parts...)}, true
}

// numeric tries every place between two distinct values. As in C4.5 release 8
// the gain is charged with the choice of the place: log2(places)/rows.
func (g *grower) numeric(a int, index []int32, neg, pos int) (split, bool) {
	var best split
	found, places := false, 0
	n := float64(neg + pos)
	var left [2]float64
	prev := int32(-1)
	whole := entropy(float64(neg), float64(pos))
	for rank, c := range g.byRank(a, index) {
		l := left[0] + left[1]
		if prev >= 0 {
			if int(l) >= g.minLeaf && int(n-l) >= g.minLeaf {
				places++
				after := l/n*entropy(left[0], left[1]) + (n-l)/n*entropy(float64(neg)-left[0], float64(pos)-left[1])
				if gain := whole - after; gain > best.gain+1e-9 {
					found = true
					best = split{attribute: a, rank: prev, threshold: (g.values[a][prev] + g.values[a][rank]) / 2,
						gain: gain, ratio: entropy(l, n-l)}
				}
			}
		}
		prev = rank
		left[0] += float64(c[0])
		left[1] += float64(c[1])
	}
	if !found {
		return split{}, false
	}
	best.gain -= math.Log2(float64(places)) / n
	if best.gain <= 1e-9 {
		return split{}, false
	}
	best.ratio = best.gain / best.ratio
	return best, true
}

// byRank iterates over the ranks that occur in the rows, rising, with their
// class counts: by counting where the rows are many, else by sorting.
func (g *grower) byRank(a int, index []int32) func(yield func(int32, [2]int32) bool) {
	return func(yield func(int32, [2]int32) bool) {
		ranks := g.ranks[a]
		if len(index) > len(g.values[a])/8 {
			counts := g.counts[:len(g.values[a])]
			clear(counts)
			for _, i := range index {
				counts[ranks[i]][class(g.classes[i])]++
			}
			for r, c := range counts {
				if c != [2]int32{} && !yield(int32(r), c) {
					return
				}
			}
			return
		}
		sorted := slices.Clone(index)
		slices.SortFunc(sorted, func(i, j int32) int { return int(ranks[i] - ranks[j]) })
		for s := 0; s < len(sorted); {
			var c [2]int32
			e := s
			for ; e < len(sorted) && ranks[sorted[e]] == ranks[sorted[s]]; e++ {
				c[class(g.classes[sorted[e]])]++
			}
			if !yield(ranks[sorted[s]], c) {
				return
			}
			s = e
		}
	}
}

func class(b bool) int {
	if b {
		return 1
	}
	return 0
}

// entropy in bits of a distribution given by counts.
func entropy(counts ...float64) float64 {
	sum := 0.0
	for _, c := range counts {
		sum += c
	}
	h := 0.0
	for _, c := range counts {
		if c > 0 {
			h -= c / sum * math.Log2(c/sum)
		}
	}
	return h
}
