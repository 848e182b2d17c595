package markup

import (
	"bytes"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
	"golang.org/x/net/html"
)

// Condenser condenses pages. It keeps its memory from page to page; the zero
// value is ready. It is not safe for concurrent use.
//
// Invariant: out is in[:kept] condensed.
type Condenser struct {
	in, out  []byte
	kept     int
	template bool           // one was met
	begun    bool           // a start tag was met behind which no doctype counts
	verbatim bool           // an element was met in which white space, or the place of a script, counts
	blank    bool           // nothing but white space stands between the markup at hand and that before it
	scripts  [][]byte       // of in: the first short scripts, tags and all
	attrs    []attribute    // of the start tag at hand
	table    attributeTable // what was taken out of tags
	occupied bool           // placeholder has a meaning of its own
	streamed bool           // it has parts that came late: the comments around their places are kept
}

// Condense gives body without what the parser would copy and the walk never
// reads: comments (but see IsBoundary), styles, links to them, scripts other than
// structured data, drawings (svg), the white space that pages are indented with;
// and with its attributes in a table beside it (see takeAttributes). More than half
// of a news page goes, and with it about half of the time that its parse takes.
//
// The tree is that of body but for what is elided. This rests on four facts
// about golang.org/x/net/html: outside svg and math the tokenizer is steered by
// the tags alone; a script, style or comment changes nothing in the parser by
// what it holds, and nothing at all between two tags (see drop); neither does an
// svg element without HTML in it (see drawing), or an attribute that it does not
// ask for (see takes). Where a page leaves that ground, the rest of it is
// taken as it stands. One thing may be better than in body: the elements of a
// drawing no longer count as depth.
//
// The result is valid until the next call.
func (c *Condenser) Condense(body []byte) []byte {
	if out := c.pass(body, false); !c.streamed {
		return out
	}
	return c.pass(body, true) // known at the page's end only
}

// pass condenses body; streamed says that it has parts that came late.
func (c *Condenser) pass(body []byte, streamed bool) []byte {
	c.table.reset()
	*c = Condenser{in: body, out: c.out[:0], scripts: c.scripts[:0], attrs: c.attrs, table: c.table, streamed: streamed}
	c.occupied = bytes.IndexByte(body, placeholder) >= 0
	last, i := 0, 0
	for i != stop {
		behindTag := i > 0 && body[i-1] == '>'
		if !c.verbatim {
			i = c.space(i)
		}
		lt := bytes.IndexByte(body[i:], '<')
		if lt < 0 {
			break
		}
		last = i + lt
		c.blank = lt == 0 && behindTag && !c.verbatim
		i = c.markup(last)
	}
	c.table.seal()
	if i == stop {
		c.streamed = c.streamed || bytes.Contains(body[last:], []byte(`id="`+latePrefix))
		// Whether a frameset counts depends on the text before it.
		if containsFold(body[last:], "<frameset") {
			return body
		}
	}
	c.out = append(c.out, body[c.kept:]...)
	return c.out
}

// Streamed reports whether the page has parts that came late: the comments around
// their places were kept.
func (c *Condenser) Streamed() bool { return c.streamed }

// Scripts gives the first short scripts of the page, tags and all.
func (c *Condenser) Scripts() [][]byte { return c.scripts }

// Restore gives n its attributes back. To do so twice does no harm.
func (c *Condenser) Restore(n *html.Node) { c.table.restore(n) }

// RestoreAll gives all nodes of a tree their attributes back.
func (c *Condenser) RestoreAll(doc *html.Node) {
	for n := range doc.Descendants() {
		c.table.restore(n)
	}
}

// mostKept is the most memory in bytes that is kept from page to page.
const mostKept = 4 << 20

// Reset lets go of the page and keeps the memory, unless an unusual page made it
// large.
func (c *Condenser) Reset() {
	if cap(c.out) > mostKept {
		*c = Condenser{}
		return
	}
	c.table.reset()
	clear(c.scripts)
	*c = Condenser{out: c.out[:0], scripts: c.scripts[:0], attrs: c.attrs[:0], table: c.table}
}

const (
	firstScripts = 16
	shortScript  = 8 << 10 // bytes of text
)

// stop is where the next markup begins if the rest is to be taken as it is.
const stop = -1

// replace puts a tag in the place of in[from:to].
func (c *Condenser) replace(from, to int, tag string) {
	c.out = append(append(c.out, c.in[c.kept:from]...), tag...)
	c.kept = to
}

// drop leaves out in[from:to], an element or a comment that the parser gives a
// node and forgets, if it can: between two tags, so that no two texts become
// one, and where the parser has begun the head. It gives where it went on to.
// to may be stop.
func (c *Condenser) drop(from, to int) (end int, dropped bool) {
	if !c.blank || !c.begun || to == stop {
		return 0, false
	}
	next := skipSpace(c.in, to)
	if rest := c.in[next:]; len(rest) < 2 || rest[0] != '<' || !ascii.IsLetter(rest[1]) && rest[1] != '/' && !bytes.HasPrefix(rest, []byte("<!--")) {
		return 0, false
	}
	if isSpace(c.in[from-1]) {
		to = next // one white space does
	}
	c.replace(from, to, "")
	return to, true
}

