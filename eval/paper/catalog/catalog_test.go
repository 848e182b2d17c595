package catalog

import (
	"testing"
	"unicode/utf8"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/metric"
	"github.com/winnow-news/winnow/eval/simulated"
)

// Every system finds something of simulated articles: a change that breaks one
// of them shows.
func TestMethodsOnSimulatedSites(t *testing.T) {
	if err := method.Validate(Methods()); err != nil {
		t.Fatal(err)
	}
	pages, err := simulated.Pages(5, 4, 10)
	if err != nil {
		t.Fatal(err)
	}
	bySite := map[string][]*corpus.Page{}
	var articles []*corpus.Page
	for _, p := range pages {
		if p.GoldKind == corpus.Full {
			bySite[p.Site], articles = append(bySite[p.Site], p), append(articles, p)
		}
	}
	for _, m := range Methods() {
		var sum metric.Sum
		for _, site := range bySite {
			texts, err := extract(m, site, articles)
			if err != nil {
				t.Fatal(m.Name, err)
			}
			for i, p := range site {
				sum.Add(metric.Words(texts[i].Body, p.GoldText))
			}
		}
		if m.Name == "paper-xcex-low" || m.Name == "paper-infodiscoverer" {
			continue // simulated prose draws on few words, which these take for template
		}
		if f := sum.Macro(); f < .4 {
			t.Errorf("%s: word F1 %.3f", m.Name, f)
		}
	}
}

func extract(m method.Method, site, training []*corpus.Page) ([]method.Text, error) {
	docs := make([]method.Doc, len(site))
	for i, p := range site {
		docs[i] = method.NewDoc(p)
	}
	if m.Site != nil {
		return m.Site(docs)
	}
	page := m.Page
	if m.Train != nil {
		var err error
		if page, err = m.Train(training); err != nil {
			return nil, err
		}
	}
	texts := make([]method.Text, len(docs))
	for i, d := range docs {
		var err error
		if texts[i], err = page(d); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// Whatever bytes a page is made of, no system panics, and texts are valid.
func FuzzMethods(f *testing.F) {
	for _, s := range []string{"", "<p>", "<a><table><td><p>x</a>", "<div class='a a'>a<br><br>b</div>\xff", "<meta name=description content=x><title>", "<svg><p><script>"} {
		f.Add(s, s+"<p>y")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, m := range Methods() {
			switch {
			case m.Site != nil:
				texts, err := m.Site([]method.Doc{{ID: "a", HTML: []byte(a)}, {ID: "b", HTML: []byte(b)}})
				if err == nil && len(texts) != 2 {
					t.Errorf("%s: %d texts", m.Name, len(texts))
				}
			case m.Page != nil:
				text, _ := m.Page(method.Doc{HTML: []byte(a)})
				if utf8.ValidString(a) && !utf8.ValidString(text.Body) {
					t.Errorf("%s: invalid text of a valid page", m.Name)
				}
			}
		}
	})
}
