package segmenter

import (
	"github.com/winnow-news/winnow/segmenter/internal/metadata"
	"github.com/winnow-news/winnow/segmenter/internal/plain"
	"golang.org/x/net/html"
)

// marked gives the texts of the innermost inline elements of an element of which
// is holds, at most so many of so many bytes; those in other blocks are left out.
func (w *walk) marked(element int32, is metadata.Mark, most, limit int) []string {
	return w.appendMarked(nil, w.elements[element].node, is, most, limit)
}

func (w *walk) appendMarked(texts []string, n *html.Node, is metadata.Mark, most, limit int) []string {
	for c := n.FirstChild; c != nil && len(texts) < most; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		switch w.seg.tags.kind(c) {
		case kindInline, kindEmphasis, kindAnchor:
		default:
			continue
		}
		a := w.attributes(c)
		if a.hidden {
			continue
		}
		found := len(texts)
		texts = w.appendMarked(texts, c, is, most, limit)
		if found == len(texts) && is(c.DataAtom, a.href, a.class) {
			if t := plain.Of(c, limit); t != "" {
				texts = append(texts, t)
			}
		}
	}
	return texts
}
