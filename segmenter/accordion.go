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

// elided reports the elements that markup.Condenser may have left out, or emptied:
// what is decided here must not depend on them.
func elided(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Link, atom.Svg:
		return true
	}
	return n.Namespace == "svg"
}

// saysAlone reports whether no text stands beside n, nor an element that may have
// some, nor more than may be looked at.
func saysAlone(n *html.Node) bool {
	for _, next := range []func(*html.Node) *html.Node{
		func(n *html.Node) *html.Node { return n.PrevSibling }, func(n *html.Node) *html.Node { return n.NextSibling },
	} {
		looked := 0
		for s := next(n); s != nil; s = next(s) {
			if s.Type == html.TextNode && strings.TrimSpace(s.Data) != "" {
				return false
			}
			if s.Type != html.ElementNode || elided(s) {
				continue
			}
			if looked++; looked > mostBeside || s.FirstChild != nil {
				return false
			}
		}
	}
	return true
}
