// Package siteblock is what the systems that compare the pages of a site have
// in common (Content Extractor, X-CEX): a page cut into blocks by a list of
// tags, and for every block the number of pages with a block that is similar to
// it. Which blocks are similar is the systems' own affair.
package siteblock

import (
	"slices"
	"strings"

	"github.com/winnow-news/winnow/eval/dom"
	"github.com/winnow-news/winnow/proto/word"
	"github.com/zeebo/xxh3"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Block is a section of a page that begins with a tag of the list and ends
// with its end.
type Block struct {
	// Text is the text of its own: that of no block inside it.
	Text string
	// Compared is the text that is compared with other blocks': its own, or
	// all that stands inside it.
	Compared string
	// Chars are the characters of Compared.
	Chars []rune
	// Words is the set of the words of Compared, as rising hashes.
	Words []uint64
	// Tags is the sequence of tags, own and inside, as hashes.
	Tags []uint64
	// Classes is the set of CSS classes of these, as rising hashes.
	Classes []uint64
	// Count counts the elements inside by what they are for.
	Count Counts

	bits [4]uint64 // a bitmap of Words
}

// Counts are numbers of elements.
type Counts struct {
	Links, Images, Lists, Scripts, Inputs, Headings int
}

// Config says how pages are cut.
type Config struct {
	// Tags is the list of tags that begin a block.
	Tags []string
	// Whole compares blocks with all that stands inside them; otherwise with
	// what is their own and in no block inside them.
	Whole bool
}

// Cut gives the blocks of a page that have text of their own, in document
// order of their beginnings.
func Cut(src []byte, cfg Config) ([]*Block, error) {
	doc, err := dom.Parse(src)
	if err != nil {
		return nil, err
	}
	c := &cutter{cfg: cfg}
	c.element(dom.Body(doc), nil)
	var out []*Block
	for _, r := range c.raw {
		if b := r.block(cfg.Whole); len(b.Words) > 0 {
			out = append(out, b)
		}
	}
	return out, nil
}

// CutAll cuts each page of a site.
func CutAll(pages [][]byte, cfg Config) ([][]*Block, error) {
	out := make([][]*Block, len(pages))
	for i, src := range pages {
		var err error
		if out[i], err = Cut(src, cfg); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// raw is a block while its page is walked.
type raw struct {
	parent      *raw
	own, inside strings.Builder
	tags        []uint64
	classes     []uint64
	count       Counts
}

type cutter struct {
	cfg Config
	raw []*raw
}

// element walks the subtree of n, which belongs to block in unless it begins
// one. The body begins one whether it is listed or not, so that no text is
// lost.
func (c *cutter) element(n *html.Node, in *raw) {
	if n.Type == html.TextNode {
		c.text(n.Data, in)
		return
	}
	if n.Type == html.ElementNode && n.DataAtom == atom.Script {
		c.each(in, func(r *raw) { r.count.Scripts++ })
	}
	if dom.Silent(n) {
		return
	}
	if n.Type == html.ElementNode {
		if in == nil || slices.Contains(c.cfg.Tags, n.Data) {
			c.text("\n", in) // the text around it goes on behind it in a new line
			in = &raw{parent: in}
			c.raw = append(c.raw, in)
		}
		c.note(n, in)
	}
	breaks := n.Type == html.ElementNode && !dom.Inline(n)
	if breaks && in != nil {
		c.text("\n", in)
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		c.element(child, in)
	}
	if breaks && in != nil {
		c.text("\n", in)
	}
}

// each calls do for the block and, when blocks are compared whole, for those
// around it.
func (c *cutter) each(in *raw, do func(*raw)) {
	for r := in; r != nil; r = r.parent {
		do(r)
		if !c.cfg.Whole {
			return
		}
	}
}

func (c *cutter) text(s string, in *raw) {
	if in == nil {
		return
	}
	in.own.WriteString(s)
	if c.cfg.Whole {
		c.each(in, func(r *raw) { r.inside.WriteString(s) })
	}
}

func (c *cutter) note(n *html.Node, in *raw) {
	tag := xxh3.HashString(n.Data)
	classes := dom.Classes(n)
	c.each(in, func(r *raw) {
		r.tags = append(r.tags, tag)
		for _, cl := range classes {
			r.classes = append(r.classes, xxh3.HashString(cl))
		}
		switch n.DataAtom {
		case atom.A:
			r.count.Links++
		case atom.Img:
			r.count.Images++
		case atom.Li:
			r.count.Lists++
		case atom.Input:
			r.count.Inputs++
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			r.count.Headings++
		}
	})
}

func (r *raw) block(whole bool) *Block {
	b := &Block{Text: dom.Lines(r.own.String()), Tags: r.tags, Classes: uniq(r.classes), Count: r.count}
	if b.Text == "" {
		return b
	}
	b.Compared = b.Text
	if whole {
		b.Compared = dom.Lines(r.inside.String())
	}
	b.Chars = []rune(b.Compared)
	b.Words = uniq(word.Hashes(nil, b.Compared))
	for _, w := range b.Words {
		b.bits[w>>6&3] |= 1 << (w & 63)
	}
	return b
}

func uniq(x []uint64) []uint64 {
	slices.Sort(x)
	return slices.Compact(x)
}
