package markup

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// Condensed gives what Condense leaves of a body, with the attributes that it
// took out back in their tags.
func Condensed(body []byte) []byte {
	var c Condenser
	out := slices.Clone(c.Condense(body))
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
