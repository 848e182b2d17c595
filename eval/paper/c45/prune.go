package c45

import "math"

// collapse makes leaves of subtrees that classify the training rows no better
// than their root does.
func (t *Tree) collapse() {
	if len(t.Children) == 0 {
		return
	}
	if t.leafErrors() >= float64(t.Errors)-1e-3 {
		t.Children = nil
		return
	}
	for _, c := range t.Children {
		c.collapse()
	}
}

func (t *Tree) leafErrors() float64 {
	if len(t.Children) == 0 {
		return float64(t.Errors)
	}
	sum := 0.0
	for _, c := range t.Children {
		sum += c.leafErrors()
	}
	return sum
}

// prune replaces, from below, every subtree by a leaf that has an estimated
// error no larger than the subtree's plus a tenth of a row, as J48 does.
func (t *Tree) prune(confidence float64) {
	if len(t.Children) == 0 {
		return
	}
	for _, c := range t.Children {
		c.prune(confidence)
	}
	if estimate(t.Rows, t.Errors, confidence) <= t.estimated(confidence)+.1 {
		t.Children = nil
	}
}

func (t *Tree) estimated(confidence float64) float64 {
	if len(t.Children) == 0 {
		return estimate(t.Rows, t.Errors, confidence)
	}
	sum := 0.0
	for _, c := range t.Children {
		sum += c.estimated(confidence)
	}
	return sum
}

// estimate is the pessimistic number of errors of a leaf: what it makes plus
// the upper limit of the binomial at the confidence (Quinlan 1993, section
// 4.2; Weka's Stats.addErrs).
func estimate(rows, errors int, confidence float64) float64 {
	return float64(errors) + extra(float64(rows), float64(errors), confidence)
}

func extra(n, e, confidence float64) float64 {
	switch {
	case confidence > .5 || n == 0:
		return 0
	case e < 1:
		base := n * (1 - math.Pow(confidence, 1/n))
		if e == 0 {
			return base
		}
		return base + e*(extra(n, 1, confidence)-base)
	case e+.5 >= n:
		return max(n-e, 0)
	}
	z := math.Sqrt2 * math.Erfinv(2*(1-confidence)-1)
	f := (e + .5) / n
	r := (f + z*z/(2*n) + z*math.Sqrt(f/n-f*f/n+z*z/(4*n*n))) / (1 + z*z/n)
	return r*n - e
}
