package corpus

import (
	"archive/tar"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// write makes a corpus archive of name, content pairs.
func write(t *testing.T, dir, name string, files ...string) {
	t.Helper()
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	for i := 0; i < len(files); i += 2 {
		h := &tar.Header{Name: files[i], Size: int64(len(files[i+1])), Mode: 0o644, Typeflag: tar.TypeReg}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close(), os.WriteFile(filepath.Join(dir, name+suffix), b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
}

const lines = `{"id":"a","site":"news.example.co.uk","url":"http://news.example.co.uk/1","html_file":"html/00000.html","gold_kind":"full","gold_text":"Text.","author":"Ada","comments":["c1","c2"],"lang":"en"}
{"id":"b","site":"example.com","html_file":"html/00001.html","gold_kind":"snippets","with":["x"],"without":["y"],"author":["Ada","Bob"],"site_epoch":"example-2005"}
{"id":"c","site":"other.org","html_file":"html/00002.html","gold_kind":"blocks","blocks":[{"text":"t","label":"fulltext"}]}
`

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "mini", "pages.jsonl", lines, "html/00000.html", "<p>a", "html/00002.html", "<p>c", "./html/00001.html", "<p>b", "LICENSE", "x")
	pages, err := Dir(dir).Load("mini")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range pages {
		got = append(got, p.Key()+" "+p.Group+" "+p.Template()+" "+string(p.HTML))
	}
	want := []string{"mini/a example news.example.co.uk <p>a", "mini/c other other.org <p>c", "mini/b example example-2005 <p>b"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if p := pages[0]; p.GoldKind != Full || p.GoldText != "Text." || !slices.Equal(p.Authors, []string{"Ada"}) {
		t.Errorf("page a: %+v", p)
	}
	if p := pages[2]; !slices.Equal(p.Authors, []string{"Ada", "Bob"}) || p.With[0] != "x" || p.Without[0] != "y" {
		t.Errorf("page b: %+v", p)
	}
	if b := pages[1].Blocks; len(b) != 1 || b[0] != (Block{Text: "t", Label: "fulltext"}) {
		t.Errorf("page c: blocks %+v", b)
	}
}

func TestReadStopsWhenAsked(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "mini", "pages.jsonl", lines, "html/00000.html", "<p>a", "html/00001.html", "<p>b", "html/00002.html", "<p>c")
	n := 0
	for _, err := range Dir(dir).Read("mini") {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d pages", n)
	}
}

func TestReadErrors(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "gap", "pages.jsonl", lines, "html/00000.html", "<p>a")
	write(t, dir, "headless", "html/00000.html", "<p>a")
	write(t, dir, "kind", "pages.jsonl", `{"id":"a","html_file":"f","gold_kind":"nonsense"}`)
	write(t, dir, "twice", "pages.jsonl", `{"id":"a","html_file":"f","gold_kind":"none"}`+"\n"+`{"id":"b","html_file":"f","gold_kind":"none"}`)
	write(t, dir, "json", "pages.jsonl", "{")
	if err := os.WriteFile(filepath.Join(dir, "bytes"+suffix), []byte("no archive"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"gap": "2 pages have no HTML", "headless": "no pages.jsonl", "kind": `line 1: page "a": gold_kind "nonsense"`,
		"twice": "line 2: second page for f", "json": "line 1", "bytes": "corpus bytes",
	} {
		if _, err := Dir(dir).Load(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if _, err := Dir(dir).Load("absent"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("absent: %v", err)
	}
}

func TestPresent(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "chaos", "pages.jsonl", "")
	write(t, dir, "mine", "pages.jsonl", "")
	present, missing := Dir(dir).Present()
	if !slices.Equal(present, []string{"chaos", "mine"}) || len(missing) != len(known())-1 {
		t.Errorf("present %v, missing %v", present, missing)
	}
	present, missing = Dir(dir).Present("mine", "theirs")
	if !slices.Equal(present, []string{"mine"}) || !slices.Equal(missing, []string{"theirs"}) {
		t.Errorf("present %v, missing %v", present, missing)
	}
}

func TestSiteGroup(t *testing.T) {
	for _, tt := range [][3]string{
		{"cnn", "", "cnn"}, {"cnn.com", "", "cnn"}, {"cnnews", "", "cnn"}, {"edition.cnn.com", "", "cnn"},
		{"bbc.co.uk", "", "bbc"}, {"bbcnews", "", "bbc"}, {"vergenews", "", "theverge"},
		{"guardian.co.uk", "", "theguardian"}, {"theguardian.com", "", "theguardian"},
		{"adwords.blogspot.com", "", "adwords"}, {"", "https://www.20min.ch/story", "20min"},
		{"", "", ""}, {"10.0.0.1", "", "10.0.0.1"},
	} {
		if got := SiteGroup(tt[0], tt[1]); got != tt[2] {
			t.Errorf("SiteGroup(%q, %q) = %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}

func TestLanguageLabels(t *testing.T) {
	for _, tt := range []struct{ corpus, label, want string }{
		{"fundus", "uk", "en"}, {"fundus", "jp", "ja"}, {"fundus", "cs", "cs"},
		{"mine", "uk", "uk"}, // Ukrainian
	} {
		page, _, err := parseLine(tt.corpus, []byte(`{"id":"a","html_file":"f","gold_kind":"none","lang":"`+tt.label+`"}`))
		if err != nil || page.Lang != tt.want {
			t.Errorf("%s of %s: %v, %v; want %s", tt.label, tt.corpus, page, err, tt.want)
		}
	}
}

func TestFolds(t *testing.T) {
	var pages []*Page
	for _, g := range []string{"a", "b", "a", "c", "d", "a", "b", "e", "f", "c"} {
		pages = append(pages, &Page{Group: g})
	}
	folds := Folds(pages, 3)
	part := map[string]int{}
	size := make([]int, 3)
	for i, p := range pages {
		if f, seen := part[p.Group]; seen && f != folds[i] {
			t.Errorf("site %s stands in parts %d and %d", p.Group, f, folds[i])
		}
		part[p.Group] = folds[i]
		size[folds[i]]++
	}
	if slices.Max(size) > 4 || slices.Min(size) < 3 {
		t.Errorf("10 pages in parts of %v", size)
	}
	slices.Reverse(pages)
	for i, f := range Folds(pages, 3) {
		if f != part[pages[i].Group] {
			t.Errorf("site %s moved from part %d to %d with the order of the pages", pages[i].Group, part[pages[i].Group], f)
		}
	}
}

func TestUTF8(t *testing.T) {
	for in, want := range map[string]string{
		"\xef\xbb\xbf<p>é":                     "<p>é",
		`<meta charset="iso-8859-1"><p>é`:      `<meta charset="iso-8859-1"><p>é`, // the declaration lies
		"<meta charset=\"iso-8859-1\"><p>\xe9": `<meta charset="iso-8859-1"><p>é`,
		"<meta charset=\"utf-8\"><p>\xe9":      `<meta charset="utf-8"><p>` + "\uFFFD",
	} {
		if got := string((&Page{HTML: []byte(in)}).UTF8()); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// The real corpora, where they are: every archive can be read to its end and
// holds what the documentation says.
func TestRealCorpora(t *testing.T) {
	dir := os.Getenv(EnvDir)
	if dir == "" {
		t.Skip(EnvDir + " is not set: real corpora not read")
	}
	if testing.Short() {
		t.Skip("reading the small corpora takes seconds")
	}
	for name, want := range map[string]int{"fundus": 120, "big9": 200, "l3s-gn1": 302, "chaos": 159} {
		pages, err := Dir(dir).Load(name)
		if errors.Is(err, fs.ErrNotExist) {
			t.Logf("corpus %s is missing: not read", name)
			continue
		}
		if err != nil || len(pages) != want {
			t.Errorf("%s: %d pages, %v; want %d", name, len(pages), err, want)
		}
	}
}

func TestAsServed(t *testing.T) {
	served := []byte("<meta charset=iso-8859-1><p>\xe5")
	p := &Page{HTML: served}
	if got := string(p.UTF8()); got != "<meta charset=iso-8859-1><p>å" {
		t.Errorf("%q", got)
	}
	p.AsServed = true
	if got := p.UTF8(); !bytes.Equal(got, served) {
		t.Errorf("as served: %q", got)
	}
}
