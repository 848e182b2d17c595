package newsroom

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/winnow-news/winnow/newsroom/internal/prose"
)

func TestCharsetsDecode(t *testing.T) {
	lies, undeclared, old := 0, 0, 0
	for _, lang := range prose.Codes() {
		for _, c := range oddCharsets(lang) {
			cfg := DefaultConfig()
			cfg.Sites, cfg.Languages = 1, []string{lang}
			n := open(t, cfg)
			n.sites[0].charset = charset{name: "utf-8"}
			want, err := n.Page(0, 4)
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.encode(want.HTML)
			if err != nil {
				t.Fatal(err)
			}
			e, _ := htmlindex.Get(c.name)
			back, err := e.NewDecoder().Bytes(got)
			if err != nil || bytes.ContainsRune(back, utf8.RuneError) {
				t.Errorf("%s as %s cannot be read back: %v", lang, c.name, err)
			}
			if c.name != "utf-8" {
				old++
				if bytes.Equal(got, want.HTML) || utf8.Valid(got) && lang != "en" {
					t.Errorf("%s as %s is still UTF-8", lang, c.name)
				}
			}
			if c.declared == "" {
				undeclared++
			} else if c.declared != c.name {
				lies++
			}
		}
	}
	if lies < 11 || undeclared < 11 || old < 11 {
		t.Errorf("%d lies, %d undeclared, %d old encodings", lies, undeclared, old)
	}
}

func TestSitesDeclareWhatTheyShould(t *testing.T) {
	n := open(t, wide())
	for i, s := range n.sites {
		p, err := n.Page(i, 2)
		if err != nil {
			t.Fatal(err)
		}
		if got := bytes.Contains(p.HTML, []byte(`<meta charset="`+s.charset.declared+`"`)); got != s.charset.inMeta {
			t.Errorf("%s: the page declares its charset: %t, want %t", s.host, got, s.charset.inMeta)
		}
		if got := p.ContentType != "text/html"; got != s.charset.inHeader {
			t.Errorf("%s: content type %q", s.host, p.ContentType)
		}
	}
}

func TestBrokenHTMLIsBroken(t *testing.T) {
	cfg := wide()
	cfg.BrokenShare = 1
	n := open(t, cfg)
	for i := range n.sites {
		p, err := n.Page(i, 2)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(p.HTML, []byte("</html>")) || bytes.Count(p.HTML, []byte("<div")) == bytes.Count(p.HTML, []byte("</div>")) {
			t.Errorf("%s is well-formed", p.URL)
		}
	}
}
