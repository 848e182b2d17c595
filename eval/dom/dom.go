// Package dom holds what several of the evaluated systems need of an HTML
// tree: parsing, and the visible text of a subtree.
package dom

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Parse gives the tree of a UTF-8 document.
func Parse(src []byte) (*html.Node, error) { return html.Parse(bytes.NewReader(src)) }

// Body gives the body element, or the node itself where there is none.
func Body(doc *html.Node) *html.Node {
	for n := range doc.Descendants() {
		if n.DataAtom == atom.Body {
			return n
		}
	}
	return doc
}

// Silent reports whether the text inside an element is never shown.
func Silent(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return n.Type == html.CommentNode
	}
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Head, atom.Iframe,
		atom.Object, atom.Select, atom.Textarea, atom.Button, atom.Svg:
		return true
	}
	return false
}

// Inline reports whether an element is laid out within a line of text.
func Inline(n *html.Node) bool {
	switch n.DataAtom {
	case atom.A, atom.Abbr, atom.Acronym, atom.B, atom.Bdi, atom.Bdo, atom.Big, atom.Cite, atom.Code, atom.Data,
		atom.Del, atom.Dfn, atom.Em, atom.Font, atom.I, atom.Img, atom.Ins, atom.Kbd, atom.Label, atom.Mark,
		atom.Nobr, atom.Q, atom.Rp, atom.Rt, atom.Ruby, atom.S, atom.Samp, atom.Small, atom.Span, atom.Strike,
		atom.Strong, atom.Sub, atom.Sup, atom.Time, atom.Tt, atom.U, atom.Var, atom.Wbr:
		return true
	}
	return false
}

// Text gives the visible text of a subtree: inline elements run on, every
// other element begins and ends a line, and white space is collapsed.
func Text(n *html.Node) string {
	var b strings.Builder
	write(&b, n)
	return Lines(b.String())
}

func write(b *strings.Builder, n *html.Node) {
	if Silent(n) {
		return
	}
	if n.Type == html.TextNode {
		b.WriteString(strings.Map(lineEnds, n.Data))
		return
	}
	breaks := n.Type == html.ElementNode && !Inline(n)
	if breaks {
		b.WriteByte('\n')
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		write(b, c)
	}
	if breaks {
		b.WriteByte('\n')
	}
}

// lineEnds makes spaces of the source's line ends, so that every line end in
// the text is one that write put there.
func lineEnds(r rune) rune {
	if r == '\n' || r == '\r' || r == '\t' || r == '\f' {
		return ' '
	}
	return r
}

// Lines collapses the white space within the lines of s and drops empty ones.
func Lines(s string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(s, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		for i, w := range words {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(w)
		}
	}
	return b.String()
}

// Attr gives an attribute's value, empty where it is absent.
func Attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// Classes gives an element's CSS classes.
func Classes(n *html.Node) []string { return strings.Fields(Attr(n, "class")) }
