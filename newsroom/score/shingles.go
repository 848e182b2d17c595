package score

// shingleTokens is the length of a shingle in tokens.
const shingleTokens = 4

// Match counts what two texts of one page share, words or shingles: those in
// both, those only in the predicted one, those only in the true one.
type Match struct {
	TP, FP, FN int
}

// MatchShingles compares the 4-token shingles of two texts as multisets. A
// text of fewer than four tokens is one shingle, a text without tokens has
// none.
func MatchShingles(predicted, truth string) Match {
	h := newHasher()
	return overlap(h.shingles(predicted), h.shingles(truth))
}

// PRF is the page's own precision, recall and F1; all 1 when neither text has
// anything to match.
func (m Match) PRF() PRF {
	if m == (Match{}) {
		return PRF{Precision: 1, Recall: 1, F1: 1}
	}
	return newPRF(ratio(m.TP, m.TP+m.FP), ratio(m.TP, m.TP+m.FN))
}
