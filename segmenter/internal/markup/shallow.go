package markup

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// ParserDepth is a nesting for Shallow: low enough that what the parser itself
	// adds and what is not counted (table parts, list items) stays below the 512
	// that it accepts.
	ParserDepth = 100
	// closeSearch is how far up an end tag looks for its start tag.
	closeSearch = 256
)

// Shallow gives body without the tags that are nested deeper than depth and
// without formatting tags, which the parser opens anew in every paragraph
// where they were not closed. It costs one pass of the tokenizer.
func Shallow(body []byte, depth int) []byte {
	z := html.NewTokenizer(bytes.NewReader(body))
	z.SetMaxBuf(0)
	out := bytes.NewBuffer(make([]byte, 0, len(body)))
	var open []string
	for {
		switch z.Next() {
		case html.ErrorToken:
			return out.Bytes()
		case html.StartTagToken:
			raw := z.Raw()
			keep := len(raw)
			name, _ := z.TagName()
			if tag := atom.Lookup(name); formatting(tag) {
				continue
			} else if !selfClosing(tag) {
				if open = append(open, string(name)); len(open) > depth {
					continue
				}
			}
			out.Write(raw[:keep])
		case html.EndTagToken:
			raw := z.Raw()
			name, _ := z.TagName()
			tag := atom.Lookup(name)
			if formatting(tag) {
				continue
			}
			if at := lastIndex(open, name); at >= 0 {
				open = open[:at]
				if at >= depth {
					continue
				}
			} else if !selfClosing(tag) {
				continue
			}
			out.Write(raw)
		default:
			out.Write(z.Raw())
		}
	}
}

func lastIndex(open []string, name []byte) int {
	for i := len(open) - 1; i >= max(0, len(open)-closeSearch); i-- {
		if open[i] == string(name) {
			return i
		}
	}
	return -1
}

// formatting reports the tags of the parser's list of active formatting
// elements, anchors excepted.
func formatting(tag atom.Atom) bool {
	switch tag {
	case atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S,
		atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		return true
	}
	return false
}

// selfClosing reports the tags whose end tag is usually left out and the void
// ones: their nesting says nothing.
func selfClosing(tag atom.Atom) bool {
	switch tag {
	case atom.P, atom.Li, atom.Dt, atom.Dd, atom.Tr, atom.Td, atom.Th, atom.Tbody, atom.Thead, atom.Tfoot,
		atom.Option, atom.Optgroup, atom.Html, atom.Head, atom.Body,
		atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link,
		atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}
