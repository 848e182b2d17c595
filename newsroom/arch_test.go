package newsroom

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// bodyPlace gives the path of tags and classes to the text node in which the
// first long paragraph of an article begins.
func bodyPlace(t *testing.T, p Page, charset string) string {
	t.Helper()
	for n := range parsed(t, p, charset).Descendants() {
		if n.Type == html.TextNode && len(strings.TrimSpace(n.Data)) > 40 && n.Parent.Data != "script" && inBody(p.Truth, n.Data) {
			return place(n)
		}
	}
	t.Fatalf("%s: found no paragraph", p.URL)
	return ""
}

func inBody(truth Truth, text string) bool {
	for _, para := range truth.Paragraphs {
		if para.Kind == Body && strings.HasPrefix(para.Text, strings.TrimSpace(text)[:12]) {
			return true
		}
	}
	return false
}

func place(n *html.Node) string {
	var path []string
	for n = n.Parent; n != nil; n = n.Parent {
		step := n.Data
		for _, a := range n.Attr {
			if a.Key == "class" {
				step += "." + a.Val
			}
		}
		path = append(path, step)
	}
	return strings.Join(path, "<")
}

func TestArchitecturesDiffer(t *testing.T) {
	names := Architectures()
	if len(names) < 8 {
		t.Fatalf("only %d architectures", len(names))
	}
	seen := map[string]string{}
	for _, name := range names {
		cfg := DefaultConfig()
		cfg.Sites, cfg.Languages, cfg.Architectures = 1, []string{"en"}, []string{name}
		cfg.CharsetShare, cfg.BrokenShare = 0, 0
		n := open(t, cfg)
		// The element in which a paragraph stands, that of a sub-heading and
		// the number of containers tell the architectures apart.
		d := n.sites[0].first
		key := d.arch.tags[rPara].open + d.arch.tags[rHeading].open + d.arch.tags[rBody].open + d.arch.tags[rHeader].open
		if d.arch.split {
			key += "split"
		}
		if d.arch.sections {
			key += "sections"
		}
		if other, ok := seen[key]; ok && d.arch.naming == architecture(other).naming {
			t.Errorf("%s builds pages like %s", name, other)
		}
		seen[key] = name
	}
}

func TestSitesOfOneArchitectureDiffer(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Sites, cfg.Languages, cfg.Architectures = 8, []string{"en"}, []string{"div-classes"}
	cfg.CharsetShare = 0
	n := open(t, cfg)
	seen := map[string]bool{}
	for i := range cfg.Sites {
		p, err := n.Page(i, 5)
		if err != nil {
			t.Fatal(err)
		}
		seen[bodyPlace(t, p, "utf-8")] = true
	}
	if len(seen) < 7 {
		t.Errorf("%d sites have only %d places for their paragraphs", cfg.Sites, len(seen))
	}
}

func TestSplitArchitectureHasSeveralContainers(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Sites, cfg.Languages, cfg.Architectures = 1, []string{"en"}, []string{"split-containers"}
	n := open(t, cfg)
	p, err := n.Page(0, 7)
	if err != nil {
		t.Fatal(err)
	}
	opening := n.sites[0].first.tags[rBody].open
	if got := bytes.Count(p.HTML, []byte(opening)); got < 2 {
		t.Errorf("the body opens %d times", got)
	}
}
