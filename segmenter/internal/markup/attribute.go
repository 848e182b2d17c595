package markup

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
	"golang.org/x/net/html"
)

// Of the parse of what condense leaves of a page a third would be spent on
// attributes: the parser copies a name four times and a value twice, and looks
// for the name in a map. So condense takes them out of the tags, those that
// somebody reads into a table, and leaves in each tag one name that leads there:
// placeholder and the number of the tag's set. restore puts them into the tree.

// placeholder begins the name of an attribute that stands for others. A page
// that has it already keeps its attributes.
const placeholder = '\x01'

// mostTaken is the most attributes that are taken out of one tag: each is
// compared with those before it.
const mostTaken = 64

// attributeTable holds the attributes that were taken out of a page's tags.
//
// Invariant: sets are in order; a set ends where the next one begins.
type attributeTable struct {
	text   []byte // names and values
	all    []takenAttribute
	sets   []int32          // where each begins in all
	sealed string           // text, once all is there
	valid  bool             // it is UTF-8
	nodes  []html.Attribute // memory of what is restored
}

// span is a part of an attributeTable's text.
type span struct{ from, to int }

// takenAttribute is an attribute; its value, and its name where key is "", are
// in text.
type takenAttribute struct {
	key         string
	name, value span
}

func (t *attributeTable) reset() {
	clear(t.all)
	clear(t.nodes)
	*t = attributeTable{text: t.text[:0], all: t.all[:0], sets: t.sets[:0], nodes: t.nodes[:0]}
}

// seal ends the taking.
func (t *attributeTable) seal() { t.sealed, t.valid = string(t.text), utf8.Valid(t.text) }

// takeAttributes takes the attributes out of the start tag at hand if the parser
// reads none of the element's, and if each of them is written as nearly all are.
func (c *Condenser) takeAttributes(element []byte, nameEnd int) {
	if len(c.attrs) == 0 || c.occupied || !takes(element) {
		return
	}
	attrs := c.attrs
	if last := attrs[len(attrs)-1]; last.nameEnd == last.from && c.in[last.from] == '/' {
		attrs = attrs[:len(attrs)-1]
	}
	if len(attrs) == 0 {
		return
	}
	all, text := len(c.table.all), len(c.table.text)
	for i := range attrs {
		if !c.take(element, &attrs[i], all) {
			c.table.all, c.table.text = c.table.all[:all], c.table.text[:text]
			return
		}
	}
	c.out = append(c.out, c.in[c.kept:nameEnd]...)
	c.kept = attrs[len(attrs)-1].end
	if len(c.table.all) == all {
		return
	}
	c.out = strconv.AppendInt(append(c.out, ' ', placeholder), int64(len(c.table.sets)), 10)
	c.table.sets = append(c.table.sets, int32(all))
}

// take takes an attribute of the set that begins at first, if it is read, and
// reports whether it is one that can be taken.
func (c *Condenser) take(element []byte, a *attribute, first int) bool {
	in := c.in
	if !isSpace(in[a.from-1]) || a.nameEnd == a.from || a.end >= len(in) || len(c.table.all)-first >= mostTaken {
		return false
	}
	name, value := in[a.from:a.nameEnd], []byte(nil)
	switch {
	case a.quoted:
		if !isOneOf(in[a.end], nameEnds) {
			return false
		}
		value = in[a.value+1 : a.end-1]
	case a.bare:
		value = in[a.value:a.end]
	case skipSpace(in, a.nameEnd) != a.end: // "=" or "/"
		return false
	}
	t := &c.table
	from := len(t.text)
	key, read := "", dataName(name)
	if read {
		if bytes.ContainsAny(value, "{[/") && !pictures(element) {
			value = nil // the walk takes only the names of such
		}
		t.text = appendLower(t.text, name)
	} else if key, read = readKey(element, name, value); !read {
		return true
	}
	c.streamed = c.streamed || key == "id" && bytes.HasPrefix(value, []byte(latePrefix))
	if t.has(first, key, t.text[from:]) {
		t.text = t.text[:from]
		return true // the first counts
	}
	at := len(t.text)
	var ok bool
	if t.text, ok = appendValue(t.text, value); !ok {
		return false
	}
	t.all = append(t.all, takenAttribute{key, span{from, at}, span{at, len(t.text)}})
	return true
}

// has reports whether the set that begins at first has an attribute: called
// key, or name where key is "".
func (t *attributeTable) has(first int, key string, name []byte) bool {
	for _, a := range t.all[first:] {
		if a.key == key && (key != "" || bytes.Equal(t.text[a.name.from:a.name.to], name)) {
			return true
		}
	}
	return false
}

// appendValue appends what the parser would make of a value; false where that
// takes more than character references.
func appendValue(dst, value []byte) ([]byte, bool) {
	if bytes.IndexByte(value, '\r') >= 0 || bytes.IndexByte(value, 0) >= 0 {
		return dst, false
	}
	for {
		i := bytes.IndexByte(value, '&')
		if i < 0 {
			return append(dst, value...), true
		}
		dst, value = append(dst, value[:i]...), value[i:]
		n := referenceEnd(value)
		dst, value = appendReference(dst, value[:n], n < len(value) && value[n] == '='), value[n:]
	}
}

