package report

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"

	"github.com/winnow-news/winnow/eval/run"
)

//go:embed report.html
var page string

// chart is one plot of the HTML report.
type chart struct {
	Title string
	Image template.URL
}

// HTML writes a page that needs nothing but itself: the tables, and as plots
// the learning curves, precision against recall, and cost against quality.
func HTML(w io.Writer, rep run.Report) error {
	t, err := template.New("report").Parse(page)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	charts, err := charts(rep)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	type section struct {
		Title, Note string
		Head        []string
		Rows        [][]string
	}
	var sections []section
	for _, t := range tables(rep) {
		sections = append(sections, section{t.title, t.note, t.head, t.rows})
	}
	return t.Execute(w, map[string]any{"Report": rep, "Sections": sections, "Charts": charts})
}

func charts(rep run.Report) ([]chart, error) {
	var out []chart
	add := func(title string, draw func(io.Writer) error) error {
		var b bytes.Buffer
		if err := draw(&b); err != nil {
			return fmt.Errorf("%s: %w", title, err)
		}
		out = append(out, chart{title, template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(b.Bytes()))})
		return nil
	}
	for _, c := range corporaOf(rep) {
		if err := add(c+": precision against recall", func(w io.Writer) error { return precisionRecall(w, rep, c) }); err != nil {
			return nil, err
		}
		if hasCurve(rep, c) {
			if err := add(c+": pages of the site seen", func(w io.Writer) error { return learningCurve(w, rep, c) }); err != nil {
				return nil, err
			}
		}
		if len(rep.Costs) > 0 {
			if err := add(c+": cost against quality", func(w io.Writer) error { return costQuality(w, rep, c) }); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func hasCurve(rep run.Report, corpus string) bool {
	return slices.ContainsFunc(rep.Results, func(r run.Result) bool { return r.Corpus == corpus && r.N > 0 })
}
