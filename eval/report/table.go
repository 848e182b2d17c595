package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/winnow-news/winnow/eval/run"
)

// table is a heading and rows of cells, ready for any kind of output.
type table struct {
	title string
	note  string
	head  []string
	rows  [][]string
}

// columns of the quality tables, in order; a column that no row has is left
// out.
func columns() []struct{ name, head string } {
	return []struct{ name, head string }{
		{run.WordF1, "word F1"}, {run.WordBody, "no headline"}, {run.WordP, "P"}, {run.WordR, "R"},
		{run.ShingleF1, "shingle F1"}, {run.ShingleP, "P"}, {run.ShingleR, "R"}, {run.ShingleMacro, "macro"},
		{run.SnippetF, "snippet F"}, {run.SnippetP, "P"}, {run.SnippetR, "R"}, {run.SnippetAcc, "acc."},
		{run.BlockF1, "block F1"}, {run.BlockP, "P"}, {run.BlockR, "R"}, {run.BlockAccuracy, "acc."},
	}
}

// tables makes an overview of several corpora, the tables of each, and those of
// all: learning curves, agreement with another harness, costs. A table without
// rows is left out.
func tables(rep run.Report) []table {
	var out []table
	if t := overview(rep); len(t.rows) > 1 {
		out = append(out, t)
	}
	for _, c := range corporaOf(rep) {
		out = append(out, quality(rep, c), languages(rep, c))
	}
	out = append(out, curves(rep), agreement(rep), costs(rep))
	return slices.DeleteFunc(out, func(t table) bool { return len(t.rows) == 0 })
}

func corporaOf(rep run.Report) []string {
	var out []string
	for _, r := range rep.Results {
		if !slices.Contains(out, r.Corpus) {
			out = append(out, r.Corpus)
		}
	}
	return out
}

// mainResults gives the results on all pages of a corpus, the best first.
func mainResults(rep run.Report, corpus string) []run.Result {
	var out []run.Result
	for _, r := range rep.Results {
		if r.Corpus == corpus && r.N == 0 {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b run.Result) int { return cmp.Compare(b.Value(), a.Value()) })
	return out
}

// quality is the table of one corpus, best main figure first.
func quality(rep run.Report, corpus string) table {
	results := mainResults(rep, corpus)
	t := table{
		title: fmt.Sprintf("%s: %d pages, %d sites", corpus, results[0].Pages, results[0].Sites),
		note:  "± half of the 95 % interval over resampled sites; * sees the site's other pages" + marks(results) + ".",
		head:  []string{"method"},
	}
	var used []string
	for _, c := range columns() {
		if slices.ContainsFunc(results, func(r run.Result) bool { _, ok := r.Figures[c.name]; return ok }) {
			used, t.head = append(used, c.name), append(t.head, c.head)
		}
	}
	t.head = append(t.head, "empty", "failed")
	for _, r := range results {
		row := []string{mark(r)}
		for _, name := range used {
			row = append(row, figure(r.Figures, name))
		}
		t.rows = append(t.rows, append(row, count(r.Empty), count(r.Failed)))
	}
	return t
}

// languages is the main figure of one corpus by language, without the papers'
// methods; no rows for a corpus of one language.
func languages(rep run.Report, corpus string) table {
	t := table{title: corpus + " by language", note: "Main figure of the corpus, of texts as they are read: composed, and without soft hyphens and other invisible characters.", head: []string{"language", "pages"}}
	var columns []map[string]float64
	var first []run.LanguageFigure
	for _, r := range rep.Results {
		if r.Corpus != corpus || r.N != 0 || len(r.ByLanguage) == 0 || strings.HasPrefix(r.Method, "paper-") {
			continue
		}
		if first == nil {
			first = r.ByLanguage
		}
		column := map[string]float64{}
		for _, f := range r.ByLanguage {
			column[f.Language] = f.Value
		}
		t.head, columns = append(t.head, mark(r)), append(columns, column)
	}
	for _, f := range first {
		row := []string{f.Language, strconv.Itoa(f.Pages)}
		for _, column := range columns {
			row = append(row, decimal(column[f.Language]))
		}
		t.rows = append(t.rows, row)
	}
	return t
}

func mark(r run.Result) string {
	name := r.Method
	if r.UsesSite {
		name += " *"
	}
	if r.Seen {
		name += " †"
	}
	if r.HeldOut {
		name += " ‡"
	}
	return name
}

