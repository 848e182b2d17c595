package cold

import (
	cmdline "flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

var rewrite = cmdline.Bool("rewrite", false, "write the golden files anew")

// Each family fills as many features as it names, and each of them on some
// block at least.
func TestFamiliesFillWhatTheyName(t *testing.T) {
	f := NewFeatures()
	p := f.pages.Get().(*page)
	p.load(newsPage(5))
	for _, fam := range f.families {
		filled := make([]bool, len(fam.features)+1)
		for i := range p.blocks {
			row := make([]float32, len(filled))
			for k := range row {
				row[k] = float32(math.NaN())
			}
			fam.fill(p, i, row)
			for k, v := range row {
				filled[k] = filled[k] || !math.IsNaN(float64(v))
			}
		}
		if k := slices.Index(filled, false); k != len(fam.features) {
			t.Errorf("family %s names %d features, fills %v", fam.name, len(fam.features), filled)
		}
	}
}

func TestNames(t *testing.T) {
	f := NewFeatures()
	names := f.Names()
	if len(names) != f.Count() {
		t.Errorf("%d names of %d features", len(names), f.Count())
	}
	slices.Sort(names)
	if n := len(slices.Compact(names)); n != f.Count() {
		t.Errorf("%d different names of %d features", n, f.Count())
	}
}

// The features of a page, written down: what changes here asks for a new
// model.
func TestGolden(t *testing.T) {
	const path = "testdata/features.txt"
	f := NewFeatures()
	page := newsPage(3)
	names, rows := f.Names(), f.Matrix(nil, page)
	var got strings.Builder
	for _, i := range []int{0, 5, 8, 12, 18} { // of navigation, headline, paragraphs, teasers, comments
		fmt.Fprintf(&got, "%d %s\n", i, page.Blocks[i].Text)
		for k, v := range rows[i*f.Count():][:f.Count()] {
			if v != 0 {
				fmt.Fprintf(&got, "  %s %.4g\n", names[k], v)
			}
		}
	}
	if *rewrite {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("features differ from %s (-rewrite writes it anew):\n%s", path, firstDifference(got.String(), string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d: %q, want %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// A page's features do not depend on the page before it.
func TestPagesAreIndependent(t *testing.T) {
	f := NewFeatures()
	want := f.Matrix(nil, newsPage(5))
	f.Matrix(nil, newsPage(50))
	if got := f.Matrix(nil, newsPage(5)); !slices.Equal(got, want) {
		t.Error("the features changed")
	}
}
