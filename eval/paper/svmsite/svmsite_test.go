package svmsite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/eval/dom"
)

// withinOne gives the points of a line at most one away from a point.
func withinOne(points []float64) func(int) []int {
	return func(i int) []int {
		var out []int
		for j, x := range points {
			if d := points[i] - x; d >= -1 && d <= 1 {
				out = append(out, j)
			}
		}
		return out
	}
}

// Points on a line, reach 1, three to a core: 0 .5 1 are a cluster that 2
// joins as its border, 10 10.1 10.2 another, 5 is noise.
func TestDBSCAN(t *testing.T) {
	points := []float64{0, 5, .5, 10, 1, 10.1, 2, 10.2}
	got := dbscan(len(points), 3, withinOne(points))
	if want := []int{0, noise, 0, 1, 0, 1, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A point on the border that was called noise first belongs to the cluster
// that reaches it later.
func TestDBSCANBorderFoundFirst(t *testing.T) {
	points := []float64{2, 1, .5, 0}
	if got := dbscan(len(points), 3, withinOne(points)); !slices.Equal(got, []int{0, 0, 0, 0}) {
		t.Errorf("got %v", got)
	}
}

// Algorithm 1 with two clusters on two pages: "abcd" and "abxx" share 4 and 2
// characters with the descriptions, "zzab" and "zz" 2 and 0.
func TestLabel(t *testing.T) {
	blocks := []*block{
		{page: 0, text: "abcd", cluster: 1}, {page: 0, text: "zzab", cluster: 0},
		{page: 1, text: "abxx", cluster: 1}, {page: 1, text: "zz", cluster: 0},
		{page: 1, text: "abcdefgh", cluster: noise},
	}
	label(blocks, []string{"abcd", "ab"})
	for i, want := range []bool{true, false, true, false, false} {
		if blocks[i].content != want {
			t.Errorf("block %d (%s): %v", i, blocks[i].text, blocks[i].content)
		}
	}
}

// The widest margin between (1, 0) and (−1, 0) lies at x = 0.
func TestSVM(t *testing.T) {
	data := []example{
		{numbers: [2]float64{1, 0}, content: true}, {numbers: [2]float64{2, 1}, content: true}, {numbers: [2]float64{3, -1}, content: true},
		{numbers: [2]float64{-1, 0}}, {numbers: [2]float64{-2, 1}}, {numbers: [2]float64{-2, -1}},
	}
	m := trainSVM(data, 100, 200)
	for _, e := range data {
		if (m.value(e) > 0) != e.content {
			t.Errorf("%v: %g", e.numbers, m.value(e))
		}
	}
	if on := m.value(example{numbers: [2]float64{1, 0}}); on < .9 || on > 1.1 {
		t.Errorf("the margin stands at %g, want 1", on)
	}
	if at := m.value(example{}); at < -.1 || at > .1 {
		t.Errorf("the plane passes at %g, want 0", at)
	}
	if one := trainSVM(data[:3], 1, 5); one.value(data[5]) <= 0 {
		t.Error("a single class is always answered")
	}
}

func TestFeatures(t *testing.T) {
	doc, err := dom.Parse([]byte(`<meta name=description content="About it"><div class="x y" id=i>lead <b>in</b><p>var a = null;</p></div>`))
	if err != nil {
		t.Fatal(err)
	}
	if d := description(doc); d != "About it" {
		t.Errorf("description %q", d)
	}
	blocks := blocksOf(0, dom.Body(doc))
	if len(blocks) != 2 || blocks[0].text != "lead in" || blocks[1].text != "var a = null;" {
		t.Fatalf("blocks %v", blocks)
	}
	if n := len(blocks[0].names); n != 5 { // tag, path, selector, two attributes
		t.Errorf("%d names", n)
	}
	if blocks[1].numbers[1] != 3 { // var, null, ;
		t.Errorf("%g keywords", blocks[1].numbers[1])
	}
}

func site(n int) [][]byte {
	var pages [][]byte
	for i := range n {
		text := fmt.Sprintf("This is the story number %d of a river that rose by %d metres in a night and then fell again", i, i+2)
		var paragraphs strings.Builder
		for k := range 3 {
			fmt.Fprintf(&paragraphs, "<p>%s, paragraph %d.</p>", text, k)
		}
		pages = append(pages, fmt.Appendf(nil, `<meta name=description content="%s"><ul class=nav><li>Home<li>Sport<li>Weather<li>Culture</ul><div class=text>%s</div>`, text, paragraphs.String()))
	}
	return pages
}

func TestExtract(t *testing.T) {
	for _, n := range []int{4, 8} {
		got, err := Extract(site(n))
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range got {
			if strings.Contains(text, "Sport") || strings.Count(text, fmt.Sprintf("number %d ", i)) != 3 {
				t.Errorf("page %d of %d: %q", i, n, text)
			}
		}
	}
}

// Whatever a page's model was trained on, three sites of one template are
// judged alike.
func TestRegimes(t *testing.T) {
	sites := []Site{{Pages: site(6)}, {Pages: site(5)}, {Pages: site(7)}}
	labelled, err := Label(sites)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Regimes() {
		got := r.Judge(labelled, sites)
		if text := got[1][4]; strings.Count(text, "number 4 ") != 3 || strings.Contains(text, "Home") {
			t.Errorf("%s: %q", r.Name, text)
		}
		if len(got) != 3 || len(got[2]) != 7 {
			t.Errorf("%s: texts of %d sites", r.Name, len(got))
		}
	}
}
