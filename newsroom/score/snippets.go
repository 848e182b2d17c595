package score

import "strings"

// SnippetMatch counts the pieces that a text has and has not.
type SnippetMatch struct {
	TP, FN int // pieces of the true text: found, missed
	FP, TN int // pieces of the rest of the page: found, left out
}

// MatchSnippets looks in a predicted text for pieces that must and must not be
// there; white space is normalised, case kept. Pieces without any text are
// passed over.
func MatchSnippets(predicted string, with, without []string) SnippetMatch {
	var m SnippetMatch
	text := normal(predicted)
	for _, w := range with {
		count(text, w, &m.TP, &m.FN)
	}
	for _, w := range without {
		count(text, w, &m.FP, &m.TN)
	}
	return m
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
