package segmenter

import (
	"strings"
	"unicode/utf8"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
	"golang.org/x/net/html"
)

// appendCollapsed appends at most limit bytes of s with its white space
// collapsed and its invisible characters removed.
func appendCollapsed(dst []byte, s string, limit int) []byte {
	start, space := len(dst), false
	for i := 0; i < len(s); {
		size, flags := 1, runeFlags(0)
		if c := s[i]; c >= utf8.RuneSelf {
			var r rune
			r, size = utf8.DecodeRuneInString(s[i:])
			flags = unseen(r)
		} else if c <= ' ' || c == 0x7f {
			flags = unseen(rune(c))
		}
		switch {
		case flags&runeDrop != 0:
		case flags&runeSpace != 0:
			space = len(dst) > start
		default:
			if space && len(dst)-start+1+size <= limit {
				dst = append(dst, ' ')
			}
			if len(dst)-start+size > limit || space && dst[len(dst)-1] != ' ' {
				return dst
			}
			space = false
			dst = append(dst, s[i:i+size]...)
		}
		i += size
	}
	return dst
}

// collapsed gives at most limit bytes of s with its white space collapsed.
func collapsed(s string, limit int) string {
	return string(appendCollapsed(make([]byte, 0, min(len(s), limit)), s, limit))
}

// clip gives at most limit bytes of s, whole characters only.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

func validString(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// textOf gives the text below n, collapsed: at most limit bytes of it, from at
// most 200 nodes, so that a hostile tree cannot make it dear.
func textOf(n *html.Node, limit int) string {
	var text []byte
	left := 200
	var visit func(*html.Node)
	visit = func(n *html.Node) {
		for c := n.FirstChild; c != nil && left > 0 && len(text) < 4*limit; c = c.NextSibling {
			left--
			switch c.Type {
			case html.TextNode:
				text = appendSpaced(text, c.Data, 4*limit)
			case html.ElementNode:
				switch {
				case c.Data == "script", c.Data == "style", c.Data == "noscript", c.Namespace == "svg", c.Data == "rt" && !inParentheses(c):
				case c.Data == "ruby":
					visit(c)
				default:
					text = append(text, ' ')
					visit(c)
				}
			}
		}
	}
	visit(n)
	return collapsed(string(text), limit)
}

// inParentheses reports whether the reading rt has parentheses for readers whose
// program cannot set it above the characters; without them it would run into the
// text.
func inParentheses(rt *html.Node) bool {
	before := rt.PrevSibling
	for before != nil && before.Type == html.TextNode && strings.TrimSpace(before.Data) == "" {
		before = before.PrevSibling
	}
	return before != nil && before.Data == "rp"
}

// appendSpaced appends s until dst holds limit bytes, with one space for each
// run of white space.
func appendSpaced(dst []byte, s string, limit int) []byte {
	for i := 0; i < len(s) && len(dst) < limit; i++ {
		switch {
		case !ascii.IsSpace(s[i]):
			dst = append(dst, s[i])
		case i == 0 || !ascii.IsSpace(s[i-1]):
			dst = append(dst, ' ')
		}
	}
	return dst
}
