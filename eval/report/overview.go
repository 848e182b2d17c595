package report

import (
	"cmp"
	"slices"

	"github.com/winnow-news/winnow/eval/run"
)

// overview sets Winnow beside the best other method of each corpus, by the
// main figure.
func overview(rep run.Report) table {
	t := table{title: "Overview: the main figure of each corpus",
		note: "Word F1, with the headline where the gold holds it; snippet F for trafilatura-eval. Best other: of the methods measured here that are not Winnow's" + marks(rep.Results) + ".",
		head: []string{"corpus", "winnow-cold", "winnow", "best other", ""}}
	for _, c := range corporaOf(rep) {
		t.rows = append(t.rows, overviewRow(c, mains(rep, []string{c})))
	}
	if m := mains(rep, []string{"wcxb-articles", "wcxb-other"}); len(m) > 0 { // one corpus, measured in two parts
		t.rows = append(t.rows, overviewRow("wcxb, all page types", m))
	}
	return t
}

// mains gives each method's main figure over corpora together, which is the
// mean over their pages, for those measured on all of them.
func mains(rep run.Report, corpora []string) map[string]float64 {
	sum, pages, in := map[string]float64{}, map[string]int{}, map[string]int{}
	for _, r := range rep.Results {
		if r.N == 0 && slices.Contains(corpora, r.Corpus) {
			sum[r.Method] += r.Value() * float64(r.Pages)
			pages[r.Method] += r.Pages
			in[r.Method]++
		}
	}
	out := map[string]float64{}
	for m, n := range in {
		if n == len(corpora) {
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
