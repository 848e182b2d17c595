// Package markuptest compares trees, for the tests of package markup and of who
// uses it.
package markuptest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/segmenter/internal/markup"
	"golang.org/x/net/html"
)

// SameTree fails the test where a body and what is left of it give trees that
// differ in more than what is elided.
func SameTree(t testing.TB, body []byte) {
	t.Helper()
	whole, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		return // too deep: parsed in another way
	}
	var c markup.Condenser
	short, err := html.Parse(bytes.NewReader(c.Condense(body)))
	if err != nil {
		t.Fatalf("condensed: %v", err)
	}
	c.RestoreAll(short)
	if got, want := outline(short), outline(whole); got != want {
		t.Errorf("the tree changes\n%.2000q\ngot\n%.2000s\nwant\n%.2000s", body, got, want)
	}
}

// outline writes a tree without what condense elides. Texts between which a
// node may be missing are one.
func outline(doc *html.Node) string {
	var b strings.Builder
	var text string
	flush := func(depth int) {
		if text != "" {
			fmt.Fprintf(&b, "%*stext %q\n", depth, "", strings.Join(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n\f", r) }), " "))
		}
		text = ""
	}
	var write func(n *html.Node, depth int)
	write = func(n *html.Node, depth int) {
		if n.Type == html.TextNode {
			text += n.Data
			return
		}
		if mayBeMissing(n) {
			return
		}
		flush(depth)
		fmt.Fprintf(&b, "%*s%d %s ", depth, "", n.Type, n.Namespace)
		if n.Namespace == "svg" && n.Data == "svg" {
			b.WriteString("svg\n")
			return
		}
		attr := slices.DeleteFunc(slices.Clone(n.Attr), elidedAttribute)
		slices.SortFunc(attr, func(a, b html.Attribute) int { return strings.Compare(a.Key, b.Key) }) // the parser sorts those of anchors
		for i, a := range attr {
			if strings.HasPrefix(a.Key, "data-") && strings.ContainsAny(a.Val, "{[/") && n.Data != "img" && n.Data != "amp-img" {
				attr[i].Val = ""
			}
		}
		fmt.Fprintf(&b, "%q %q\n", n.Data, attr)
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			write(c, depth+1)
		}
		flush(depth + 1)
	}
	write(doc, 0)
	return b.String()
}

// mayBeMissing reports the nodes that may be missing.
func mayBeMissing(n *html.Node) bool {
	if n.Type == html.CommentNode {
		return true
	}
	if n.Type != html.ElementNode || n.Namespace != "" {
		return false
	}
	switch n.Data {
	case "style":
		return true
	case "script":
		return !structured(n)
	case "link":
		return !slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
			return a.Key == "rel" && a.Val == "canonical"
		})
	}
	return false
}

// elidedAttribute reports the attributes that may be missing.
func elidedAttribute(a html.Attribute) bool {
	switch a.Key {
	case "class", "id", "href", "rel", "role", "itemprop", "itemtype", "typeof", "property", "content", "datetime",
		"hidden", "aria-hidden", "aria-label", "http-equiv":
		return false
	}
	return !strings.HasPrefix(a.Key, "data-") || a.Key == "data-"
}

func structured(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "type" && strings.Contains(strings.ToLower(a.Val), "ld+json") {
			return true
		}
	}
	return false
}
