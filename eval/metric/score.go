package metric

import "github.com/winnow-news/winnow/newsroom/score"

// Counts are true positives, false positives, false negatives and true
// negatives.
type Counts struct {
	TP, FP, FN, TN float64
}

// Add gives the sums of c and d.
func (c Counts) Add(d Counts) Counts {
	return Counts{c.TP + d.TP, c.FP + d.FP, c.FN + d.FN, c.TN + d.TN}
}

// Precision is TP/(TP+FP); 0 where nothing was found.
func (c Counts) Precision() float64 { return ratio(c.TP, c.TP+c.FP) }

// Recall is TP/(TP+FN); 0 where nothing was to be found.
func (c Counts) Recall() float64 { return ratio(c.TP, c.TP+c.FN) }

// F1 is the harmonic mean of precision and recall. It is 1 where nothing was
// to be found and nothing was, and the page was asked for (TN is not looked
// at).
func (c Counts) F1() float64 {
	if c.TP+c.FP+c.FN == 0 {
		return 1
	}
	return ratio(2*c.TP, 2*c.TP+c.FP+c.FN)
}

// Accuracy is the share of right decisions.
func (c Counts) Accuracy() float64 { return ratio(c.TP+c.TN, c.TP+c.TN+c.FP+c.FN) }

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// Shingles compares the multisets of 4-token shingles (score.MatchShingles), as
// the article extraction benchmark does
// (github.com/scrapinghub/article-extraction-benchmark): the counts are divided
// by their sum, so that long pages weigh no more than short ones.
func Shingles(pred, truth string) Counts {
	m := score.MatchShingles(pred, truth)
	sum := float64(m.TP + m.FP + m.FN)
	if sum == 0 {
		return Counts{}
	}
	return Counts{TP: float64(m.TP) / sum, FP: float64(m.FP) / sum, FN: float64(m.FN) / sum}
}

// Words compares the bags of lower-cased words (score.MatchWords), as wcxb
// does. Its counts are words.
func Words(pred, truth string) Counts {
	m := score.MatchWords(pred, truth)
	return Counts{TP: float64(m.TP), FP: float64(m.FP), FN: float64(m.FN)}
}

// Snippets looks for snippets in a text (score.MatchSnippets), as trafilatura's
// evaluation does: each of with that is found is a true positive and a false
// negative otherwise, each of without that is found a false positive and a true
// negative otherwise.
func Snippets(pred string, with, without []string) Counts {
	m := score.MatchSnippets(pred, with, without)
	return Counts{TP: float64(m.TP), FP: float64(m.FP), FN: float64(m.FN), TN: float64(m.TN)}
}

// Labels compares decisions on blocks with their labels (X-CEX section 4.2):
// true is content. Both slices are of one length.
func Labels(pred, truth []bool) Counts {
	var c Counts
	for i, p := range pred {
		switch {
		case p && truth[i]:
			c.TP++
		case p:
			c.FP++
		case truth[i]:
			c.FN++
		default:
			c.TN++
		}
	}
	return c
}
