package report

import (
	"fmt"
	"io"
	"math"

	"github.com/winnow-news/winnow/eval/metric"
	"github.com/winnow-news/winnow/eval/run"
)

// seedNoise is what a trained model's figure changes by when nothing but its
// random seed does: smaller differences mean nothing.
const seedNoise = .003

// Change is the difference of one method's main figure on one corpus between
// two runs.
type Change struct {
	Corpus, Method string
	N              int
	Figure         string
	Old, New       float64
	// Low and High bound the difference (95 %, paired by site); both 0 when a
	// run does not hold its sites.
	Low, High float64
	Paired    bool
}

// Beyond reports whether the change is more than noise: larger than seedNoise
// and, where the sites are known, with an interval that leaves zero out.
func (c Change) Beyond() bool {
	if math.Abs(c.New-c.Old) <= seedNoise {
		return false
	}
	return !c.Paired || c.Low > 0 || c.High < 0
}

// Compare finds the changes between two runs, for what both measured on the
// same number of pages.
func Compare(before, after run.Report) []Change {
	type key struct {
		corpus, method string
		n              int
	}
	was := map[key]run.Result{}
	for _, r := range before.Results {
		was[key{r.Corpus, r.Method, r.N}] = r
	}
	var out []Change
	for _, r := range after.Results {
		o, ok := was[key{r.Corpus, r.Method, r.N}]
		if !ok || o.Pages != r.Pages || o.Main() != r.Main() {
			continue
		}
		c := Change{Corpus: r.Corpus, Method: r.Method, N: r.N, Figure: r.Main(),
			Old: o.Value(), New: r.Value()}
		if a, b, ok := paired(r.BySite, o.BySite); ok {
			c.Paired = true
			i := metric.BootstrapMean(a, b)
			c.Low, c.High = i.Low, i.High
		}
		out = append(out, c)
	}
	return out
}

// paired gives the sites' sums of both runs in one order.
func paired(a, b []run.SiteFigure) (x, y []metric.Weighted, ok bool) {
	if len(a) == 0 || len(a) != len(b) {
		return nil, nil, false
	}
	for i := range a {
		if a[i].Site != b[i].Site || a[i].Pages != b[i].Pages {
			return nil, nil, false
		}
		x = append(x, metric.Weighted{Sum: a[i].Sum, Weight: float64(a[i].Pages)})
		y = append(y, metric.Weighted{Sum: b[i].Sum, Weight: float64(b[i].Pages)})
	}
	return x, y, true
}

// WriteChanges writes what got better and worse beyond noise, worst first
// within each, and how many did not change.
func WriteChanges(w io.Writer, changes []Change) error {
	same := 0
	for _, c := range changes {
		if !c.Beyond() {
			same++
			continue
		}
		verdict := "better"
		if c.New < c.Old {
			verdict = "worse "
		}
		name := c.Method
		if c.N > 0 {
			name = fmt.Sprintf("%s N=%d", name, c.N)
		}
		if _, err := fmt.Fprintf(w, "%s  %-18s %-24s %-10s %s → %s (%+.3f)\n", verdict, c.Corpus, name, c.Figure, decimal(c.Old), decimal(c.New), c.New-c.Old); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%d of %d figures did not change beyond noise\n", same, len(changes))
	return err
}
