package report

import (
	"fmt"
	"math"

	"github.com/winnow-news/winnow/eval/run"
)

// reference is a figure that the same peer reached in another harness. Where
// that one had the same pages, ours must agree within .01: it is the check of
// the harness.
type reference struct {
	corpus, method, figure string
	value                  float64
	same                   bool // on the same pages
}

// references are the figures that this project's design was based on, measured
// in 2026 with the same versions of the peers.
func references() []reference {
	var out []reference
	add := func(method string, snippet, big9, chaos, fundus, dragnet, cleaneval float64) {
		for _, r := range []reference{
			{"trafilatura-eval", method, run.SnippetF, snippet, true}, {"cleaneval", method, run.ShingleF1, cleaneval, true},
			{"big9", method, run.ShingleF1, big9, false}, {"chaos", method, run.ShingleF1, chaos, false},
			{"fundus", method, run.ShingleF1, fundus, false}, {"dragnet", method, run.ShingleF1, dragnet, false},
		} {
			if r.value > 0 {
				out = append(out, r)
			}
		}
	}
	add("trafilatura", .909, .950, .940, .937, .882, .883)
	add("trafilatura-fast", .900, .945, .936, .929, .878, .761)
	add("readability", .878, .931, .916, .912, .893, .903)
	add("domdistiller", .867, .932, .898, .888, .872, .881)
	add("readability-shiori", .875, 0, 0, 0, 0, 0)
	add("boilerpipe-go", .838, .899, .847, .866, .835, .693)
	add("body", .683, .673, .625, .658, .545, .886)
	return out
}

// agreement is the table of the references that the report measured, too.
func agreement(rep run.Report) table {
	t := table{title: "Agreement of the harness with figures of another one",
		note: "Where the pages are the same, a difference above .01 needs an explanation; the other harness gave its methods the bytes as they were served, as --as-served does here. The others were measured on more pages than are at hand here.",
		head: []string{"corpus", "peer", "figure", "there", "here", "difference", "pages", ""}}
	if rep.Limit > 0 {
		return t // a sample has nothing to agree with
	}
	for _, ref := range references() {
		for _, r := range rep.Results {
			f, ok := r.Figures[ref.figure]
			if !ok || r.Corpus != ref.corpus || r.Method != ref.method || r.N > 0 {
				continue
			}
			pages, verdict := "others", ""
			if ref.same {
				pages, verdict = "same", "agrees"
				if math.Abs(f.Value-ref.value) > .0105 {
					verdict = "differs"
				}
			}
			t.rows = append(t.rows, []string{ref.corpus, ref.method, ref.figure, decimal(ref.value), decimal(f.Value),
				fmt.Sprintf("%+.3f", f.Value-ref.value), pages, verdict})
		}
	}
	return t
}
