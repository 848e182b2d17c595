package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/label"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/pipeline"
	"github.com/winnow-news/winnow/eval/run"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// ANSI colours of the four outcomes; the letters say the same without colour.
const (
	green  = "\x1b[32m"
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	grey   = "\x1b[90m"
	reset  = "\x1b[0m"
)

// showPage prints the blocks of one page, and for each what every method made
// of it.
func showPage(ctx context.Context, src run.Source, methods []method.Method, key string, env Env) error {
	name, id, ok := strings.Cut(key, "/")
	if !ok {
		return fmt.Errorf("%w: --page %q: want CORPUS/ID", errUsage, key)
	}
	pages, err := src.Load(name)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(pages, func(p *corpus.Page) bool { return p.ID == id })
	if at < 0 {
		return fmt.Errorf("corpus %s has no page %q", name, id)
	}
	segmenter, err := pipeline.NewSegmenter()
	if err != nil {
		return err
	}
	seg, err := segmenter.Segment(method.NewDoc(pages[at]))
	if err != nil {
		return err
	}
	r := &run.Runner{Corpora: src, Training: corpus.Trainable(), Progress: func(string, int, int) {}}
	var columns []column
	for _, m := range methods {
		text, err := extractOne(ctx, r, m, pages, at)
		columns = append(columns, column{name: m.Name, chosen: labels(seg, text), err: err})
	}
	return printBlocks(env, pages[at], seg, columns)
}

// column is one method's choice.
type column struct {
	name   string
	chosen []bool
	err    error
}

// extractOne runs a method on a page, together with the site's others if it
// uses them, and trained on other sites if it must be.
func extractOne(ctx context.Context, r *run.Runner, m method.Method, pages []*corpus.Page, at int) (string, error) {
	if m.Train != nil {
		pick, err := r.Fit(ctx, m)
		if err != nil {
			return "", err
		}
		m.Page = pick(pages[at])
	}
	if !m.UsesSite() {
		got, err := run.Pages(ctx, m.Page, pages[at:at+1], nil)
		if err != nil {
			return "", err
		}
		return got[0].Body, got[0].Err
	}
	set := run.Set{Members: []int{at}, Judged: 1}
	for i, p := range pages {
		if i != at && p.Template() == pages[at].Template() && run.Judged(p) && len(set.Members) < run.Window {
			set.Members = append(set.Members, i)
		}
	}
	got, err := run.Sites(ctx, m.Site, pages, []run.Set{set}, nil)
	if err != nil {
		return "", err
	}
	return got[at].Body, got[at].Err
}

// labels tells which blocks a text contains.
func labels(seg *pb.SegmentedPage, text string) []bool {
	out := make([]bool, len(seg.GetBlocks()))
	for i, l := range label.Page(seg, text, "") {
		out[i] = l.Content
	}
	return out
}

func printBlocks(env Env, p *corpus.Page, seg *pb.SegmentedPage, columns []column) error {
	truth := labels(seg, p.GoldText)
	if p.GoldText == "" {
		fmt.Fprintln(env.Out, "This page has no gold text: nothing below is right or wrong.")
	}
	fmt.Fprintf(env.Out, "%s  %s\n", p.Key(), p.URL)
	fmt.Fprintf(env.Out, "%s+ content found%s  %sx noise taken%s  %so content missed%s  %s. noise left out%s\n\n",
		green, reset, red, reset, yellow, reset, grey, reset)
	for i, c := range columns {
		note := ""
		if c.err != nil {
			note = "  " + c.err.Error()
		}
		fmt.Fprintf(env.Out, "%s%s%s\n", strings.Repeat("| ", i), c.name, note)
	}
	for i, b := range seg.GetBlocks() {
		var line strings.Builder
		for _, c := range columns {
			line.WriteString(sign(c.chosen[i], truth[i]) + " ")
		}
		colour := grey
		if truth[i] {
			colour = reset
		}
		if _, err := fmt.Fprintf(env.Out, "%s%s%s%s\n", line.String(), colour, clip(b.GetText(), 100), reset); err != nil {
			return err
		}
	}
	return nil
}

func sign(chosen, truth bool) string {
	switch {
	case chosen && truth:
		return green + "+" + reset
	case chosen:
		return red + "x" + reset
	case truth:
		return yellow + "o" + reset
	}
	return grey + "." + reset
}

func clip(s string, n int) string {
	r := []rune(strings.ReplaceAll(s, "\n", " "))
	if len(r) <= n {
		return string(r)
	}
	return string(r[:n-1]) + "…"
}
