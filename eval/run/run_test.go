package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
)

// page makes a page whose gold is text and whose HTML is html.
func page(site, id, html, text string) *corpus.Page {
	return &corpus.Page{Corpus: "test", ID: id, Site: site, Group: site, HTML: []byte(html), GoldKind: corpus.Full, GoldText: text}
}

// memory is a source of corpora in memory.
type memory map[string][]*corpus.Page

func (m memory) Load(name string) ([]*corpus.Page, error) {
	if m[name] == nil {
		return nil, errors.New("no such corpus")
	}
	return slices.Clone(m[name]), nil
}

func (m memory) Fingerprint(string) (string, error) { return "1", nil }

func whole(d method.Doc) (method.Text, error) { return method.Text{Body: string(d.HTML)}, nil }

// A method that panics, fails or finds nothing on some pages costs these pages
// only.
func TestPagesSurviveTheirMethod(t *testing.T) {
	pages := []*corpus.Page{page("a", "1", "good", "good"), page("a", "2", "panic", "x"), page("a", "3", "error", "x"), page("a", "4", "", "x")}
	extract := method.Body(func(d method.Doc) (string, error) {
		switch string(d.HTML) {
		case "panic":
			panic("foreign code")
		case "error":
			return "half a text", errors.New("failed")
		}
		return string(d.HTML), nil
	})
	done := 0
	var mu sync.Mutex
	got, err := Pages(t.Context(), extract, pages, func() { mu.Lock(); done++; mu.Unlock() })
	if err != nil || done != 4 {
		t.Fatal(err, done)
	}
	if got[0].Body != "good" || got[0].Err != nil || got[1].Err == nil || got[2].Err == nil || got[2].Body != "" {
		t.Errorf("got %+v", got)
	}
	r := Summarise(pages, got, every(pages))
	if r.Failed != 2 || r.Empty != 1 || r.Figures[WordF1].Value != .25 {
		t.Errorf("failed %d, empty %d, word F1 %g; want 2, 1 and a quarter", r.Failed, r.Empty, r.Figures[WordF1].Value)
	}
}

func TestPagesStopWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Pages(ctx, whole, []*corpus.Page{page("a", "1", "x", "x")}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestSitesRefuseTooFewTexts(t *testing.T) {
	pages := []*corpus.Page{page("a", "1", "x", "x"), page("a", "2", "y", "y")}
	got, err := Sites(t.Context(), func([]method.Doc) ([]method.Text, error) { return method.Bodies([]string{"one"}), nil }, pages, BySite(pages), nil)
	if err != nil || got[0].Err == nil || got[1].Err == nil {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Seven pages of one site, three of another: whatever N is, every page of the
// sites that are large enough is judged once, and every set has N pages, each
// once.
func TestCurveJudgesEveryPageOnce(t *testing.T) {
	var pages []*corpus.Page
	for i := range 10 {
		site := "large"
		if i%3 == 2 {
			site = "small"
		}
		pages = append(pages, page(site, fmt.Sprint(i), "", ""))
	}
	for n := 1; n <= 8; n++ {
		judged := map[int]int{}
		for _, s := range curve(pages, n, 5) {
			if len(s.Members) != n {
				t.Errorf("N=%d: set of %d", n, len(s.Members))
			}
			seen := map[int]bool{}
			for k, i := range s.Members {
				if seen[i] {
					t.Errorf("N=%d: page %d stands twice in a set", n, i)
				}
				seen[i] = true
				if k < s.Judged {
					judged[i]++
				}
			}
		}
		want := 7
		if n > 7 {
			want = 0
		}
		if len(judged) != want || slices.ContainsFunc(slices.Collect(maps.Values(judged)), func(n int) bool { return n != 1 }) {
			t.Errorf("N=%d: pages judged %v, want each of %d once", n, judged, want)
		}
	}
}

func TestBySiteKeepsEpochsApart(t *testing.T) {
	a, b, c := page("cnn", "1", "", ""), page("cnn", "2", "", ""), page("cnn", "3", "", "")
	a.Epoch, b.Epoch, c.Epoch = "cnn-2005", "cnn-2009", "cnn-2005"
	sets := BySite([]*corpus.Page{a, b, c})
	if len(sets) != 2 || len(sets[0].Members) != 2 || len(sets[1].Members) != 1 {
		t.Errorf("sets %+v", sets)
	}
}

func TestHeadline(t *testing.T) {
	known := page("a", "1", "", "River rises\nThe text.")
	known.Title = "River Rises!"
	inTitle := page("a", "2", "<title>River rises &amp; falls - Herald</title>", "River rises & falls\nThe text.")
	none := page("a", "3", "<title>Herald</title>", "The text.")
	for _, tt := range []struct {
		p    *corpus.Page
		want string
	}{{known, "River Rises!"}, {inTitle, "River rises & falls"}, {none, ""}} {
		if got := headline(tt.p); got != tt.want {
			t.Errorf("page %s: %q, want %q", tt.p.ID, got, tt.want)
		}
	}
	for text, want := range map[string]string{
		"River rises\nThe text.":             "The text.",
		"By Ada\n\nRiver rises\nThe text.":   "By Ada\n\nThe text.",
		"a\nb\nc\nRiver rises\nThe text.":    "a\nb\nc\nRiver rises\nThe text.", // too far down
		"The river rises again. It is high.": "The river rises again. It is high.",
		"":                                   "",
	} {
		if got := withoutHeadline(text, "River rises"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestBlocksOfAText(t *testing.T) {
	p := page("a", "1", "", "x")
	p.Blocks = []corpus.Block{{Text: "Home", Label: "boilerplate"}, {Text: "River rises", Label: "headline"},
		{Text: "It rose by two metres.", Label: "fulltext"}, {Text: "Nice article!", Label: "comments"}}
	s := judge(p, Prediction{Text: method.Text{Body: "It rose by two metres.\nNice article!"}})
	if got := s.block.Micro; got.TP != 1 || got.FP != 1 || got.FN != 1 || got.TN != 1 {
		t.Errorf("got %+v, want one of each", got)
	}
}

// Three sites; the trained method remembers which sites it has seen and must
// never be asked about one of them.
func TestCrossFitNeverTrainsOnTheSiteItJudges(t *testing.T) {
	var training []*corpus.Page
	for i := range 12 {
		training = append(training, page(fmt.Sprintf("site%d", i%6), fmt.Sprint(i), "", "x"))
	}
	pick, err := crossFit(t.Context(), func(pages []*corpus.Page) (method.Page, error) {
		seen := map[string]bool{}
		for _, p := range pages {
			seen[p.Group] = true
		}
		return method.Body(func(d method.Doc) (string, error) { return fmt.Sprint(seen[d.Site]), nil }), nil
	}, training)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range training {
		if text, _ := pick(p)(method.NewDoc(p)); text.Body != "false" {
			t.Errorf("site %s was judged by a model that had seen it", p.Site)
		}
	}
	if pick(page("elsewhere", "1", "", "")) == nil {
		t.Error("no model for a site outside the training set")
	}
}

func TestTrainable(t *testing.T) {
	forum, article, none := page("a", "1", "", "x"), page("a", "2", "", "x"), page("a", "3", "", "")
	forum.PageType, article.PageType, none.GoldKind = "forum", "article", corpus.None
	if got := trainable([]*corpus.Page{forum, article, none}); len(got) != 1 || got[0] != article {
		t.Errorf("got %v", got)
	}
}

// A second run finds everything in the cache and calls no method; another
// stamp finds nothing.
func TestRunnerResumes(t *testing.T) {
	var pages []*corpus.Page
	for i := range 12 {
		pages = append(pages, page("site", fmt.Sprint(i), "nav river "+fmt.Sprint(i), "river "+fmt.Sprint(i)))
	}
	calls := 0
	var mu sync.Mutex
	newRunner := func(stamp string, dir string) *Runner {
		return &Runner{
			Corpora: memory{"test": pages}, Cache: Cache{Dir: dir, Stamp: stamp}, Curve: []int{2, 5}, Progress: func(string, int, int) {},
			Methods: []method.Method{
				{Name: "whole", About: "x", Page: func(d method.Doc) (method.Text, error) { mu.Lock(); calls++; mu.Unlock(); return whole(d) }},
				{Name: "common", About: "x", Site: dropCommon},
			},
		}
	}
	dir := t.TempDir()
	first, err := newRunner("a", dir).Run(t.Context(), []string{"test"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if calls != 12 || len(first.Results) != 4 { // whole; common with all, 2 and 5 pages
		t.Fatalf("%d calls, %d results", calls, len(first.Results))
	}
	again, err := newRunner("a", dir).Run(t.Context(), []string{"test"}, 0)
	if err != nil || calls != 12 {
		t.Fatalf("second run: %d calls, %v", calls, err)
	}
	if fmt.Sprint(again.Results) != fmt.Sprint(first.Results) {
		t.Errorf("second run\n%v\nfirst\n%v", again.Results, first.Results)
	}
	if _, err := newRunner("b", dir).Run(t.Context(), []string{"test"}, 0); err != nil || calls != 24 {
		t.Errorf("another build: %d calls, %v", calls, err)
	}
	if w, c := first.Results[0].Figures[WordF1].Value, first.Results[1].Figures[WordF1].Value; w != .8 || c != 1 {
		t.Errorf("word F1 %g and %g, want .8 (2 of 3 words) and 1", w, c)
	}
}

// dropCommon keeps the words that not all pages have; of a single page, all.
func dropCommon(docs []method.Doc) ([]method.Text, error) {
	out := make([]string, len(docs))
	for i, d := range docs {
		for _, w := range strings.Fields(string(d.HTML)) {
			if w != "nav" || len(docs) == 1 {
				out[i] += w + " "
			}
		}
	}
	return method.Bodies(out), nil
}

// On a corpus that a method's model is trained on, each page is judged by the
// part that has not seen its site; elsewhere by the method itself.
func TestRunnerHoldsOut(t *testing.T) {
	of := func(name string) method.Method {
		return method.Method{Name: name, About: "x", Page: method.Body(func(method.Doc) (string, error) { return name, nil })}
	}
	m := of("whole")
	m.Seen = []string{"test"}
	m.Holdout = func(context.Context) (method.Holdout, error) {
		part := func(group string) int { return map[string]int{"a": 0, "b": 1}[group] }
		return method.Holdout{Parts: []method.Method{of("zero"), of("one")}, Part: part}, nil
	}
	pages := []*corpus.Page{page("a", "1", "", "zero"), page("b", "2", "", "one"), page("a", "3", "", "zero")}
	other := page("c", "4", "", "whole")
	other.Corpus = "other"
	r := &Runner{Corpora: memory{"test": pages, "other": {other}}, Progress: func(string, int, int) {}, Cache: Cache{Dir: t.TempDir(), Stamp: "s"}}
	// A result from before the method could be cross-validated is not used again.
	before := m
	before.Holdout = nil
	r.Methods = []method.Method{before}
	if rep, err := r.Run(t.Context(), []string{"test"}, 0); err != nil || !rep.Results[0].Seen {
		t.Fatalf("without parts: %+v, %v", rep, err)
	}
	r.Methods = []method.Method{m}
	rep, err := r.Run(t.Context(), []string{"test", "other"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, heldOut := range []bool{true, false} {
		if got := rep.Results[i]; got.HeldOut != heldOut || got.Seen || got.Figures[WordF1].Value != 1 {
			t.Errorf("%s: held out %v, seen %v, word F1 %v", got.Corpus, got.HeldOut, got.Seen, got.Figures[WordF1].Value)
		}
	}
}

// The title counts where the gold holds the headline, once.
func TestConvention(t *testing.T) {
	gold := "River rises again\nWater in the cellars."
	within := page("a", "1", "", gold)
	within.Title = "River rises again"
	apart := page("a", "2", "", "Water in the cellars.")
	apart.Title = "River rises again"
	unknown := page("a", "3", "<title>News</title>", gold)
	for _, tt := range []struct {
		name string
		page *corpus.Page
		text method.Text
		want string
	}{
		{"gold holds it", within, method.Text{Title: "River rises again", Body: "Water in the cellars."}, gold},
		{"text holds it, too", within, method.Text{Title: "River rises again", Body: gold}, gold},
		{"no title told", within, method.Text{Body: "Water in the cellars."}, "Water in the cellars."},
		{"a wrong title is the method's own fault", within, method.Text{Title: "News", Body: "Water."}, "News\nWater."},
		{"gold has it apart", apart, method.Text{Title: "River rises again", Body: "Water in the cellars."}, "Water in the cellars."},
		{"headline not known", unknown, method.Text{Title: "River rises again", Body: "Water."}, "Water."},
	} {
		if got := conventionOf(tt.page).withTitle(tt.text); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestRunnerReportsCosts(t *testing.T) {
	pages := []*corpus.Page{page("s", "1", "<p>one", "one"), page("s", "2", "<p>two", "two")}
	r := &Runner{Corpora: memory{"test": pages}, Progress: func(string, int, int) {},
		Methods: []method.Method{{Name: "whole", About: "x", Page: whole}, {Name: "common", About: "x", Site: dropCommon}}}
	rep, err := r.Run(t.Context(), []string{"test"}, 5)
	if err != nil || len(rep.Costs) != 3 || rep.Costs[0].Method != "parse" || rep.Costs[0].Parses != 1 || rep.Costs[0].Allocs == 0 {
		t.Errorf("costs %+v, %v", rep.Costs, err)
	}
	if _, err := r.Run(t.Context(), []string{"absent"}, 0); err == nil || !strings.Contains(err.Error(), "absent") {
		t.Errorf("an absent corpus: %v", err)
	}
}

func TestSampleIsAlwaysTheSame(t *testing.T) {
	var pages []*corpus.Page
	for i := range 50 {
		pages = append(pages, page("s", fmt.Sprint(i), "", ""))
	}
	a := sample(pages, 7)
	slices.Reverse(pages)
	if b := sample(pages, 7); len(a) != 7 || !slices.Equal(a, b) {
		t.Errorf("%d pages, other ones in another order: %v", len(a), !slices.Equal(a, b))
	}
}

func TestByLanguage(t *testing.T) {
	page := func(lang, gold string) *corpus.Page {
		return &corpus.Page{Site: lang + gold, Lang: lang, GoldKind: corpus.Full, GoldText: gold}
	}
	pages := []*corpus.Page{page("sv", "ett två"), page("de", "eins zw\u00adei"), page("de", "drei vier"), page("", "una")}
	got := []Prediction{
		{Text: method.Text{Body: "ett tva\u030a"}}, {Text: method.Text{Body: "eins zwei"}}, {Text: method.Text{Body: "drei fünf"}}, {},
	}
	want := []LanguageFigure{{"de", 2, .75}, {"sv", 1, 1}}
	if r := Summarise(pages, got, []int{0, 1, 2, 3}); !slices.Equal(r.ByLanguage, want) {
		t.Errorf("by language %v, want %v", r.ByLanguage, want)
	}
	if r := Summarise(pages, got, []int{1, 2, 3}); r.ByLanguage != nil {
		t.Errorf("one language: %v", r.ByLanguage)
	}
}
