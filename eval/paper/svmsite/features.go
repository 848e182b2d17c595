package svmsite

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/winnow-news/winnow/eval/dom"
	"github.com/zeebo/xxh3"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// block is an element with text of its own.
type block struct {
	page int
	text string
	// names are the discrete features: tag, tag path, CSS selector, attribute
	// names; rising hashes, each once.
	names []uint64
	// numbers are the text length and the JavaScript keywords.
	numbers [2]float64
	cluster int
	content bool // the automatic label
}

// blocksOf gives the blocks of one page.
func blocksOf(page int, body *html.Node) []*block {
	var out []*block
	var walk func(n *html.Node, path string)
	walk = func(n *html.Node, path string) {
		if dom.Silent(n) || n.Type != html.ElementNode {
			return
		}
		path += "/" + n.Data
		if text := ownText(n); text != "" {
			out = append(out, newBlock(page, n, text, path))
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if !dom.Inline(c) {
				walk(c, path)
			}
		}
	}
	walk(body, "")
	return out
}

// ownText is the text in n and in the inline elements inside it.
func ownText(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				b.WriteString(c.Data)
			case c.DataAtom == atom.Br:
				b.WriteByte(' ')
			case c.Type == html.ElementNode && dom.Inline(c) && !dom.Silent(c):
				walk(c)
			}
		}
	}
	walk(n)
	return strings.Join(strings.Fields(b.String()), " ")
}

func newBlock(page int, n *html.Node, text, path string) *block {
	b := &block{page: page, text: text}
	// The selector is the element's own: those of its ancestors hold classes
	// that single pages have for themselves, and nothing would be alike.
	selector := strings.Join(append([]string{n.Data}, dom.Classes(n)...), ".")
	names := []string{"tag " + n.Data, "path " + path, "css " + selector}
	for _, a := range n.Attr {
		names = append(names, "attr "+a.Key)
	}
	for _, name := range names {
		b.names = append(b.names, xxh3.HashString(name))
	}
	slices.Sort(b.names)
	b.names = slices.Compact(b.names)
	b.numbers = [2]float64{float64(utf8.RuneCountInString(text)), float64(keywords(text))}
	return b
}

// keywords counts what betrays script in a text.
func keywords(text string) int {
	n := 0
	for _, k := range []string{"function", "var ", "return", "window.", "document.", "typeof", "{", "}", ";", "==", "=>", "null", "undefined"} {
		n += strings.Count(text, k)
	}
	return n
}

// standardise brings each number of the blocks to mean 0 and deviation 1, the
// lengths by their logarithm.
func standardise(blocks []*block) {
	for k := range blocks[0].numbers {
		sum, squares := 0.0, 0.0
		for _, b := range blocks {
			b.numbers[k] = math.Log1p(b.numbers[k])
			sum += b.numbers[k]
			squares += b.numbers[k] * b.numbers[k]
		}
		n := float64(len(blocks))
		mean := sum / n
		deviation := math.Sqrt(max(0, squares/n-mean*mean))
		for _, b := range blocks {
			b.numbers[k] -= mean
			if deviation > 0 {
				b.numbers[k] /= deviation
			}
		}
	}
}

// description gives a page's meta description, and the title where there is
// none.
func description(doc *html.Node) string {
	text, title := "", ""
	for n := range doc.Descendants() {
		switch n.DataAtom {
		case atom.Meta:
			name := strings.ToLower(dom.Attr(n, "name") + dom.Attr(n, "property"))
			if c := dom.Attr(n, "content"); (name == "description" || name == "og:description") && len(c) > len(text) {
				text = c
			}
		case atom.Title:
			if n.FirstChild != nil && title == "" {
				title = n.FirstChild.Data
			}
		}
	}
	if text == "" {
		return title
	}
	return text
}
