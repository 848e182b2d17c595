package segmenter

import (
	"strings"
	"time"

	"github.com/winnow-news/winnow/segmenter/internal/markup"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A page that React streams begins before all of it is there. In the place of
// what is late stands an empty template, "P:1", or "B:1" followed by what is shown
// for the time being; what came late stands at the page's end, hidden, as "S:1",
// and a script puts it in its place. Here no script runs. (react-dom/server,
// ReactFizzInstructionSetShared: completeSegment, completeBoundary.)

// placeStreamed puts the parts that came late where they belong. A hostile page
// has a hundred thousand, each in the next: the error is ErrTooSlow.
func placeStreamed(doc *html.Node, c *markup.Condenser, deadline time.Time) error {
	var late []*html.Node
	l := latecomers{holes: map[string]*html.Node{}, waiting: map[*html.Node]bool{}}
	for n := range bodyOf(doc).Descendants() {
		if n.Type != html.ElementNode || n.DataAtom != atom.Template && n.DataAtom != atom.Div {
			continue
		}
		c.Restore(n)
		kind, number, _ := strings.Cut(attributeOf(n, "id"), ":")
		switch {
		case n.DataAtom == atom.Div && kind == "S" && hasAttribute(n, "hidden"):
			late = append(late, n)
			l.waiting[n] = true
		case n.DataAtom == atom.Template && (kind == "P" || kind == "B") && l.holes[number] == nil:
			l.holes[number] = n
		}
	}
	for _, part := range late {
		if err := l.place(part, deadline); err != nil {
			return err
		}
	}
	return nil
}

// latecomers are the parts of a page that came late.
type latecomers struct {
	holes   map[string]*html.Node // by number, those that are not filled
	waiting map[*html.Node]bool   // parts that nobody has tried to place
}

// place puts a part in the place of its hole: once the part around the hole has
// been placed, so that what a part holds moves once.
func (l *latecomers) place(part *html.Node, deadline time.Time) error {
	if time.Now().After(deadline) {
		return ErrTooSlow
	}
	_, number, _ := strings.Cut(attributeOf(part, "id"), ":")
	hole := l.holes[number]
	if !l.waiting[part] || hole == nil {
		return nil
	}
	delete(l.waiting, part)
	for around := hole.Parent; around != nil; around = around.Parent {
		if l.waiting[around] {
			if err := l.place(around, deadline); err != nil {
				return err
			}
			break
		}
	}
	if hole.Parent == nil || part.Parent == nil || within(hole, part) { // dropped, or hostile
		return nil
	}
	delete(l.holes, number)
	if strings.HasPrefix(attributeOf(hole, "id"), "B:") {
		dropFallback(hole)
	}
	for part.FirstChild != nil {
		c := part.FirstChild
		part.RemoveChild(c)
		hole.Parent.InsertBefore(c, hole)
	}
	hole.Parent.RemoveChild(hole)
	part.Parent.RemoveChild(part)
	return nil
}

// dropFallback removes what stands behind the template of a boundary up to the
// comment that ends it, if there is one.
func dropFallback(hole *html.Node) {
	var fallback []*html.Node
	open := 0
	for n := hole.NextSibling; n != nil; n = n.NextSibling {
		if n.Type == html.CommentNode && markup.IsBoundary(n.Data) {
			if n.Data != "/$" {
				open++
			} else if open--; open < 0 {
				for _, f := range fallback {
					f.Parent.RemoveChild(f)
				}
				return
			}
		}
		fallback = append(fallback, n)
	}
}

// bodyOf gives the body of a document; the document itself where it has none.
func bodyOf(doc *html.Node) *html.Node {
	for root := range doc.ChildNodes() {
		for n := range root.ChildNodes() {
			if n.DataAtom == atom.Body {
				return n
			}
		}
	}
	return doc
}

func within(n, root *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == root {
			return true
		}
	}
	return false
}
