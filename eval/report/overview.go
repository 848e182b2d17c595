package report

import (
	"cmp"
	"slices"

	"github.com/winnow-news/winnow/eval/run"
)

// halves are corpora that are measured in parts, and their parts.
func halves() map[string][]string {
	return map[string][]string{"wcxb, all page types": {"wcxb-articles", "wcxb-other"}}
}

// overview sets Winnow beside the best other method of each corpus, by the
// main figure.
func overview(rep run.Report) table {
	t := table{title: "Overview: the main figure of each corpus",
		note: "Word F1, with the headline where the gold holds it; snippet F for trafilatura-eval. Best other: of the methods measured here that are not Winnow's" + marks(rep.Results) + ".",
		head: []string{"corpus", "winnow-cold", "winnow", "best other", ""}}
	for _, c := range corporaOf(rep) {
		t.rows = append(t.rows, overviewRow(c, mains(rep, []string{c})))
	}
	for name, parts := range halves() {
		if m := mains(rep, parts); m != nil {
			t.rows = append(t.rows, overviewRow(name, m))
		}
	}
	return t
}

// mains gives each method's main figure over corpora together, which is the
// mean over their pages; nil where one of them was not measured.
func mains(rep run.Report, corpora []string) map[string]float64 {
	sum, pages, in := map[string]float64{}, map[string]int{}, map[string]int{}
	for _, r := range rep.Results {
		if r.N == 0 && slices.Contains(corpora, r.Corpus) {
			sum[r.Method] += r.Figures[r.Main()].Value * float64(r.Pages)
			pages[r.Method] += r.Pages
			in[r.Method]++
		}
	}
	var out map[string]float64
	for m, n := range in {
		if n == len(corpora) {
			if out == nil {
				out = map[string]float64{}
			}
			out[m] = sum[m] / float64(pages[m])
		}
	}
	return out
}

func overviewRow(name string, by map[string]float64) []string {
	row := []string{name}
	for _, own := range []string{"winnow-cold", "winnow"} {
		if v, ok := by[own]; ok {
			row = append(row, decimal(v))
		} else {
			row = append(row, "–")
		}
	}
	var others []string
	for m := range by {
		if m != "winnow" && m != "winnow-cold" && m != "winnow-heuristic" {
			others = append(others, m)
		}
	}
	if len(others) == 0 {
		return append(row, "–", "")
	}
	best := slices.MaxFunc(others, func(a, b string) int { return cmp.Or(cmp.Compare(by[a], by[b]), cmp.Compare(b, a)) })
	return append(row, decimal(by[best]), best)
}
