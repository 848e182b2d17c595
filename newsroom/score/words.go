package score

// PRF is a precision, a recall and the F1 of the two, each 0 to 1.
type PRF struct {
	Precision float64
	Recall    float64
	F1        float64
}

// Words compares the bags of lower-cased words of a predicted and a true
// text. Two texts without words agree entirely; a text without words against
// one with words scores 0. Where a script has no spaces between words, its
// letters are compared.
func Words(predicted, truth string) PRF {
	bag := make(map[string]int)
	var predictedN, truthN, common int
	for w := range words(truth) {
		bag[w]++
		truthN++
	}
	for w := range words(predicted) {
		predictedN++
		if bag[w] > 0 {
			bag[w]--
			common++
		}
	}
	if predictedN == 0 && truthN == 0 {
		return PRF{Precision: 1, Recall: 1, F1: 1}
	}
	return newPRF(ratio(common, predictedN), ratio(common, truthN))
}

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