// referenceEnd gives where what may be a character reference ends that begins
// with the "&" at the front of s.
func referenceEnd(s []byte) int {
	i := 1
	for i < len(s) && (s[i] == '#' && i == 1 || ascii.IsLetter(s[i]) || '0' <= s[i] && s[i] <= '9') {
		i++
	}
	if i > 1 && i < len(s) && s[i] == ';' {
		i++
	}
	return i
}

// appendReference appends what ref stands for in an attribute, where it is a
// reference only as a whole, and none before an equals sign.
func appendReference(dst, ref []byte, beforeEquals bool) []byte {
	closed, numeric := ref[len(ref)-1] == ';', len(ref) > 1 && ref[1] == '#'
	switch {
	case string(ref) == "&amp;":
		return append(dst, '&')
	case len(ref) == 1 || beforeEquals && !closed && !numeric:
		return append(dst, ref...)
	}
	meant := html.UnescapeString(string(ref))
	whole := numeric || utf8.RuneCountInString(meant) == 1 || closed && meant[len(meant)-1] != ';'
	if !whole {
		return append(dst, ref...)
	}
	return append(dst, meant...)
}

func appendLower(dst, s []byte) []byte {
	for _, b := range s {
		if 'A' <= b && b <= 'Z' {
			b |= 0x20
		}
		dst = append(dst, b)
	}
	return dst
}

// restore gives n its attributes back. To do so twice does no harm.
func (t *attributeTable) restore(n *html.Node) {
	if len(n.Attr) != 1 || n.Attr[0].Key == "" || n.Attr[0].Key[0] != placeholder {
		return
	}
	i, err := strconv.Atoi(n.Attr[0].Key[1:])
	if err != nil || i < 0 || i >= len(t.sets) {
		return
	}
	end := len(t.all)
	if i+1 < len(t.sets) {
		end = int(t.sets[i+1])
	}
	from := len(t.nodes)
	for _, a := range t.all[t.sets[i]:end] {
		key := a.key
		if key == "" {
			key = t.at(a.name)
		}
		t.nodes = append(t.nodes, html.Attribute{Key: key, Val: t.at(a.value)})
	}
	n.Attr = t.nodes[from:len(t.nodes):len(t.nodes)]
}

func (t *attributeTable) at(s span) string {
	if t.valid {
		return t.sealed[s.from:s.to]
	}
	return strings.ToValidUTF8(t.sealed[s.from:s.to], "\uFFFD")
}

// dataName reports a data-* attribute.
func dataName(name []byte) bool {
	return len(name) > len("data-") && equalFold(name[:len("data-")], "data-")
}

// pictures reports the elements of which the walk makes images, and those that
// tell it where these are.
func pictures(element []byte) bool {
	switch string(element) {
	case "img", "image", "amp-img", "source": // the parser takes image for img
		return true
	}
	return false
}

// takes reports the elements whose attributes the parser does not look at: not
// those that it joins with others of the same name, opens again where they end
// in disorder (but for a, of which only one is ever open), or asks for a type.
func takes(element []byte) bool {
	switch string(element) {
	case "html", "body", "input", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u":
		return false
	}
	return true
}

// readKey gives the name of an attribute that the walk or the head read of an
// element: who reads another one adds it here.
func readKey(element, name, value []byte) (key string, read bool) {
	var buf [len("shadowrootmode")]byte
	switch string(lowered(buf[:], name)) {
	case "class":
		return "class", true
	case "href":
		return "href", true
	case "id":
		return "id", true
	case "rel":
		return "rel", true
	case "role":
		return "role", true
	case "itemprop":
		return "itemprop", true
	case "itemtype":
		return "itemtype", true
	case "typeof":
		return "typeof", true
	case "property":
		return "property", true
	case "content":
		return "content", true
	case "datetime":
		return "datetime", true
	case "colspan":
		return "colspan", true
	case "rowspan":
		return "rowspan", true
	case "hidden":
		return "hidden", true
	case "aria-hidden":
		return "aria-hidden", true
	case "aria-label":
		return "aria-label", true
	case "http-equiv":
		return "http-equiv", true
	case "src":
		return "src", pictures(element)
	case "srcset":
		return "srcset", pictures(element)
	case "alt":
		return "alt", pictures(element)
	case "width":
		return "width", pictures(element)
	case "height":
		return "height", pictures(element)
	case "name":
		return "name", string(element) == "meta"
	case "value":
		return "value", string(element) == "meta"
	case "title":
		return "title", string(element) == "abbr"
	case "shadowrootmode":
		return "shadowrootmode", string(element) == "template"
	case "style":
		return "style", bytes.IndexByte(value, '&') >= 0 || containsFold(value, "display") || containsFold(value, "visibility")
	}
	return "", false
}
