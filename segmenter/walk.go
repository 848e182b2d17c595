package segmenter

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/winnow-news/winnow/segmenter/internal/head"
	"github.com/winnow-news/winnow/segmenter/internal/markup"
	"github.com/winnow-news/winnow/segmenter/internal/plain"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// walk is the state of one walk over one page's tree: what is open, and what
// has been found. It is reused from page to page.
//
// Invariants:
//  1. frames are the open block-level elements, outermost first; the run
//     belongs to the last of them.
//  2. elements holds a frame only once a block has been found inside it, and
//     its parent stands before it.
//  3. text is the concatenation of the blocks' texts and the open run's.
type walk struct {
	seg       *Segmenter
	page      *url.URL // where the page came from
	base      *url.URL // what its links start from
	origin    string   // scheme://host of base
	folder    string   // see folderOf
	deadline  time.Time
	nodes     int
	depth     int
	truncated string
	full      bool // no more blocks are taken
	failed    error

	condenser markup.Condenser

	frames   []frame
	run      run
	link     openLink
	emphasis int
	mute     int // open inline elements that are hidden

	scriptless int // bytes of text in noscript elements that have paragraphs

	text     []byte // arena of the blocks' texts
	gap      []byte // white space in pre that waits for the next visible character
	aux      []byte // arena of all other strings that had to be built
	strs     []string
	spans    []span
	elements []element
	blocks   []block
	images   []image
	head     head.Facts
	scratch  []string
}

// frame is an open block-level element.
type frame struct {
	node       *html.Node
	element    int32 // index in elements, -1 while no block was found in it
	hidden     bool
	pre        bool
	figure     bool
	closable   bool
	firstImage int
	cells      uint32   // of a row so far
	column     uint32   // of a cell
	spanned    []uint16 // of what holds rows: how many more each column's last cell goes on through
}

// element is a kept block-level element.
type element struct {
	parent   int32
	node     *html.Node
	classes  list // in strs
	hints    list // in spans
	id       string
	place    uint64
	hidden   bool
	closable bool
	column   uint32
}

// block is a finished run.
type block struct {
	element    int32
	text       span
	tags       list // in strs
	classes    list // in strs
	links      list // in spans
	count      counts
	ended      bool
	afterBreak bool
}

// list is a part of walk.strs or walk.spans.
type list struct{ from, to int }

// openLink is the anchor that the walk is inside of.
type openLink struct {
	depth int
	href  string
}

func newWalk(s *Segmenter) *walk { return &walk{seg: s} }

func (w *walk) begin(base *url.URL, deadline time.Time, cut string) {
	w.page, w.base, w.deadline, w.truncated = base, base, deadline, cut
	w.origin, w.folder = base.Scheme+"://"+base.Host, folderOf(base)
}

// reset lets go of everything that belongs to the page and keeps the memory,
// unless an unusual page made it large.
func (w *walk) reset() {
	const keep = 1 << 20
	if cap(w.text) > keep || cap(w.gap) > keep || cap(w.aux) > keep || cap(w.strs) > keep/16 || cap(w.blocks) > 8192 {
		*w = *newWalk(w.seg)
		return
	}
	clear(w.frames[:cap(w.frames)])
	clear(w.strs)
	clear(w.elements)
	clear(w.images)
	clear(w.scratch[:cap(w.scratch)])
	clear(w.run.tags[:cap(w.run.tags)])
	clear(w.run.classes[:cap(w.run.classes)])
	w.run.clear(0)
	w.head.Reset()
	w.condenser.Reset()
	*w = walk{
		seg: w.seg, condenser: w.condenser, frames: w.frames[:0], run: w.run, text: w.text[:0], gap: w.gap[:0], aux: w.aux[:0],
		strs: w.strs[:0], spans: w.spans[:0], elements: w.elements[:0], blocks: w.blocks[:0],
		images: w.images[:0], head: w.head, scratch: w.scratch[:0],
	}
}

// document walks the whole tree.
func (w *walk) document(doc *html.Node) error {
	w.children(doc)
	return w.failed
}

func (w *walk) children(n *html.Node) {
	w.depth++
	for c := n.FirstChild; c != nil && w.failed == nil; c = c.NextSibling {
		switch c.Type {
		case html.TextNode:
			w.addText(c.Data)
		case html.ElementNode:
			w.element(c)
		}
	}
	w.depth--
}

