package train

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/classifier/cold"
	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/pipeline"
)

// somePages are articles of several sites and a forum.
func somePages() []*corpus.Page {
	var pages []*corpus.Page
	for i := range 4 {
		text := fmt.Sprintf("The storm of day %d came later than the people of the town had thought, and nobody was hurt by it.", i)
		more := fmt.Sprintf("The mayor of town %d said in the evening that the roofs would be mended before the winter comes.", i)
		pages = append(pages, &corpus.Page{
			Corpus: "wcxb", ID: fmt.Sprint("a", i), Group: fmt.Sprint("site", i/2), PageType: "article", GoldKind: corpus.Full,
			GoldText: text + "\n" + more, URL: fmt.Sprintf("https://site%d.example/%d", i/2, i),
			HTML: []byte(`<html><title>Storm</title><body class="page"><nav><a href="/">Home</a></nav><div class="body"><p>` + text +
				`</p><p>` + more + `</p></div><footer>All rights reserved.</footer></body></html>`),
		})
	}
	posts := "I was there on that day, and it was not as bad as that.\nMy roof was gone when I came home in the evening."
	return append(pages, &corpus.Page{
		Corpus: "wcxb", ID: "f", Group: "forum", PageType: "forum", GoldKind: corpus.Full, GoldText: posts, URL: "https://forum.example/1",
		HTML: []byte("<body><ul><li>" + strings.ReplaceAll(posts, "\n", "</li><li>") + "</li></ul></body>"),
	})
}

func write(t *testing.T, pages []*corpus.Page, plain bool) (dir string, rows []row) {
	t.Helper()
	p, err := pipeline.NewSegmenter()
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := Matrix(t.Context(), dir, pages, p.Segment, plain); err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(contents(t, dir, pagesFile)) {
		var r row
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return dir, rows
}

func contents(t *testing.T, dir, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Rows, labels and features stand in step, each article in all of its variants,
// and a site's pages in one fold.
func TestMatrix(t *testing.T) {
	pages := somePages()
	dir, rows := write(t, pages, false)
	at, variants, folds := 0, map[string]int{}, map[string]int{}
	for _, r := range rows {
		if r.From != at {
			t.Errorf("page %s %q begins at row %d, want %d", r.ID, r.Variant, r.From, at)
		}
		at += r.Blocks
		variants[r.Variant]++
		if f, ok := folds[r.Group]; ok && f != r.Fold {
			t.Errorf("site %s stands in folds %d and %d", r.Group, f, r.Fold)
		}
		folds[r.Group] = r.Fold
	}
	if variants[asIs] != 5 || variants[comments] != 4 {
		t.Errorf("variants %v", variants)
	}
	n := cold.NewFeatures().Count()
	if got := len(contents(t, dir, featuresFile)); got != 4*at*n {
		t.Errorf("%d bytes of features, want %d rows of %d", got, at, n)
	}
	if got := len(contents(t, dir, labelsFile)); got != 8*at {
		t.Errorf("%d bytes of labels for %d rows", got, at)
	}
	if names := strings.Fields(string(contents(t, dir, namesFile))); len(names) != n {
		t.Errorf("%d names", len(names))
	}
	if _, plain := write(t, pages, true); len(plain) != len(pages) {
		t.Errorf("%d plain pages, want %d", len(plain), len(pages))
	}
}

func TestMatrixIsReproducible(t *testing.T) {
	one, _ := write(t, somePages(), false)
	two, _ := write(t, somePages(), false)
	for _, name := range []string{featuresFile, labelsFile, pagesFile, namesFile} {
		if !bytes.Equal(contents(t, one, name), contents(t, two, name)) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestSources(t *testing.T) {
	pages := somePages()
	pages[4].Corpus = "mine"
	dir, _ := write(t, pages, false)
	got, err := sources(filepath.Join(dir, pagesFile))
	if err != nil {
		t.Fatal(err)
	}
	want := []cold.Corpus{{Name: "wcxb", Licence: "CC-BY-4.0", Pages: 4, Blocks: 16}, {Name: "mine", Licence: "not for models that are passed on", Pages: 1, Blocks: 2}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Without a gold text nothing can be learned, and no trainer is asked.
func TestModelNeedsGold(t *testing.T) {
	_, err := Model(t.Context(), t.TempDir(), []*corpus.Page{{GoldKind: corpus.None}, {GoldKind: corpus.Snippets}}, nil, Order{})
	if err == nil || !strings.Contains(err.Error(), "none of 2 pages has a gold text") {
		t.Errorf("got %v", err)
	}
}
