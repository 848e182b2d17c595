package segmenter

import "bytes"

// maxDrawing is the nesting that is followed in a drawing.
const maxDrawing = 32

// drawing gives where the svg element ends, end tag and all, whose start tag
// ends at i; stop if it holds anything but drawing tags, each closed. Any other
// tag, and markup in the elements whose content is HTML again, could end the
// element early or change how the parser goes on behind it.
func drawing(in []byte, i int) int {
	open := make([][]byte, 1, maxDrawing)
	open[0] = []byte("svg")
	for len(open) > 0 {
		lt := bytes.IndexByte(in[i:], '<')
		if lt < 0 || i+lt+1 >= len(in) {
			return stop
		}
		i += lt
		switch {
		case bytes.HasPrefix(in[i:], []byte("<!--")):
			i = commentEnd(in, i+4)
		case in[i+1] == '/':
			t := readTag(in, i+2)
			if t.end == stop || !bytes.EqualFold(in[i+2:t.nameEnd], open[len(open)-1]) {
				return stop
			}
			open = open[:len(open)-1]
			i = t.end
		case isLetter(in[i+1]):
			t := readTag(in, i+1)
			name := in[i+1 : t.nameEnd]
			if t.end == stop || t.unclear || !drawingTag(name) || len(open) == maxDrawing || textOnly(open[len(open)-1]) {
				return stop
			}
			if !t.selfClosing {
				open = append(open, name)
			}
			i = t.end
		default:
			return stop
		}
		if i == stop {
			return stop
		}
	}
	return i
}

// drawingTag reports the usual tags of drawings, none of which the parser
// treats in a way of its own within svg but for title and desc.
func drawingTag(name []byte) bool {
	var buf [len("feComponentTransfer")]byte
	switch string(lowered(buf[:], name)) {
	case "svg", "g", "path", "use", "defs", "symbol", "title", "desc", "style",
		"rect", "circle", "ellipse", "line", "polygon", "polyline", "text", "tspan", "image",
		"clippath", "mask", "pattern", "marker", "lineargradient", "radialgradient", "stop",
		"animate", "animatetransform", "animatemotion", "set",
		"filter", "feblend", "fecolormatrix", "fecomponenttransfer", "fecomposite", "fedropshadow", "feflood",
		"fefunca", "fegaussianblur", "feimage", "femerge", "femergenode", "femorphology", "feoffset", "feturbulence":
		return true
	}
	return false
}

// textOnly reports the elements of drawings whose content the parser reads as
// HTML.
func textOnly(name []byte) bool {
	return bytes.EqualFold(name, []byte("title")) || bytes.EqualFold(name, []byte("desc"))
}
