package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/report"
	"github.com/winnow-news/winnow/eval/run"
	"github.com/winnow-news/winnow/eval/simulated"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"eval": func() { os.Exit(Main(context.Background(), os.Args[1:], System())) },
	})
}

// TestScripts runs the command as a user would; each file of testdata is one
// story.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata"})
}

// The kept baseline is numbers and names: no text of any page, no sums of
// single sites, and a figure for each checked method on the newsroom.
func TestBaseline(t *testing.T) {
	var rep run.Report
	dec := json.NewDecoder(bytes.NewReader(baseline))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&rep); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, r := range rep.Results {
		if len(r.BySite) > 0 {
			t.Errorf("%s on %s names its sites", r.Method, r.Corpus)
		}
		if r.Corpus == simulated.Name {
			found[r.Method] = true
		}
	}
	for _, m := range checked() {
		if !found[m] {
			t.Errorf("no figure of %s on the newsroom", m)
		}
	}
}

// A figure below the baseline by more than the tolerance makes check fail, a
// better one does not.
func TestCompareWithBaseline(t *testing.T) {
	var rep run.Report
	if err := json.Unmarshal(baseline, &rep); err != nil {
		t.Fatal(err)
	}
	change := func(by float64) error {
		r := rep.Results[0]
		figures := map[string]run.Figure{}
		for k, f := range r.Figures {
			figures[k] = run.Figure{Value: f.Value + by}
		}
		r.Figures = figures
		return compareWithBaseline(run.Report{Results: []run.Result{r}}, .01, Env{Out: &bytes.Buffer{}})
	}
	if err := change(-.02); err == nil || !strings.Contains(err.Error(), "1 of 1 figures") {
		t.Errorf("worse by .02: %v", err)
	}
	for _, by := range []float64{-.005, .02} {
		if err := change(by); err != nil {
			t.Errorf("changed by %g: %v", by, err)
		}
	}
	if err := compareWithBaseline(run.Report{}, .01, Env{Out: &bytes.Buffer{}}); err == nil {
		t.Error("nothing measured must not pass")
	}
}

func TestMethodsAreWellFormed(t *testing.T) {
	all, err := allMethods()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 20 {
		t.Errorf("%d methods", len(all))
	}
	if _, err := chooseMethods(strings.Join(checked(), ",")); err != nil {
		t.Error(err)
	}
}

func TestReportsAgree(t *testing.T) {
	rep := run.Report{Results: []run.Result{{Corpus: "c", Method: "m", Pages: 3, Sites: 2, Figures: map[string]run.Figure{run.WordF1: {Value: .9}}}}}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"text":     func(b *bytes.Buffer) error { return report.Text(b, rep) },
		"markdown": func(b *bytes.Buffer) error { return report.Markdown(b, rep) },
		"html":     func(b *bytes.Buffer) error { return report.HTML(b, rep) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil || !strings.Contains(b.String(), ".900") || !strings.Contains(b.String(), "c: 3 pages, 2 sites") {
			t.Errorf("%s: %v\n%s", name, err, b.String())
		}
	}
}

// The quality check itself, where the corpora are: a sample of every one is
// measured and compared with the kept figures.
func TestCheckOnCorpora(t *testing.T) {
	dir := os.Getenv(corpus.EnvDir)
	if dir == "" || testing.Short() {
		t.Skip(corpus.EnvDir + " is not set (or -short): quality is checked on the newsroom only")
	}
	var out, progress bytes.Buffer
	env := Env{Out: &out, Err: &progress, Getenv: os.Getenv}
	if code := Main(t.Context(), []string{"check", "--corpora", dir}, env); code != ExitOK {
		t.Errorf("exit code %d\n%s%s", code, out.String(), progress.String())
	}
}