// markup passes what begins at the "<" at i and gives where it ends.
func (c *Condenser) markup(i int) int {
	if i+1 >= len(c.in) {
		return stop
	}
	switch b := c.in[i+1]; {
	case ascii.IsLetter(b):
		return c.startTag(i)
	case b == '!':
		end := markupEnd(c.in, i)
		if bytes.HasPrefix(c.in[i:], []byte("<!--")) {
			return c.comment(i, end)
		}
		return end
	case b == '/', b == '?':
		return markupEnd(c.in, i)
	default:
		return i + 1
	}
}

// startTag passes a start tag, and the text behind it where no tags count in
// it.
func (c *Condenser) startTag(i int) int {
	t, attrs := readAttributes(c.in, i+1, c.attrs[:0])
	c.attrs = attrs
	if t.end == stop {
		return stop
	}
	var buf [len("plaintext")]byte
	name := lowered(buf[:], c.in[i+1:t.nameEnd])
	switch string(name) {
	case "script":
		return c.script(i, t.end)
	case "style":
		end := rawEnd(c.in, t.end, "style")
		if end == stop {
			return stop
		}
		return c.raw(i, end, "<style>")
	case "link":
		if !c.namesAddress() {
			if end, dropped := c.drop(i, t.end); dropped {
				return end
			}
		}
	case "svg":
		return c.svg(i, t)
	case "iframe", "noembed", "noframes", "noscript", "textarea", "title", "xmp":
		return rawEnd(c.in, t.end, string(name))
	case "math", "plaintext", "frameset":
		return stop
	case "template":
		c.template = true
	case "pre", "listing", "colgroup":
		c.verbatim = true
	case "col":
		if c.template { // there, the parser may ignore the tags of what is elided
			return stop
		}
		c.verbatim = true
	}
	c.begun = c.begun || string(name) != "html"
	c.takeAttributes(name, t.nameEnd)
	return t.end
}

// comment passes the comment in[from:end]; end may be stop.
func (c *Condenser) comment(from, end int) int {
	if c.streamed && end > from+len("<!---->") && IsBoundary(string(c.in[from+len("<!--"):end-len("-->")])) {
		return end
	}
	if next, dropped := c.drop(from, end); dropped {
		return next
	}
	if end > from+len("<!---->") {
		c.replace(from, end, "<!---->")
	}
	return end
}

// raw passes the element whose start tag begins at from and whose end tag begins
// at end, with its end tag if all of it goes.
func (c *Condenser) raw(from, end int, tag string) int {
	if next, dropped := c.drop(from, readTag(c.in, end+len("</")).end); dropped {
		return next
	}
	c.replace(from, end, tag)
	return end
}

// namesAddress reports a link element, at hand, that the head may read.
func (c *Condenser) namesAddress() bool {
	for _, a := range c.attrs {
		if !equalFold(c.in[a.from:a.nameEnd], "rel") {
			continue
		}
		if v := c.in[a.value:a.end]; containsFold(v, "canonical") || bytes.IndexByte(v, '&') >= 0 {
			return true
		}
	}
	return false
}

// space passes the white space at i, between tags, of which one character is
// kept: the walk takes any amount for one.
func (c *Condenser) space(i int) int {
	end := skipSpace(c.in, i)
	if end-i >= leastSpace {
		c.replace(i+1, end, "")
	}
	return end
}

// leastSpace is the least white space that is worth a cut.
const leastSpace = 4

// script passes a script whose start tag is in[from:to], up to its end tag.
func (c *Condenser) script(from, to int) int {
	end := rawEnd(c.in, to, "script")
	if end == stop {
		return stop
	}
	text := c.in[to:end]
	if hidden := bytes.Index(text, []byte("<!--")); hidden >= 0 && containsFold(text[hidden:], "<script") {
		if end = scriptEnd(c.in, to+hidden); end == stop {
			return stop
		}
		text = c.in[to:end]
	}
	if len(text) < shortScript && len(c.scripts) < firstScripts {
		c.scripts = append(c.scripts, c.in[from:end])
	}
	// A character reference in the tag might spell "json".
	if tag := c.in[from:to]; !containsFold(tag, "json") && bytes.IndexByte(tag, '&') < 0 {
		return c.raw(from, end, "<script>")
	}
	return end
}

// svg passes a drawing with its end tag.
func (c *Condenser) svg(from int, t tag) int {
	switch {
	case t.unclear:
		return stop
	case t.selfClosing:
		return t.end
	}
	end, closed := drawing(c.in, t.end)
	if closed {
		c.replace(from, end, "<svg></svg>")
	}
	return end
}

// latePrefix begins the id of a part that came late (react-dom/server,
// ReactFizzInstructionSetShared: completeSegment).
const latePrefix = "S:"

// IsBoundary reports the comments between which such a part stands. They are the
// only ones that Condense keeps.
func IsBoundary(comment string) bool {
	switch comment {
	case "$", "$?", "$!", "/$":
		return true
	}
	return false
}