// element walks one element. It decides by kind; the attributes are looked at
// once.
func (w *walk) element(n *html.Node) {
	if w.nodes++; w.nodes&0x3ff == 0 && time.Now().After(w.deadline) {
		w.failed = ErrTooSlow
		return
	}
	w.condenser.Restore(n)
	k := w.seg.tags.kind(n)
	if n.Namespace == "svg" || k == kindReading && !plain.InParentheses(n) {
		k = kindSkip
	}
	if n.DataAtom == atom.Template && hasAttribute(n, "shadowrootmode") {
		k = kindInline // a browser shows it in the place of the element around it
	}
	switch {
	case n.DataAtom == atom.Button && fillsHeading(n):
		k = kindInline
	case n.DataAtom == atom.Label && isChoice(n):
		k = kindControl
		w.head.Inputs++
		w.head.Choices++
	}
	switch k {
	case kindSkip:
	case kindControl:
		w.run.space = true
		switch {
		case n.DataAtom == atom.Input:
			w.head.Inputs++
			if strings.EqualFold(attributeOf(n, "type"), "radio") {
				w.head.Choices++
			}
		case n.DataAtom == atom.Textarea:
			w.head.Textarea = true
		case n.DataAtom == atom.Button && len(w.frames) > 0 && w.top().mayBePanel(n) && closes(n, w.seg.cfg.MaxAttributes):
			w.top().closable = true
		}
	case kindScript:
		w.addScript(n)
	case kindMeta:
		w.addMeta(n)
	case kindLink:
		w.addLink(n)
	case kindTitle:
		w.addTitle(n)
	case kindNoscript:
		w.addNoscript(n)
	case kindImage:
		w.inlineTag(n, "")
		w.addImage(n)
	case kindBreak:
		w.addBreak()
	default:
		a := w.attributes(n)
		w.evidence(n, &a)
		if k == kindBlock && (w.depth <= w.seg.cfg.MaxDepth || len(w.frames) == 0) {
			w.block(n, &a)
			return
		}
		w.inline(n, k, &a)
	}
}

// block walks a block-level element.
func (w *walk) block(n *html.Node, a *attrs) {
	w.flush()
	f := frame{
		node: n, element: -1, firstImage: len(w.images),
		hidden: a.hidden || a.ariaHidden || w.mute > 0,
		pre:    n.Data == "pre" || n.Data == "listing" || len(w.frames) > 0 && w.top().pre,
		figure: n.Data == "figure",
	}
	if n.Data == "td" || n.Data == "th" {
		f.column = w.takeColumn(a)
	}
	w.frames = append(w.frames, f)
	mute, first := w.mute, len(w.blocks)
	w.mute = 0
	w.children(n)
	w.flush()
	w.mute = mute
	w.caption(n, a, first)
	if n.DataAtom == atom.Tr {
		w.endRow()
	}
	if f := w.top(); f.closable && f.element >= 0 {
		w.elements[f.element].closable = true
	}
	w.frames = w.frames[:len(w.frames)-1]
}

// mostSpanned is the most columns that a cell may span, as HTML says; rows that it
// may go on through are more, but nobody reads on so far.
const mostSpanned = 1000

// takeColumn gives the first column of the next cell of the row that is open, which
// no cell of a row above goes on through.
func (w *walk) takeColumn(a *attrs) uint32 {
	if len(w.frames) < 2 {
		return 0
	}
	row, rows := w.top(), &w.frames[len(w.frames)-2]
	for row.cells < uint32(len(rows.spanned)) && rows.spanned[row.cells] > 0 {
		row.cells++
	}
	column := row.cells
	row.cells += spans(a.colspan)
	if deep := spans(a.rowspan); deep > 1 && row.cells <= mostSpanned {
		rows.spanned = append(rows.spanned, make([]uint16, max(0, int(row.cells)-len(rows.spanned)))...)
		for c := column; c < row.cells; c++ {
			rows.spanned[c] = uint16(deep)
		}
	}
	return column
}

// spans reads how many columns or rows a cell spans.
func spans(value string) uint32 {
	if n, err := strconv.ParseUint(value, 10, 32); err == nil && 0 < n && n <= mostSpanned {
		return uint32(n)
	}
	return 1
}

// endRow tells the cells that go on through rows that one has ended.
func (w *walk) endRow() {
	if len(w.frames) < 2 {
		return
	}
	spanned := w.frames[len(w.frames)-2].spanned
	for c := range spanned {
		spanned[c] -= min(spanned[c], 1)
	}
}

// inline walks an element that belongs to the run around it.
func (w *walk) inline(n *html.Node, k kind, a *attrs) {
	w.inlineTag(n, a.class)
	if a.hidden || w.link.depth > 0 && w.run.linkSeen && forScreenReaders(a.class) {
		w.mute++
		defer func() { w.mute-- }()
	}
	switch k {
	case kindEmphasis:
		w.emphasis++
		w.children(n)
		w.emphasis--
	case kindAnchor:
		if !a.hasHref {
			w.children(n)
			break
		}
		outer := w.link
		w.link = openLink{outer.depth + 1, a.href}
		w.run.linkSeen = false
		w.children(n)
		w.link = outer
		w.run.linkSeen = true
	default:
		w.children(n)
	}
	w.run.closed = true
	w.run.span = w.run.span || n.DataAtom == atom.Span
}

// inlineTag notes an inline element's tag and classes in the run.
func (w *walk) inlineTag(n *html.Node, class string) {
	w.endAtBreaks()
	r := &w.run
	r.seam = r.closed && n.DataAtom != atom.Sup && n.DataAtom != atom.Sub
	r.span = r.span || n.DataAtom == atom.Span
	r.count.inlineTags++
	if len(r.tags) >= w.seg.cfg.MaxTags {
		w.cut("tags")
		return
	}
	r.tags = append(r.tags, n.Data)
	if class != "" {
		r.classes = appendFields(r.classes, class, w.seg.cfg.MaxTags)
	}
}

func (w *walk) top() *frame { return &w.frames[len(w.frames)-1] }

// cut names the first soft cap that was met.
func (w *walk) cut(name string) {
	if w.truncated == "" {
		w.truncated = name
	}
}
