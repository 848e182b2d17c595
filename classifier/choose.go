package classifier

import (
	"cmp"
	"slices"
)

// choose gives the blocks that are content if the expected F1 of the page's
// text is to be greatest: of the blocks sorted by probability the prefix that
// maximises
//
//	2 Σ(w p, chosen) / (Σ(w, chosen) + Σ(w p, all))
//
// where w is a block's number of words. (Jansche 2007, with the expectation
// taken in numerator and denominator apart.) Blocks of probability 0 are never
// chosen. Equal probabilities stand in document order.
func choose(probability []float32, words []uint32) []int {
	order := make([]int, 0, len(probability))
	var expected float64 // Σ w p over all blocks
	for i, p := range probability {
		if p > 0 && words[i] > 0 {
			order = append(order, i)
			expected += float64(p) * float64(words[i])
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(probability[b], probability[a]) })
	var best, hit, chosen float64
	end := 0
	for k, i := range order {
		hit += float64(probability[i]) * float64(words[i])
		chosen += float64(words[i])
		if f := 2 * hit / (chosen + expected); f > best {
			best, end = f, k+1
		}
	}
	return order[:end]
}
