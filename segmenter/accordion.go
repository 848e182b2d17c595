package segmenter

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// mostWrapped is how deep in its heading a button is looked for.
	mostWrapped = 3
	// mostBeside is how many nodes may stand on either side of it. A hostile heading
	// holds a hundred thousand buttons.
	mostBeside = 16
)

// fillsHeading reports a button that is all that a heading says: what is read
// above a part of an accordion (WAI-ARIA Authoring Practices, Accordion). A button
// beside a heading's text does something else.
func fillsHeading(button *html.Node) bool {
	for n, depth := button, 0; n.Parent != nil && depth < mostWrapped; n, depth = n.Parent, depth+1 {
		if !saysAlone(n) {
			return false
		}
		switch n.Parent.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			return true
		}
	}
	return false
}

// saysAlone reports whether no text stands beside n, nor an element that may have
// some, nor more than may be looked at.
func saysAlone(n *html.Node) bool {
	for _, next := range []func(*html.Node) *html.Node{
		func(n *html.Node) *html.Node { return n.PrevSibling }, func(n *html.Node) *html.Node { return n.NextSibling },
	} {
		looked := 0
		for s := next(n); s != nil; s = next(s) {
			if looked++; looked > mostBeside || s.Type == html.TextNode && strings.TrimSpace(s.Data) != "" || s.Type == html.ElementNode && s.FirstChild != nil && s.DataAtom != atom.Svg {
				return false
			}
		}
	}
	return true
}
