package blocktree

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
)

// pages makes n pages of n/2 sites: short linked lines and long paragraphs.
func pages(n int) []*corpus.Page {
	var out []*corpus.Page
	for i := range n {
		var html, gold strings.Builder
		for k := range 12 {
			text := strings.Repeat(fmt.Sprintf("word%d of%d page%d ", k, k, i), 12)
			fmt.Fprintf(&html, "<li><a href=x>link %d</a></li><p>%s</p>", k, text)
			gold.WriteString(text + "\n")
		}
		site := fmt.Sprint("site", i/2)
		out = append(out, &corpus.Page{ID: fmt.Sprint(i), Site: site, Group: site, HTML: []byte(html.String()), GoldText: gold.String()})
	}
	return out
}

func TestValidateLearnsWhatIsThere(t *testing.T) {
	ps := pages(20)
	for _, r := range []Recipe{Kim(), Boilerpipe()} {
		d, err := r.Collect(ps)
		if err != nil || len(d.Rows) != 20*24 || len(d.Rows[0]) != len(r.Attributes) {
			t.Fatalf("%s: %d rows, %v", r.Name, len(d.Rows), err)
		}
		for name, part := range map[string][]int{"rows": ByRow(d, 4), "sites": ByPage(d, ps, 4)} {
			v, err := r.Validate(d, 4, part)
			if err != nil || v.Counts.F1() < .99 || v.Counts.TP+v.Counts.FN != 20*12 {
				t.Errorf("%s by %s: %+v, %v", r.Name, name, v.Counts, err)
			}
		}
		extract, err := r.Train(ps)
		if err != nil {
			t.Fatal(err)
		}
		got, err := extract(method.NewDoc(ps[3]))
		text := got.Body
		if err != nil || strings.Contains(text, "link") || strings.Count(text, "\n") != 11 {
			t.Errorf("%s: %q, %v", r.Name, text, err)
		}
	}
}

func TestParts(t *testing.T) {
	ps := pages(8)
	d, err := Boilerpipe().Collect(ps)
	if err != nil {
		t.Fatal(err)
	}
	home := map[string]int{}
	for i, part := range ByPage(d, ps, 4) {
		site := ps[d.Page[i]].Group
		if p, ok := home[site]; ok && p != part {
			t.Fatalf("%s stands in two parts", site)
		}
		home[site] = part
	}
	content := make([]int, 4)
	for i, part := range ByRow(d, 4) {
		if d.Classes[i] {
			content[part]++
		}
	}
	for _, n := range content {
		if n != 8*12/4 {
			t.Errorf("content rows in the parts: %v", content)
		}
	}
}

// Where every block is labelled, the main content is headline, full text and
// supplement, whatever the gold text says.
func TestGoldOfLabelledBlocks(t *testing.T) {
	p := &corpus.Page{GoldText: "x", Blocks: []corpus.Block{{Text: "Home", Label: "boilerplate"}, {Text: "River", Label: "headline"},
		{Text: "Monday", Label: "supplemental"}, {Text: "It rose.", Label: "fulltext"}, {Text: "Nice!", Label: "comments"}}}
	if got := gold(p); got != "River\nMonday\nIt rose.\n" {
		t.Errorf("got %q", got)
	}
}

func TestFitNeedsPages(t *testing.T) {
	if _, err := Kim().Train(nil); !errors.Is(err, ErrNoPages) {
		t.Errorf("got %v", err)
	}
}
