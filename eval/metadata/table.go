package metadata

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Table writes the results, which stand corpus by corpus: a row for each field
// of a corpus and each system. As Markdown, the columns are set apart by pipes.
func Table(w io.Writer, results []Result, markdown bool) error {
	rows := [][]string{{"corpus", "field", "system", "pages", "correct", "wrong", "missing", "accuracy", "F1", "names F1"}}
	for from := 0; from < len(results); {
		to := from
		for to < len(results) && results[to].Corpus == results[from].Corpus {
			to++
		}
		for _, field := range fields() {
			for _, r := range results[from:to] {
				if t := r.Tallies[field]; t.Pages() > 0 {
					rows = append(rows, row(r, field, t))
				}
			}
		}
		from = to
	}
	if markdown {
		return pipes(w, rows)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintln(tw, strings.Join(r, "\t"))
	}
	return tw.Flush()
}

func row(r Result, field string, t Tally) []string {
	names := ""
	if field == Authors {
		names = fmt.Sprintf("%.3f", t.Names.F1())
	}
	return []string{
		r.Corpus, field, r.System, fmt.Sprint(t.Pages()), fmt.Sprint(t.Correct), fmt.Sprint(t.Wrong), fmt.Sprint(t.Missing),
		fmt.Sprintf("%.3f", t.Accuracy()), fmt.Sprintf("%.3f", t.F1()), names,
	}
}

func pipes(w io.Writer, rows [][]string) error {
	for i, r := range rows {
		if _, err := fmt.Fprintf(w, "| %s |\n", strings.Join(r, " | ")); err != nil {
			return err
		}
		if i == 0 {
			if _, err := fmt.Fprintln(w, strings.Repeat("|---", len(r))+"|"); err != nil {
				return err
			}
		}
	}
	return nil
}
