package segmenter

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// Condense gives what condense leaves of a body, with the attributes that it
// took out back in their tags.
func Condense(body []byte) []byte {
	var c condenser
	out := slices.Clone(c.condense(body))
	for i := range c.table.sets {
		n := &html.Node{Attr: []html.Attribute{{Key: string(placeholder) + strconv.Itoa(i)}}}
		c.table.restore(n)
		var attrs []string
		for _, a := range n.Attr {
			attrs = append(attrs, fmt.Sprintf("%s=%q", a.Key, a.Val))
		}
		out = bytes.Replace(out, fmt.Appendf(nil, "%c%d", placeholder, i), []byte(strings.Join(attrs, " ")), 1)
	}
	return out
}

// ParseCondensed parses what condense leaves of a body.
func ParseCondensed(body []byte) (*html.Node, error) {
	var c condenser
	doc, err := html.Parse(bytes.NewReader(c.condense(body)))
	if err == nil {
		c.table.restoreAll(doc)
	}
	return doc, err
}

// NewWhole makes a Segmenter that parses pages as they stand.
func NewWhole(cfg Config) (*Segmenter, error) {
	s, err := New(cfg)
	if err == nil {
		s.whole = true
	}
	return s, err
}
