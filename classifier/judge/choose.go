package judge

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
	order := byProbability(probability, words)
	var expected float64 // Σ w p over all blocks
	for _, i := range order {
		expected += float64(probability[i]) * float64(words[i])
	}
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

// byProbability gives the blocks that may be chosen, the most probable first.
func byProbability(probability []float32, words []uint32) []int {
	order := make([]int, 0, len(probability))
	for i, p := range probability {
		if p > 0 && words[i] > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(probability[b], probability[a]) })
	return order
}

// surelyWords is the number of words that an article has at the least.
const surelyWords = 20

// likelyWords counts the words that are as likely content as not, or likelier.
func likelyWords(probability []float32, words []uint32) (n uint32) {
	for i, p := range probability {
		if p >= 0.5 {
			n += words[i]
		}
	}
	return n
}

// raise moves all probabilities up together until the most probable
// surelyWords words are as likely content as not: what is judged is taken for
// an article, so it has a text, and where the model doubts all of a page its
// doubt tells one block from another, but not how much of them to take.
func raise(probability []float32, words []uint32) {
	if likelyWords(probability, words) >= surelyWords {
		return
	}
	order := byProbability(probability, words)
	var sum, n float64
	for _, i := range order {
		w := float64(words[i])
		sum += w * logit(probability[i])
		if n += w; n >= surelyWords {
			break
		}
	}
	if sum >= 0 {
		return
	}
	for _, i := range order {
		probability[i] = sigmoid(logit(probability[i]) - sum/n)
	}
}