// marks explains the marks that results have.
func marks(results []run.Result) string {
	out := ""
	if slices.ContainsFunc(results, func(r run.Result) bool { return r.Seen }) {
		out += "; † its model was trained on this corpus"
	}
	if slices.ContainsFunc(results, func(r run.Result) bool { return r.HeldOut }) {
		out += "; ‡ cross-validated: no page was judged by a model that has learned from its site"
	}
	return out
}

func count(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}

// figure writes .954 ±.006.
func figure(fs map[string]run.Figure, name string) string {
	f, ok := fs[name]
	if !ok {
		return "–"
	}
	s := decimal(f.Value)
	if f.High > f.Low {
		s += " ±" + decimal((f.High-f.Low)/2)
	}
	return s
}

// decimal writes three decimals without the leading zero.
func decimal(x float64) string { return strings.TrimPrefix(fmt.Sprintf("%.3f", x), "0") }

// curves is the table of site methods against the number of pages seen.
func curves(rep run.Report) table {
	t := table{title: "Learning curves: pages of the site seen (sites with at least 10 pages)",
		note: "Main figure of the corpus: word F1, or snippet F.", head: []string{"corpus", "method"}}
	var ns []int
	type key struct{ corpus, method string }
	points := map[key]map[int]run.Result{}
	var order []key
	for _, r := range rep.Results {
		if r.N == 0 {
			continue
		}
		k := key{r.Corpus, r.Method}
		if points[k] == nil {
			points[k], order = map[int]run.Result{}, append(order, k)
		}
		points[k][r.N] = r
		if !slices.Contains(ns, r.N) {
			ns = append(ns, r.N)
		}
	}
	slices.Sort(ns)
	for _, n := range ns {
		t.head = append(t.head, fmt.Sprintf("N=%d", n))
	}
	for _, k := range order {
		row := []string{k.corpus, k.method}
		for _, n := range ns {
			r, ok := points[k][n]
			if !ok {
				row = append(row, "–")
				continue
			}
			row = append(row, decimal(r.Value()))
		}
		t.rows = append(t.rows, row)
	}
	return t
}

func costs(rep run.Report) table {
	if len(rep.Costs) == 0 {
		return table{}
	}
	t := table{title: fmt.Sprintf("Cost of a page (mean over %d pages)", rep.Costs[0].Pages),
		note: "CPU time of the process, garbage collection included; × parse: against a bare x/net/html parse of the same pages, in turn with it, the median of up to seven rounds.",
		head: []string{"method", "ms", "p99 ms", "× parse", "allocations", "KB"}}
	for _, c := range rep.Costs {
		p99 := "–"
		if c.P99 > 0 {
			p99 = fmt.Sprintf("%.1f", c.P99)
		}
		t.rows = append(t.rows, []string{c.Method, fmt.Sprintf("%.2f", c.MS), p99, fmt.Sprintf("%.2f", c.Parses),
			fmt.Sprintf("%.0f", c.Allocs), fmt.Sprintf("%.0f", c.KB)})
	}
	return t
}

// Text writes the tables for a terminal.
func Text(w io.Writer, rep run.Report) error {
	for _, t := range tables(rep) {
		fmt.Fprintf(w, "%s\n", t.title)
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(tw, "  "+strings.Join(t.head, "\t"))
		for _, r := range t.rows {
			fmt.Fprintln(tw, "  "+strings.Join(r, "\t"))
		}
		if err := tw.Flush(); err != nil {
			return err
		}
		fmt.Fprintf(w, "  %s\n\n", t.note)
	}
	return missing(w, rep)
}

// Markdown writes the tables as Markdown.
func Markdown(w io.Writer, rep run.Report) error {
	for _, t := range tables(rep) {
		fmt.Fprintf(w, "### %s\n\n| %s |\n|%s\n", t.title, strings.Join(t.head, " | "), strings.Repeat("---|", len(t.head)))
		for _, r := range t.rows {
			fmt.Fprintf(w, "| %s |\n", strings.Join(r, " | "))
		}
		fmt.Fprintf(w, "\n%s\n\n", t.note)
	}
	return missing(w, rep)
}

func missing(w io.Writer, rep run.Report) error {
	if len(rep.Missing) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "Not measured, because the corpus is missing: %s (docs/corpora.md says where each comes from)\n", strings.Join(rep.Missing, ", "))
	return err
}
