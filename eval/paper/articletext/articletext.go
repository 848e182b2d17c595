// Package articletext is the text part of Joshi and Liu, Web Document Text and
// Images Extraction using DOM Analysis and Natural Language Processing (DocEng
// 2009), section 4.2: paragraphs stand in the tree in one of three patterns
// (<div>text, <p>text, text<br>text); the parent of the paragraphs of one level
// is an article subtree; of those with at least 500 characters the first is
// the article; lists of links are removed from it.
//
// The paper's second part, which chooses images by named entities, has no gold
// to be measured against and is left out.
package articletext

import (
	"strings"
	"unicode/utf8"

	"github.com/winnow-news/winnow/eval/dom"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// MinChars is the least text of an article subtree ("a good threshold value is
// 500").
const MinChars = 500

// maxLinked is the share of linked characters from which a block element is a
// list of links. The paper gives no number.
const maxLinked = .5

// Extract gives the article of a page; empty where no subtree is large enough.
func Extract(src []byte, minChars int) (string, error) {
	doc, err := dom.Parse(src)
	if err != nil {
		return "", err
	}
	article := first(dom.Body(doc), minChars)
	if article == nil {
		return "", nil
	}
	removeLinkLists(article)
	return dom.Text(article), nil
}

// first finds, in document order, the first node whose paragraphs hold at
// least minChars characters.
func first(body *html.Node, minChars int) *html.Node {
	if paragraphChars(body) >= minChars {
		return body
	}
	for n := range body.Descendants() {
		if n.Type == html.ElementNode && !dom.Silent(n) && paragraphChars(n) >= minChars {
			return n
		}
	}
	return nil
}

// paragraphChars is the text size of the paragraphs that are children of n: p
// and div elements with text of their own, and, where n has br children, the
// text directly in n.
func paragraphChars(n *html.Node) int {
	chars, lines := 0, false
	own := ownChars(n)
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type != html.ElementNode:
		case c.DataAtom == atom.Br:
			lines = true
		case c.DataAtom == atom.P || c.DataAtom == atom.Div:
			chars += ownChars(c)
		}
	}
	if lines {
		chars += own
	}
	return chars
}

// ownChars counts the characters of text that stand in n directly or within
// style elements (all that are not block elements).
func ownChars(n *html.Node) int {
	chars := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			chars += utf8.RuneCountInString(strings.TrimSpace(c.Data))
		case c.Type == html.ElementNode && !block(c) && !dom.Silent(c):
			chars += ownChars(c)
		}
	}
	return chars
}

// block reports whether an element is one of the paper's block tags; all
// others are style tags.
func block(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Div, atom.P, atom.Br, atom.Li, atom.Ul, atom.Ol, atom.Td, atom.Tr, atom.Table, atom.Hr,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// removeLinkLists removes block elements below n whose text is mostly links.
func removeLinkLists(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if c.Type == html.ElementNode && block(c) {
			if all, linked := linkedChars(c, false); all > 0 && float64(linked) > maxLinked*float64(all) {
				n.RemoveChild(c)
				c = next
				continue
			}
		}
		removeLinkLists(c)
		c = next
	}
}

func linkedChars(n *html.Node, inLink bool) (all, linked int) {
	if n.Type == html.TextNode {
		chars := utf8.RuneCountInString(strings.TrimSpace(n.Data))
		if inLink {
			return chars, chars
		}
		return chars, 0
	}
	if dom.Silent(n) {
		return 0, 0
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		a, l := linkedChars(c, inLink || n.DataAtom == atom.A)
		all, linked = all+a, linked+l
	}
	return all, linked
}
