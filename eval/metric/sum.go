package metric

// Sum adds up the scores of pages. The zero value is the sum of no pages.
type Sum struct {
	Pages int // pages added

	// Precision and recall of pages where they are defined, and their number:
	// the corpus measure takes the F1 of the two means.
	precisions, recalls float64
	nPrecision, nRecall int
	macro               float64 // sum of page F1
	Micro               Counts  // sums of the pages' counts
}

// Add adds one page's counts.
func (s *Sum) Add(c Counts) {
	s.Pages++
	s.Micro = s.Micro.Add(c)
	s.macro += c.F1()
	if c.TP+c.FP > 0 {
		s.precisions += c.Precision()
		s.nPrecision++
	}
	if c.TP+c.FN > 0 {
		s.recalls += c.Recall()
		s.nRecall++
	}
}

// Merge adds the pages of t.
func (s *Sum) Merge(t Sum) {
	s.Pages += t.Pages
	s.Micro = s.Micro.Add(t.Micro)
	s.macro += t.macro
	s.precisions, s.nPrecision = s.precisions+t.precisions, s.nPrecision+t.nPrecision
	s.recalls, s.nRecall = s.recalls+t.recalls, s.nRecall+t.nRecall
}

// Precision is the mean precision over the pages on which anything was
// predicted.
func (s Sum) Precision() float64 { return ratio(s.precisions, float64(s.nPrecision)) }

// Recall is the mean recall over the pages on which there was anything to
// find.
func (s Sum) Recall() float64 { return ratio(s.recalls, float64(s.nRecall)) }

// F1 is the F1 of mean precision and mean recall: the corpus figure of the
// article extraction benchmark. Pages without a prediction cost recall only.
func (s Sum) F1() float64 {
	p, r := s.Precision(), s.Recall()
	return ratio(2*p*r, p+r)
}

// Macro is the mean of the pages' F1, which punishes empty predictions.
func (s Sum) Macro() float64 { return ratio(s.macro, float64(s.Pages)) }
