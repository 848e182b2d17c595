package markup

import (
	"bytes"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
)

// maxDrawing is the nesting that is followed in a drawing.
const maxDrawing = 32

// drawing finds where the svg element ends whose start tag ends at i. It gives
// the place behind its end tag; or, with closed false, that of a tag which ends
// the drawing because it is HTML; or stop, where the parser might go another
// way: at HTML that is part of a drawing, at CDATA, at the end tag of something
// that is not open in it.
func drawing(in []byte, i int) (end int, closed bool) {
	open := append(make([][]byte, 0, maxDrawing), []byte("svg"))
	for i != stop && len(open) > 0 {
		lt := bytes.IndexByte(in[i:], '<')
		if lt < 0 || i+lt+1 >= len(in) {
			return stop, false
		}
		i += lt
		switch {
		case bytes.HasPrefix(in[i:], []byte("<!--")):
			i = commentEnd(in, i+len("<!--"))
		case in[i+1] == '/':
			open, i = drawingEnd(open, in, i)
		case !ascii.IsLetter(in[i+1]) || textOnly(open[len(open)-1]):
			return stop, false
		default:
			t := readTag(in, i+1)
			name := in[i+1 : t.nameEnd]
			switch {
			case t.end != stop && leavesDrawing(name):
				return i, false
			case t.unclear || len(open) == maxDrawing || mixed(name):
				return stop, false
			case !t.selfClosing:
				open = append(open, name)
			}
			i = t.end
		}
	}
	return i, i != stop
}

// drawingEnd passes the end tag at i: it ends the innermost element of its name
// and all within.
func drawingEnd(open [][]byte, in []byte, i int) (left [][]byte, end int) {
	t := readTag(in, i+2)
	for k := len(open) - 1; k >= 0 && t.end != stop; k-- {
		if bytes.EqualFold(open[k], in[i+2:t.nameEnd]) {
			return open[:k], t.end
		}
	}
	return open, stop
}

// leavesDrawing reports tags that are never part of a drawing: there the parser
// closes it. The others of this kind are too rare to be named.
func leavesDrawing(name []byte) bool {
	var buf [len("strong")]byte
	switch string(lowered(buf[:], name)) {
	case "p", "div", "span", "img", "br", "hr", "ul", "ol", "li", "h1", "h2", "h3", "h4", "table", "b", "i", "em", "strong":
		return true
	}
	return false
}

// mixed reports the tags that are sometimes part of a drawing, hold HTML, or
// close the drawing like those of leavesDrawing.
func mixed(name []byte) bool {
	var buf [len("foreignobject")]byte
	switch string(lowered(buf[:], name)) {
	case "font", "foreignobject", "big", "blockquote", "body", "center", "code", "dd", "dl", "dt", "embed", "h5", "h6", "head",
		"listing", "menu", "meta", "nobr", "pre", "ruby", "s", "small", "strike", "sub", "sup", "tt", "u", "var":
		return true
	}
	return false
}

// textOnly reports the elements of drawings whose content the parser reads as
// HTML.
func textOnly(name []byte) bool {
	return bytes.EqualFold(name, []byte("title")) || bytes.EqualFold(name, []byte("desc"))
}
