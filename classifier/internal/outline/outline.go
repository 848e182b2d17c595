// Package outline tells what a page's elements are for: what they are called, and
// where its headings, lists, tables, quotes and comments are.
package outline

import (
	"github.com/winnow-news/winnow/classifier/internal/name"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Outline is what a page's element tree says of the blocks in it, inherited
// from parent to child once, so that nobody climbs the tree.
//
// Invariants:
//  1. Nodes stands parallel to Elements; a node's parent has a smaller index
//     or is -1, whatever the message said.
//  2. every index in a node is that of an element, or -1.
type Outline struct {
	Elements []*pb.Element
	Nodes    []Node
	// outside is the node of blocks whose element does not exist.
	outside Node
	// HasItems is true when the page has more than one outermost article, HasNested
	// when an article has others in it.
	HasItems, HasNested bool
	// LastLinks holds the last link of each blockquote that has any, by its
	// element.
	LastLinks map[int32]string
}

// Node is what holds for an element and all that is in it.
type Node struct {
	Parent   int32
	Hidden   bool
	Inserted Insertion
	// Heading is 1..6 in a heading, else 0.
	Heading uint8
	// depth is the number of lists around.
	depth uint8
	// The nearest pre, list item, table, row and cell; -1 where there is none.
	Pre, Item, table, Row, Cell int32
	// Article is the outermost element around that says it is an article.
	Article int32
	// Post is the nearest element that shows a post of another site, see
	// markPosts.
	Post int32
	// DataTable is the nearest table that is one of data, -1 else.
	DataTable int32
	// Blockquote is the nearest one.
	Blockquote int32
	figure     bool
	// named holds what class, id and hints say of the element or of one of
	// its two nearest ancestors; farther names speak of larger parts.
	named name.Groups
}

// What a name says of an element.
const (
	namesCaption name.Groups = 1 << iota
	namesByline
	namesStandfirst
	namesEmbed
	namesConsent // with namesWindow, in one name: inserted.go
	namesWindow
	namesWhole    // a word of the names that count as a whole only: whole.go
	namesComments // readers' comments, or the form for writing one
	namesComment  // a single comment

	namesInserted = namesConsent | namesWindow // both in one name, or what stands beside
	anyComment    = namesComments | namesComment
)

var kindNames = name.NewTable(withInserted(map[string]name.Groups{
	"caption": namesCaption, "captions": namesCaption, "figcaption": namesCaption,
	"imagecaption": namesCaption, "wpcaptiontext": namesCaption, "bildtext": namesCaption,
	"legende": namesCaption, "cutline": namesCaption, "photocredit": namesCaption,
	"imagecredit": namesCaption, "credits": namesCaption,

	"byline": namesByline, "bylines": namesByline, "author": namesByline,
	"authors": namesByline, "autor": namesByline, "auteur": namesByline,
	"contributor": namesByline, "dateline": namesByline, "writtenby": namesByline,

	"standfirst": namesStandfirst, "dek": namesStandfirst, "lede": namesStandfirst,
	"lead": namesStandfirst, "intro": namesStandfirst, "ingress": namesStandfirst,
	"preamble": namesStandfirst, "subtitle": namesStandfirst, "chapo": namesStandfirst,
	"excerpt": namesStandfirst, "sapo": namesStandfirst, "vorspann": namesStandfirst,
	"subhead": namesStandfirst, "subheadline": namesStandfirst, "entradilla": namesStandfirst,

	"tweet": namesEmbed, "twittertweet": namesEmbed, "instagrammedia": namesEmbed,
	"tiktokembed": namesEmbed, "fbpost": namesEmbed, "embedtweet": namesEmbed,
	"blueskyembed": namesEmbed, "mastodonembed": namesEmbed,
}))

// New reads the elements of page.
func New(page *pb.SegmentedPage) *Outline {
	o := &Outline{
		Elements: page.GetElements(),
		Nodes:    make([]Node, len(page.GetElements())),
		outside:  Node{Parent: -1, Pre: -1, Item: -1, table: -1, Row: -1, Cell: -1, DataTable: -1, Post: -1, Blockquote: -1, Article: -1},
	}
	own := o.ownNames(page)
	items, inserted := 0, false
	for i, e := range o.Elements {
		n := o.outside
		if p := e.GetParent(); p >= 0 && p < int32(i) {
			n = o.Nodes[p]
			n.Parent = p
			n.named = own[p]
			if g := o.Nodes[p].Parent; g >= 0 {
				n.named |= own[g]
			}
		}
		switch {
		case !IsItem(e):
		case n.Article < 0:
			n.Article = int32(i)
			o.HasItems = items > 0
			items++
		default:
			o.HasNested = true
		}
		n.named |= own[i]
		n.Hidden = n.Hidden || e.GetHidden()
		inserted = inserted || own[i]&(namesInserted|anyComment) != 0 || e.GetClosable()
		n.enter(int32(i), e.GetTag())
		if own[i]&namesEmbed != 0 {
			n.Post = int32(i)
		} else if n.named&namesEmbed == 0 && n.Post != n.Blockquote {
			n.Post = -1 // farther names speak of larger parts
		}
		o.Nodes[i] = n
	}
	o.markDataTables(page)
	o.markPosts(page)
	o.showAll(page)
	if inserted {
		o.markInserted(page, own)
	}
	return o
}

// smallParagraphs is the most paragraphs that a caption or a byline holds.
const smallParagraphs = 3

// ownNames gives the groups of each element's own names. What holds many
// paragraphs is no caption or byline, whatever it is called: a category may be
// "credits", a text "author-article".
func (o *Outline) ownNames(page *pb.SegmentedPage) []name.Groups {
	own := make([]name.Groups, len(o.Elements))
	const small = namesCaption | namesByline
	all := name.Groups(0)
	for i, e := range o.Elements {
		own[i] = namesOf(e)
		all |= own[i]
	}
	if all&small == 0 {
		return own
	}
	paragraphs := make([]int, len(own))
	for _, b := range page.GetBlocks() {
		if e := o.Valid(b.GetElement()); e >= 0 && b.GetStats().GetWords() >= EnoughWords {
			paragraphs[e]++
		}
	}
	for i := len(own) - 1; i >= 0; i-- {
		if paragraphs[i] > smallParagraphs {
			own[i] &^= small
		}
		if p := o.Elements[i].GetParent(); p >= 0 && p < int32(i) {
			paragraphs[p] += paragraphs[i]
		}
	}
	return own
}

// namesOf gives the groups of an element's own names. Those of dialogs and
// widgets count only together, some others only as a whole name. An attribute
// that holds a caption ("data-caption") does not make its element one.
func namesOf(e *pb.Element) (g name.Groups) {
	if e.GetId() != "" {
		g |= namesIn(e.GetId())
	}
	for _, c := range e.GetClasses() {
		g |= namesIn(c)
	}
	for _, h := range e.GetHints() {
		of := namesIn(h)
		if h != "caption" {
			of &^= namesCaption
		}
		g |= of
	}
	return g
}

// namesIn gives the groups of one name.
func namesIn(s string) name.Groups {
	of := kindNames.Match(s)
	if of&namesInserted != namesInserted {
		of &^= namesInserted
	}
	if of&namesWhole != 0 {
		of = of&^namesWhole | namesAsWhole(s)
	}
	return of
}

// enter notes what the tag of element i means for what is in it.
func (n *Node) enter(i int32, tag string) {
	switch tag {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		n.Heading = tag[1] - '0'
	case "pre":
		n.Pre = i
	case "ul", "ol":
		n.depth = min(n.depth+1, 8)
		n.Item = -1
	case "li":
		n.Item = i
	case "blockquote":
		n.Blockquote = i
	case "figure":
		n.figure = true
	case "figcaption", "caption":
		n.named |= namesCaption
	case "table":
		n.table, n.Row, n.Cell = i, -1, -1
	case "tr":
		n.Row = i
	case "td", "th":
		n.Cell = i
	}
}

// Valid gives e if it is the index of an element, else -1.
func (o *Outline) Valid(e int32) int32 {
	if e < 0 || int(e) >= len(o.Nodes) {
		return -1
	}
	return e
}

// Of gives the node of a block's element.
func (o *Outline) Of(b *pb.Block) *Node {
	if e := o.Valid(b.GetElement()); e >= 0 {
		return &o.Nodes[e]
	}
	return &o.outside
}

// AfterBreak reports whether b stands behind an empty line in its element: the
// segmenter gives such a run a place of its own.
func (o *Outline) AfterBreak(b *pb.Block) bool {
	e := o.Valid(b.GetElement())
	return e >= 0 && b.GetPlace() != o.Elements[e].GetPlace()
}

// leastVisible is the share of a page's words below which "hidden" is not
// believed: such pages are shown by a script once they are loaded.
const leastVisible = 0.2

func (o *Outline) showAll(page *pb.SegmentedPage) {
	var all, visible uint32
	for _, b := range page.GetBlocks() {
		w := b.GetStats().GetWords()
		all += w
		if !o.Of(b).Hidden {
			visible += w
		}
	}
	if float64(visible) >= leastVisible*float64(all) {
		return
	}
	for i := range o.Nodes {
		o.Nodes[i].Hidden = false
	}
}
