package metric

import (
	"math"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestShingles(t *testing.T) {
	for _, tt := range []struct {
		name, pred, truth string
		tp, fp, fn        float64 // before they are divided by their sum
	}{
		// truth: abcd bcde; pred: bcde cdef
		{"one of two shared", "b c d e f", "a b c d e", 1, 1, 1},
		{"equal", "a b c d e", "a, b: c d e!", 2, 0, 0},
		{"case counts", "A b c d", "a b c d", 0, 1, 1},
		{"multiset: aaaa twice and once", "a a a a a", "a a a a", 1, 1, 0},
		{"short texts are one shingle", "a b", "a b", 1, 0, 0},
		{"a short text is no part of a longer one", "a b", "a b c d", 0, 1, 1},
		{"nothing predicted", "", "a b c d e", 0, 0, 2},
		{"nothing to find", "a b c d e", "", 0, 2, 0},
		{"nothing at all", "", " ", 0, 0, 0},
	} {
		got, sum := Shingles(tt.pred, tt.truth), max(1, tt.tp+tt.fp+tt.fn)
		if !near(got.TP, tt.tp/sum) || !near(got.FP, tt.fp/sum) || !near(got.FN, tt.fn/sum) || got.TN != 0 {
			t.Errorf("%s: %+v, want %g %g %g over %g", tt.name, got, tt.tp, tt.fp, tt.fn, sum)
		}
	}
}

func TestWords(t *testing.T) {
	got := Words("The cat the dog", "the Cat sat")
	if got != (Counts{TP: 2, FP: 2, FN: 1}) {
		t.Errorf("got %+v, want 2 2 1", got)
	}
	if f := got.F1(); !near(f, 4./7) {
		t.Errorf("F1 %g, want 4/7", f)
	}
}

func TestAsRead(t *testing.T) {
	for text, want := range map[string]string{
		"Sau\u00adre\u200b Milch":  "Saure Milch",
		"a\u030arstid\n\ttv\u00e5": "\u00e5rstid\n\ttv\u00e5",
	} {
		if got := AsRead(text); got != want {
			t.Errorf("%q is read %q, want %q", text, got, want)
		}
	}
}

func TestSnippets(t *testing.T) {
	got := Snippets("One  two\nthree. Four", []string{"two three", "One two", "one two"}, []string{"Four", "five"})
	if got != (Counts{TP: 2, FN: 1, FP: 1, TN: 1}) {
		t.Errorf("got %+v", got)
	}
	if !near(got.F1(), 4./6) || !near(got.Accuracy(), 3./5) {
		t.Errorf("F %g accuracy %g, want 4/6 and 3/5", got.F1(), got.Accuracy())
	}
}

func TestLabels(t *testing.T) {
	got := Labels([]bool{true, true, false, false, false}, []bool{true, false, true, false, false})
	if got != (Counts{TP: 1, FP: 1, FN: 1, TN: 2}) {
		t.Errorf("got %+v", got)
	}
}

// Two pages: precision 1 and recall 1/2, and nothing predicted at all. The
// corpus F1 leaves the second page out of the precision, the macro mean does
// not forgive it.
func TestSumOfPages(t *testing.T) {
	var s Sum
	s.Add(Counts{TP: .5, FN: .5})
	s.Add(Counts{FN: 1})
	if p, r := s.Precision(), s.Recall(); !near(p, 1) || !near(r, .25) {
		t.Errorf("precision %g recall %g, want 1 and 1/4", p, r)
	}
	if !near(s.F1(), .4) { // 2·1·¼/(1¼)
		t.Errorf("F1 %g, want 0.4", s.F1())
	}
	if !near(s.Macro(), 1./3) { // (2·½/(1½) + 0)/2
		t.Errorf("macro %g, want 1/3", s.Macro())
	}
	if s.Micro != (Counts{TP: .5, FN: 1.5}) || s.Pages != 2 {
		t.Errorf("micro %+v of %d pages", s.Micro, s.Pages)
	}
	var parts Sum
	for _, c := range []Counts{{TP: .5, FN: .5}, {FN: 1}} {
		var one Sum
		one.Add(c)
		parts.Merge(one)
	}
	if parts != s {
		t.Errorf("merged %+v, added %+v", parts, s)
	}
}

func TestBootstrap(t *testing.T) {
	equal := make([]Sum, 10)
	mixed := make([]Sum, 10)
	for i := range equal {
		equal[i].Add(Counts{TP: 8, FP: 2})
		mixed[i].Add(Counts{TP: float64(i), FN: float64(9 - i)})
	}
	if got := Bootstrap(equal, Sum.Macro); !near(got.Low, 16./18) || !near(got.High, 16./18) {
		t.Errorf("sites that do not differ: %+v", got)
	}
	a, b := Bootstrap(mixed, Sum.Recall), Bootstrap(mixed, Sum.Recall)
	if a != b {
		t.Errorf("two runs differ: %+v %+v", a, b)
	}
	// The mean of ten draws from 0, 1/9 … 1 has mean .5 and deviation
	// .319/√10 = .101: the interval is about .5 ± .2.
	if a.Low < .26 || a.Low > .36 || a.High < .64 || a.High > .74 {
		t.Errorf("interval %+v, want about .3 to .7", a)
	}
	weights := []Weighted{{Sum: 1, Weight: 2}, {Sum: 3, Weight: 3}, {Sum: 0, Weight: 1}}
	if d := BootstrapMean(weights, weights); d.Low != 0 || d.High != 0 {
		t.Errorf("a method against itself: %+v", d)
	}
	better := []Weighted{{Sum: 1.2, Weight: 2}, {Sum: 3.3, Weight: 3}, {Sum: .1, Weight: 1}} // .1 a page
	if d := BootstrapMean(better, weights); !near(d.Low, .1) || !near(d.High, .1) {
		t.Errorf("a tenth better everywhere: %+v", d)
	}
	if d := Bootstrap(nil, Sum.F1); !math.IsNaN(d.Low) {
		t.Errorf("no sites: %+v", d)
	}
}
