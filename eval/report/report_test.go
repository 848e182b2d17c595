package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/eval/run"
)

func result(corpus, method string, f1 float64, n int, sites ...run.SiteFigure) run.Result {
	return run.Result{Corpus: corpus, Method: method, N: n, UsesSite: n > 0, Pages: 6, Sites: 2,
		Figures: map[string]run.Figure{run.WordF1: {Value: f1, Low: f1 - .02, High: f1 + .01}, run.WordP: {Value: .8}, run.WordR: {Value: .9}}, BySite: sites}
}

func sums(a, b float64) []run.SiteFigure {
	return []run.SiteFigure{{Site: "a", Pages: 3, Sum: a}, {Site: "b", Pages: 3, Sum: b}}
}

func TestCompare(t *testing.T) {
	old := run.Report{Results: []run.Result{
		result("c", "steady", .9, 0, sums(2.7, 2.7)...),
		result("c", "better", .8, 0, sums(2.4, 2.4)...),
		result("c", "mixed", .8, 0, sums(2.1, 2.7)...),
		result("c", "unpaired", .8, 0),
		result("c", "other pages", .8, 0),
		result("gone", "m", .5, 0),
	}}
	now := run.Report{Results: []run.Result{
		result("c", "steady", .902, 0, sums(2.706, 2.706)...), // within the seed noise
		result("c", "better", .85, 0, sums(2.55, 2.55)...),    // on both sites
		result("c", "mixed", .85, 0, sums(2.7, 2.4)...),       // one site up, one down
		result("c", "unpaired", .7, 0),
		result("c", "other pages", .9, 0),
		result("c", "new", .9, 0),
	}}
	now.Results[4].Pages = 7
	changes := Compare(old, now)
	want := map[string]bool{"steady": false, "better": true, "mixed": false, "unpaired": true}
	if len(changes) != len(want) {
		t.Fatalf("%d changes: %+v", len(changes), changes)
	}
	for _, c := range changes {
		if c.Beyond() != want[c.Method] {
			t.Errorf("%s: beyond noise %v, interval %g to %g", c.Method, c.Beyond(), c.Low, c.High)
		}
	}
	var b bytes.Buffer
	if err := WriteChanges(&b, changes); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"better  c", "worse   c", ".800 → .850 (+0.050)", "2 of 4 figures did not change"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("no %q in\n%s", line, b.String())
		}
	}
}

func TestTables(t *testing.T) {
	rep := run.Report{Missing: []string{"absent"}, Results: []run.Result{
		result("c", "low", .7, 0), result("c", "high", .95, 0), result("c", "site", .8, 2), result("c", "site", .85, 5),
	}, Costs: []run.Cost{{Method: "parse", Pages: 3, MS: 2, P99: 5, Parses: 1, Allocs: 10, KB: 20}}}
	rep.Results[0].Seen, rep.Results[0].Empty = true, 2
	var b bytes.Buffer
	if err := Markdown(&b, rep); err != nil {
		t.Fatal(err)
	}
	want := "### c: 6 pages, 2 sites\n\n| method | word F1 | P | R | empty | failed |\n|---|---|---|---|---|---|\n" +
		"| high | .950 ±.015 | .800 | .900 | – | – |\n| low † | .700 ±.015 | .800 | .900 | 2 | – |\n"
	if !strings.HasPrefix(b.String(), want) {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	for _, s := range []string{"| c | site | .800 | .850 |", "| parse | 2.00 | 5.0 | 1.00 | 10 | 20 |", "missing: absent"} {
		if !strings.Contains(b.String(), s) {
			t.Errorf("no %q in\n%s", s, b.String())
		}
	}
}

func TestHTMLHasAPlotOfEachKind(t *testing.T) {
	rep := run.Report{Results: []run.Result{result("c<b>", "m", .7, 0), result("c<b>", "m", .6, 2), result("c<b>", "m", .7, 5)},
		Costs: []run.Cost{{Method: "m", MS: 2, Parses: 1.5}}}
	var b bytes.Buffer
	if err := HTML(&b, rep); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), ";base64,"); n != 3 {
		t.Errorf("%d plots, want 3", n)
	}
	if strings.Contains(b.String(), "c<b>") {
		t.Error("a name stands in the page unescaped")
	}
}

func TestJSONRoundTrip(t *testing.T) {
	rep := run.Report{Go: "go", Results: []run.Result{result("c", "m", .7, 0, sums(1, 2)...)}}
	path := filepath.Join(t.TempDir(), "r.json")
	for _, sites := range []bool{true, false} {
		var b bytes.Buffer
		if err := JSON(&b, rep, sites); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := Read(path)
		if err != nil || len(got.Results) != 1 || got.Results[0].Figures[run.WordF1] != rep.Results[0].Figures[run.WordF1] {
			t.Fatalf("got %+v, %v", got, err)
		}
		if n := len(got.Results[0].BySite); (n == 2) != sites {
			t.Errorf("sites %v: %d kept", sites, n)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "absent")); err == nil {
		t.Error("an absent report was read")
	}
}

// The check of the harness: a peer's figure on the same pages agrees within
// .01 or is called out; on other pages nothing is said.
func TestAgreement(t *testing.T) {
	snippets := func(f float64) run.Result {
		return run.Result{Corpus: "trafilatura-eval", Method: "trafilatura", Pages: 990, Figures: map[string]run.Figure{run.SnippetF: {Value: f}}}
	}
	for value, want := range map[float64]string{.915: "agrees", .909: "agrees", .921: "differs", .897: "differs"} {
		rows := agreement(run.Report{Results: []run.Result{snippets(value)}}).rows
		if len(rows) != 1 || rows[0][7] != want {
			t.Errorf("%g against .909: %v, want %s", value, rows, want)
		}
	}
	big9 := run.Result{Corpus: "big9", Method: "body", Figures: map[string]run.Figure{run.ShingleF1: {Value: .5}}}
	if rows := agreement(run.Report{Results: []run.Result{big9}}).rows; len(rows) != 1 || rows[0][7] != "" || rows[0][6] != "others" {
		t.Errorf("other pages: %v", rows)
	}
	if rows := agreement(run.Report{Limit: 10, Results: []run.Result{snippets(.9)}}).rows; len(rows) != 0 {
		t.Errorf("a sample: %v", rows)
	}
}

func TestLanguages(t *testing.T) {
	r := result("c", "winnow", .9, 0)
	r.ByLanguage = []run.LanguageFigure{{Language: "de", Pages: 4, Value: .9}, {Language: "sv", Pages: 2, Value: .8}}
	p := r
	p.Method = "paper-x"
	var b bytes.Buffer
	if err := Markdown(&b, run.Report{Results: []run.Result{r, p}}); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"### c by language", "| language | pages | winnow |", "| de | 4 | .900 |", "| sv | 2 | .800 |"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("no %q in\n%s", line, b.String())
		}
	}
}
