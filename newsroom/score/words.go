package score

// PRF is a precision, a recall and the F1 of the two, each 0 to 1.
type PRF struct {
	Precision float64
	Recall    float64
	F1        float64
}

// MatchWords compares the bags of lower-cased words of a predicted and a true
// text. Where a script has no spaces between words, its letters are compared.
func MatchWords(predicted, truth string) Match {
	h := newHasher()
	return overlap(h.bag(words(predicted)), h.bag(words(truth)))
}

// Words is the precision, recall and F1 of MatchWords. Two texts without words
// agree entirely; a text without words against one with words scores 0.
func Words(predicted, truth string) PRF { return MatchWords(predicted, truth).PRF() }

func newPRF(precision, recall float64) PRF {
	m := PRF{Precision: precision, Recall: recall}
	if precision+recall > 0 {
		m.F1 = 2 * precision * recall / (precision + recall)
	}
	return m
}

// ratio is part/whole, and 0 when there is no whole.
func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
