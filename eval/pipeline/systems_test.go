package pipeline

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/winnow-news/winnow/classifier/cold"
	"github.com/winnow-news/winnow/classifier/judge"
	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/metric"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

var rewrite = flag.Bool("rewrite", false, "write what the pages of testdata/systems give into got.txt")

// leastF1 is the least mean word F1 of the pages of testdata/systems.
const leastF1 = 0.98

// truth is what a page of testdata/systems holds.
type truth struct {
	Page, URL, Class, Title, Day, Language string
	Authors, Text                          []string
	Optional                               []string // what is neither right nor wrong to take
}

// Pages written for the purpose, in the markup that content systems of the world
// emit and in many languages: what is wrong with each, judged alone, is in
// got.txt, so that a change shows there.
func TestPagesOfContentSystems(t *testing.T) {
	const dir = "testdata/systems"
	var report strings.Builder
	var sum metric.Sum
	p := coldPipeline(t)
	for _, want := range truths(t, filepath.Join(dir, "truth.jsonl")) {
		html, err := os.ReadFile(filepath.Join(dir, want.Page+".html"))
		if err != nil {
			t.Fatal(err)
		}
		doc := method.NewDoc(&corpus.Page{ID: want.Page, URL: want.URL, HTML: html})
		page, err := p.Segment(doc)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&report, "%s: %s", want.Page, className(page))
		if want.Class == "article" || want.Class == "live" {
			article, _ := p.classify.Decide(p.classify.ScoreAlone(page))
			c := metric.Words(metric.AsRead(article.GetText()), metric.AsRead(want.gold(article.GetText())))
			sum.Add(c)
			fmt.Fprintf(&report, " %.3f", c.F1())
			for _, wrong := range want.wrong(article) {
				report.WriteString("\n  " + wrong)
			}
		}
		if got := className(page); got != want.Class {
			fmt.Fprintf(&report, "\n  class %s, want %s: %s", got, want.Class, page.GetClassReason())
		}
		report.WriteByte('\n')
	}
	fmt.Fprintf(&report, "mean word F1 %.4f\n", sum.Macro())
	if f := sum.Macro(); f < leastF1 {
		t.Errorf("mean word F1 %.4f, want %.2f", f, leastF1)
	}
	golden := filepath.Join(dir, "got.txt")
	if *rewrite {
		if err := os.WriteFile(golden, []byte(report.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if kept, err := os.ReadFile(golden); err != nil || string(kept) != report.String() {
		t.Errorf("%v; what changed (go test ./eval/pipeline -run ContentSystems -rewrite):\n%s", err, changed(string(kept), report.String()))
	}
}

func coldPipeline(t *testing.T) *Pipeline {
	t.Helper()
	model, err := cold.New()
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(judge.Winnow, model)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func truths(t *testing.T, path string) (all []truth) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one truth
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

func className(page *pb.SegmentedPage) string {
	return strings.ToLower(strings.TrimPrefix(page.GetPageClass().String(), "PAGE_CLASS_"))
}

// gold is the page's text, with those words of what is optional that were taken.
func (w truth) gold(taken string) string {
	gold := strings.Join(w.Text, "\n")
	more := map[string]int{}
	for _, x := range wordsOf(taken) {
		more[x]++
	}
	for _, x := range wordsOf(gold) {
		more[x]--
	}
	for _, x := range wordsOf(strings.Join(w.Optional, "\n")) {
		if more[x]--; more[x] >= 0 {
			gold += " " + x
		}
	}
	return gold
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) })
}

// wrong gives the fields of an article that are not the truth.
func (w truth) wrong(a *pb.Article) (out []string) {
	day := a.GetPublishedLocal()
	for _, f := range []struct{ name, got, want string }{
		{"title", a.GetTitle(), w.Title},
		{"authors", strings.Join(a.GetAuthors(), ", "), strings.Join(w.Authors, ", ")},
		{"day", day[:min(len(day), len("2006-01-02"))], w.Day},
		{"language", a.GetLanguage(), w.Language},
	} {
		if f.got != f.want {
			out = append(out, fmt.Sprintf("%s %q, want %q", f.name, f.got, f.want))
		}
	}
	return out
}

// changed gives the lines that stand in one of two texts only.
func changed(before, after string) string {
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	var out []string
	for _, l := range a {
		if !slices.Contains(b, l) {
			out = append(out, "- "+l)
		}
	}
	for _, l := range b {
		if !slices.Contains(a, l) {
			out = append(out, "+ "+l)
		}
	}
	return strings.Join(out, "\n")
}
