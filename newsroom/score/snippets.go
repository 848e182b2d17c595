package score

import "strings"

// Snippets adds up whether pieces that belong to a text were extracted and
// pieces that do not were left out. The zero value is ready. It is not safe
// for concurrent use.
type Snippets struct {
	TP, FN int // pieces of the text: found, missed
	FP, TN int // pieces of the rest: found, left out
}

// Add looks for the pieces in one predicted text; white space is normalised,
// case kept. Pieces without any text are passed over.
func (s *Snippets) Add(predicted string, with, without []string) {
	text := normal(predicted)
	for _, w := range with {
		count(text, w, &s.TP, &s.FN)
	}
	for _, w := range without {
		count(text, w, &s.FP, &s.TN)
	}
}

// PRF is the micro average over all pieces.
func (s *Snippets) PRF() PRF {
	return newPRF(ratio(s.TP, s.TP+s.FP), ratio(s.TP, s.TP+s.FN))
}

// Accuracy is the share of pieces that were treated rightly.
func (s *Snippets) Accuracy() float64 {
	return ratio(s.TP+s.TN, s.TP+s.TN+s.FP+s.FN)
}

func count(text, piece string, found, absent *int) {
	piece = normal(piece)
	switch {
	case piece == "":
	case strings.Contains(text, piece):
		*found++
	default:
		*absent++
	}
}

func normal(s string) string { return strings.Join(strings.Fields(s), " ") }
