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

// Shingles adds up the matches of a corpus. The zero value is ready. It is
// not safe for concurrent use.
type Shingles struct {
	pages             int
	precision, recall float64 // sums over the pages where they are defined
	precisionN        int
	recallN           int
	f1                float64
}

// Add counts one page.
func (s *Shingles) Add(m Match) {
	s.pages++
	s.f1 += m.PRF().F1
	if m.TP+m.FP > 0 {
		s.precision += ratio(m.TP, m.TP+m.FP)
		s.precisionN++
	}
	if m.TP+m.FN > 0 {
		s.recall += ratio(m.TP, m.TP+m.FN)
		s.recallN++
	}
}

// Corpus gives the mean precision over the pages with a prediction, the mean
// recall over the pages with a truth, and the F1 of these two means.
func (s *Shingles) Corpus() PRF {
	return newPRF(mean(s.precision, s.precisionN), mean(s.recall, s.recallN))
}

// Macro gives the mean of the pages' F1, which punishes empty predictions.
func (s *Shingles) Macro() float64 { return mean(s.f1, s.pages) }

// Pages is the number of pages added.
func (s *Shingles) Pages() int { return s.pages }

func mean(sum float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
