// Package textblock cuts a page into text blocks as Kohlschütter et al.
// (Boilerplate Detection using Shallow Text Features, WSDM 2010) and Kim et al.
// (Main Content Extraction from Web Documents Using Text Block Context, 2013)
// do: every tag but a ends a block. In comes a document, out come its blocks in
// order with the numbers that both papers' classifiers are built on.
package textblock

import (
	"strings"
	"unicode/utf8"

	"github.com/winnow-news/winnow/eval/dom"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// lineWidth is the number of characters at which a text is wrapped to count
// its lines (Kohlschütter, section 3.3).
const lineWidth = 80

// Block is one text block.
type Block struct {
	Text string
	// Parent is the tag of the element that holds the block's first text.
	Parent string
	Words  int
	// LinkedWords are the words inside a elements.
	LinkedWords int
	// Before and After are the distances to the neighbouring blocks: the
	// number of lines between them when each tag and each block stands on a
	// line of its own (Kim, section 3.2). 0 at the page's ends.
	Before, After int
	// wrapped words and lines, for the density
	full, lines int
}

// WordDensity is the number of words a line when the text is wrapped at 80
// characters; the last line does not count where there is another
// (Kohlschütter, section 3.3; eq. 1 of Kim).
func (b Block) WordDensity() float64 {
	if b.lines > 1 {
		return float64(b.full) / float64(b.lines-1)
	}
	return float64(b.Words)
}

// LinkDensity is the share of the words that are linked.
func (b Block) LinkDensity() float64 {
	if b.Words == 0 {
		return 0
	}
	return float64(b.LinkedWords) / float64(b.Words)
}

// Split parses a UTF-8 document and cuts its body into blocks.
func Split(src []byte) ([]Block, error) {
	doc, err := dom.Parse(src)
	if err != nil {
		return nil, err
	}
	var s splitter
	s.walk(dom.Body(doc), false)
	s.flush()
	for i := 1; i < len(s.blocks); i++ {
		s.blocks[i-1].After = s.blocks[i].Before
	}
	return s.blocks, nil
}

// splitter is the state of one walk over a document.
type splitter struct {
	blocks []Block
	cur    Block
	words  []string
	tags   int // lines with a tag since the last block
}

func (s *splitter) walk(n *html.Node, linked bool) {
	if n.Type == html.TextNode {
		s.add(n, linked)
		return
	}
	if dom.Silent(n) {
		return
	}
	link := n.DataAtom == atom.A
	if n.Type == html.ElementNode && !link {
		s.flush()
		s.tags++
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		s.walk(c, linked || link)
	}
	if n.Type == html.ElementNode && !link && !void(n) {
		s.flush()
		s.tags++
	}
}

// void reports whether an element has no end tag.
func void(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Br, atom.Hr, atom.Img, atom.Input, atom.Meta, atom.Link, atom.Wbr, atom.Area, atom.Base, atom.Col, atom.Embed, atom.Source, atom.Track:
		return true
	}
	return false
}

func (s *splitter) add(n *html.Node, linked bool) {
	words := strings.Fields(n.Data)
	if len(words) == 0 {
		return
	}
	if len(s.words) == 0 {
		s.cur = Block{Parent: n.Parent.Data, Before: s.tags}
		if len(s.blocks) == 0 {
			s.cur.Before = 0
		}
	}
	s.words = append(s.words, words...)
	if linked {
		s.cur.LinkedWords += len(words)
	}
}

// flush ends the block that has begun, if one has.
func (s *splitter) flush() {
	if len(s.words) == 0 {
		return
	}
	s.cur.Text = strings.Join(s.words, " ")
	s.cur.Words = len(s.words)
	s.cur.full, s.cur.lines = wrap(s.words)
	s.blocks = append(s.blocks, s.cur)
	s.words, s.tags = s.words[:0], 0
}

// wrap breaks words into lines and gives the number of words on all lines but
// the last, and the number of lines.
func wrap(words []string) (full, lines int) {
	lines = 1
	width, onLine := 0, 0
	for _, w := range words {
		n := utf8.RuneCountInString(w)
		if width > 0 && width+1+n > lineWidth {
			full += onLine
			lines++
			width, onLine = 0, 0
		}
		if width > 0 {
			width++
		}
		width += n
		onLine++
	}
	return full, lines
}

// Join gives the texts of the chosen blocks, one a line.
func Join(blocks []Block, chosen []bool) string {
	var out []string
	for i, b := range blocks {
		if chosen[i] {
			out = append(out, b.Text)
		}
	}
	return strings.Join(out, "\n")
}
