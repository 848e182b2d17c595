package newsroom

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/text/encoding/htmlindex"
)

// wide is a configuration in which every language and architecture occurs.
func wide() Config {
	cfg := DefaultConfig()
	cfg.Sites, cfg.ArticlesPerSite, cfg.RedesignAfter = 22, 24, 12
	return cfg
}

func open(t testing.TB, cfg Config) *Newsroom {
	t.Helper()
	n, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// parsed gives the document of a page, decoded from the encoding that it is
// truly in.
func parsed(t testing.TB, p Page, charset string) *html.Node {
	t.Helper()
	e, err := htmlindex.Get(charset)
	if err != nil {
		t.Fatal(err)
	}
	utf8, err := e.NewDecoder().Bytes(p.HTML)
	if err != nil {
		t.Fatalf("%s: decoding %s: %v", p.URL, charset, err)
	}
	doc, err := html.Parse(bytes.NewReader(utf8))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// visible gives the text of a page as a reader would see it, spaces
// normalised.
func visible(t testing.TB, p Page, charset string) string {
	t.Helper()
	var b strings.Builder
	collect(parsed(t, p, charset), &b)
	return strings.Join(strings.Fields(b.String()), " ")
}

func collect(n *html.Node, b *strings.Builder) {
	if n.Type == html.ElementNode && (n.Data == "script" || n.Data == "style" || n.Data == "head") {
		return
	}
	if n.Type == html.TextNode {
		b.WriteString(n.Data)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		collect(c, b)
	}
}

func TestTruthIsInThePage(t *testing.T) {
	n := open(t, wide())
	charsets := map[string]string{}
	for _, s := range n.Sites() {
		charsets[s.Host] = s.Charset
	}
	articles := 0
	for p, err := range n.Pages() {
		if err != nil {
			t.Fatal(err)
		}
		if p.Truth.Class != ClassArticle {
			if p.Truth.Paragraphs != nil {
				t.Errorf("%s: a page of class %s has paragraphs", p.URL, p.Truth.Class)
			}
			continue
		}
		articles++
		text := visible(t, p, charsets[p.Truth.Site])
		for _, para := range p.Truth.Paragraphs {
			if !strings.Contains(text, para.Text) {
				t.Fatalf("%s: %s %q is not in the page", p.URL, para.Kind, para.Text)
			}
		}
		if !strings.Contains(text, p.Truth.Title) {
			t.Errorf("%s: title %q is not in the page", p.URL, p.Truth.Title)
		}
	}
	if want := 22 * 24; articles < want {
		t.Errorf("%d article pages, want at least %d", articles, want)
	}
}

func TestParagraphsAreInOrder(t *testing.T) {
	n := open(t, wide())
	for i, s := range n.Sites() {
		p, err := n.Page(i, 5)
		if err != nil {
			t.Fatal(err)
		}
		text := visible(t, p, s.Charset)
		for _, para := range p.Truth.Paragraphs {
			at := strings.Index(text, para.Text)
			if at < 0 {
				t.Fatalf("%s: %q comes out of order", p.URL, para.Text)
			}
			text = text[at+len(para.Text):]
		}
	}
}

func TestPageErrors(t *testing.T) {
	n := open(t, wide())
	for _, at := range [][2]int{{-1, 0}, {22, 0}, {0, -1}, {0, 24}} {
		if _, err := n.Page(at[0], at[1]); !errors.Is(err, ErrNoPage) {
			t.Errorf("Page(%d, %d): %v, want ErrNoPage", at[0], at[1], err)
		}
	}
}
