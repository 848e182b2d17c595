package segmenter

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// isChoice reports a label around a radio button: an answer to a poll's question.
// Around a box to tick there may be text, as recipes have it of what is needed.
func isChoice(label *html.Node) bool {
	const most = 8 // elements that are looked at
	looked := 0
	for n := range label.Descendants() {
		if n.Type != html.ElementNode || elided(n) {
			continue
		}
		if looked++; looked > most {
			break
		}
		if n.DataAtom == atom.Input {
			return strings.EqualFold(attributeOf(n, "type"), "radio")
		}
	}
	return false
}
