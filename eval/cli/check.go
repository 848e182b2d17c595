package cli

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/winnow-news/winnow/eval/report"
	"github.com/winnow-news/winnow/eval/run"
	"github.com/winnow-news/winnow/eval/simulated"
)

// baseline holds the figures that check compares with: numbers and names only.
//
//go:embed baseline.json
var baseline []byte

// checkLimit is the number of pages that check draws of each corpus.
const checkLimit = 40

// checked are the methods that check measures: this project's own, and one peer
// and one floor that show when the harness has changed rather than they.
func checked() []string {
	return []string{"winnow", "winnow-cold", "xcex", "readability", "body"}
}

// check measures a sample of every corpus that is there and fails when a figure
// is below the baseline's.
func check(ctx context.Context, args []string, env Env) error {
	fs := newFlags(fmt.Sprintf(`eval check [flags]: measures %s
on %d pages of every corpus that is there, and compares the main figure of each
with the kept baseline.`, strings.Join(checked(), ", "), checkLimit), env)
	folder := fs.corpora()
	tolerance := fs.Float64("tolerance", .01, "how far a figure may be below the baseline")
	update := fs.String("update", "", "write what was measured to this file (eval/cli/baseline.json) instead of comparing")
	if err := fs.parse(args); err != nil {
		return err
	}
	methods, err := chooseMethods(strings.Join(checked(), ","))
	if err != nil {
		return err
	}
	src, present, _, err := openCorpora(*folder, nil, env)
	if err != nil {
		return err
	}
	if !slices.Contains(present, simulated.Name) {
		present = append(present, simulated.Name) // the one that is everywhere
	}
	line := newLine(env)
	r := &run.Runner{Corpora: src, Methods: methods, Limit: checkLimit, Progress: line.show}
	rep, err := r.Run(ctx, present, 0)
	line.done(fmt.Sprintf("%s on %s, %d pages of each", number(len(rep.Results), "result", "results"),
		number(len(present), "corpus", "corpora"), checkLimit))
	if err != nil {
		return err
	}
	if *update != "" {
		return toFile(*update, env, func(w io.Writer) error { return report.JSON(w, rep, false) })
	}
	return compareWithBaseline(rep, *tolerance, env)
}

func compareWithBaseline(rep run.Report, tolerance float64, env Env) error {
	var base run.Report
	if err := json.Unmarshal(baseline, &base); err != nil {
		return fmt.Errorf("baseline: %w", err)
	}
	worse, compared := 0, 0
	for _, c := range report.Compare(base, rep) {
		compared++
		verdict := "ok"
		if c.New < c.Old-tolerance {
			verdict = "WORSE"
			worse++
		}
		fmt.Fprintf(env.Out, "%-5s  %-18s %-12s %-10s baseline %.3f, now %.3f\n", verdict, c.Corpus, c.Method, c.Figure, c.Old, c.New)
	}
	if compared == 0 {
		return fmt.Errorf("nothing of the baseline was measured: %w", errWorse)
	}
	if worse > 0 {
		return fmt.Errorf("%d of %d figures: %w by more than %.3f", worse, compared, errWorse, tolerance)
	}
	fmt.Fprintf(env.Out, "%d figures, none below the baseline by more than %.3f\n", compared, tolerance)
	return nil
}
