package segmenter

import (
	"strings"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// closes reports whether the names of the button n say that it closes what it
// stands in: a dialog, a notice, a panel over the page. limit is the most
// attributes that are looked at.
func closes(n *html.Node, limit int) bool {
	for _, a := range n.Attr[:min(len(n.Attr), limit)] {
		switch a.Key {
		case "data-dismiss", "data-bs-dismiss": // Bootstrap's
			return true
		case "class", "id", "aria-label":
			if hasNameWord(a.Val, "close") || hasNameWord(a.Val, "dismiss") {
				return true
			}
		}
	}
	return false
}

// mayBePanel reports whether button stands in f itself, not in an inline element
// of its text, and f is more than a paragraph, an item or the like.
func (f *frame) mayBePanel(button *html.Node) bool {
	if button.Parent != f.node {
		return false
	}
	switch f.node.DataAtom {
	case atom.P, atom.Li, atom.Td, atom.Th, atom.Dt, atom.Dd, atom.Blockquote, atom.Figure, atom.Figcaption,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return false
	}
	return true
}

// hasNameWord reports whether word, of lower-case letters, is one of the words
// of the names in s, or makes one together with "button": words are divided by
// what is no letter, and where lower case changes to upper.
func hasNameWord(s, word string) bool {
	for i := 0; i+len(word) <= len(s); i++ {
		if end := i + len(word); strings.EqualFold(s[i:end], word) && beginsNameWord(s, i) && endsNameWord(s, end) {
			return true
		}
	}
	return false
}

func beginsNameWord(s string, i int) bool {
	return i == 0 || !ascii.IsLetter(s[i-1]) || ascii.IsLower(s[i-1]) && !ascii.IsLower(s[i]) || ascii.HasSuffixFold(s[:i], "btn") || ascii.HasSuffixFold(s[:i], "button")
}

func endsNameWord(s string, end int) bool {
	return end == len(s) || !ascii.IsLetter(s[end]) || ascii.IsLower(s[end-1]) && !ascii.IsLower(s[end]) || ascii.HasPrefixFold(s[end:], "btn") || ascii.HasPrefixFold(s[end:], "button")
}
