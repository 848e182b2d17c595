package segmenter

import "bytes"

// attributes elides what nobody reads of the start tag at hand: the parser
// copies each attribute three times. Only attributes with quotation marks and
// space before them go, so that what is left reads as before. Formatting
// elements stay as they are: the parser compares their attributes.
func (c *condenser) attributes(element []byte) {
	if len(c.attrs) == 0 || reopened(element) {
		return
	}
	in := c.in
	for _, a := range c.attrs {
		if !a.quoted || !isSpace(in[a.from-1]) {
			continue
		}
		switch name, value := in[a.from:a.nameEnd], in[a.value:a.end]; {
		case dataName(name):
			if isOneOf(in[a.end], spaces|1<<'>') && bytes.ContainsAny(value, "{[/") && !pictures(element) {
				c.replace(a.nameEnd, a.end, "") // the walk takes only the names of such
			}
		case !isRead(element, name, value):
			c.replace(a.from, a.end, "")
		}
	}
}

func dataName(name []byte) bool {
	return len(name) > len("data-") && equalFold(name[:len("data-")], "data-")
}

// pictures reports the elements of which the walk makes images.
func pictures(element []byte) bool {
	switch string(element) {
	case "img", "image", "amp-img": // the parser takes image for img
		return true
	}
	return false
}

// reopened reports the elements that the parser opens again where they end
// in disorder, but for a.
func reopened(element []byte) bool {
	switch string(element) {
	case "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u":
		return true
	}
	return false
}

// isRead reports whether the parser, the walk or the head read an attribute of
// an element: who reads another one adds it here. The value stands there with
// its quotation marks.
func isRead(element, name, value []byte) bool {
	var buf [len("aria-hidden")]byte
	switch string(lowered(buf[:], name)) {
	case "class", "id", "href", "rel", "role", "itemprop", "itemtype", "typeof", "property", "content", "datetime",
		"hidden", "aria-hidden", "aria-label", "http-equiv", "amp", "⚡":
		return true
	case "src", "srcset", "alt", "width", "height":
		return pictures(element)
	case "name", "value":
		return string(element) == "meta"
	case "lang", "xml:lang":
		return string(element) == "html"
	case "type":
		return string(element) == "input"
	case "title":
		return string(element) == "abbr"
	case "style":
		return bytes.IndexByte(value, '&') >= 0 || containsFold(value, "display") || containsFold(value, "visibility")
	}
	return false
}
