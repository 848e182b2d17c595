package pipeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/classifier/heuristic"
	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/metric"
	"github.com/winnow-news/winnow/eval/paper/xcex"
	"github.com/winnow-news/winnow/eval/simulated"
)

// docs gives the articles of one simulated site.
func docs(t *testing.T) ([]method.Doc, []*corpus.Page) {
	t.Helper()
	pages, err := simulated.Pages(3, 1, 12)
	if err != nil {
		t.Fatal(err)
	}
	var out []method.Doc
	var articles []*corpus.Page
	for _, p := range pages {
		if p.GoldKind == corpus.Full {
			out, articles = append(out, method.NewDoc(p)), append(articles, p)
		}
	}
	return out, articles
}

// Every method finds most of the text of a simulated site, and one that looks
// at the site leaves out what is on all of its pages.
func TestMethodsOnASite(t *testing.T) {
	ds, pages := docs(t)
	methods, err := Methods()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range methods {
		texts := make([]method.Text, len(ds))
		if m.UsesSite() {
			if texts, err = m.Site(ds); err != nil {
				t.Fatal(m.Name, err)
			}
		} else {
			for i, d := range ds {
				if texts[i], err = m.Page(d); err != nil {
					t.Fatal(m.Name, err)
				}
			}
		}
		var sum metric.Sum
		for i, p := range pages {
			sum.Add(metric.Words(texts[i].Body, p.GoldText))
		}
		if f := sum.Macro(); f < .75 {
			t.Errorf("%s: word F1 %.3f on a simulated site", m.Name, f)
		}
	}
}

// The incremental X-CEX and the paper's batch are two programs; on blocks that
// both cut alike they must call the same things template.
func TestIncrementalXCEXAgreesWithTheBatch(t *testing.T) {
	var ds []method.Doc
	var raw [][]byte
	for i := range 12 {
		src := fmt.Appendf(nil, `<html><head><meta property="og:type" content="article"></head><body><article><h1>Story %[1]d of the river</h1>
<p>The river number%[1]d rose by metres%[1]d in a night, said mayor%[1]d of the town%[1]d.</p>
<p>Nobody%[1]d was hurt%[1]d but cellars%[1]d were flooded%[1]d and ferries%[1]d wait%[1]d for word%[1]d from there%[1]d.</p>
<p>Read more stories of the region every morning in our letter to readers.</p></article>
<div class="foot">All rights are reserved by the publisher of this paper.</div></body></html>`, i)
		ds = append(ds, method.Doc{ID: fmt.Sprint(i), Site: "s", URL: fmt.Sprintf("https://paper.example/2026/story-%d.html", i), HTML: src})
		raw = append(raw, src)
	}
	p, err := New("xcex", heuristic.New())
	if err != nil {
		t.Fatal(err)
	}
	incremental, err := p.Site(ds)
	if err != nil {
		t.Fatal(err)
	}
	batch, err := xcex.Config{Epsilon: .8}.Extract(raw)
	if err != nil {
		t.Fatal(err)
	}
	for i := range ds {
		for _, s := range []string{fmt.Sprintf("The river number%d rose", i), "Read more stories", "All rights are reserved"} {
			if a, b := strings.Contains(incremental[i].Body, s), strings.Contains(batch[i], s); a != b {
				t.Errorf("page %d, %q: incremental %v, batch %v", i, s, a, b)
			}
		}
		if strings.Contains(batch[i], "All rights") || !strings.Contains(batch[i], "The river number") {
			t.Errorf("page %d: batch gives %q", i, batch[i])
		}
	}
}
