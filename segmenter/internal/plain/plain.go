// Package plain makes plain text of strings and nodes: white space collapsed,
// invisible characters gone, no more than so many bytes.
package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/winnow-news/winnow/proto/word"
	"github.com/winnow-news/winnow/segmenter/internal/ascii"
	"golang.org/x/net/html"
)

// AppendCollapsed appends at most limit bytes of s with its white space
// collapsed and its invisible characters removed.
func AppendCollapsed(dst []byte, s string, limit int) []byte {
	start, space := len(dst), false
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		seen := ' ' < r && r < 0x7f
		switch {
		case !seen && IsBlank(r):
			space = len(dst) > start
		case !seen && word.Invisible(r):
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

// IsBlank reports what becomes a blank, in any script.
func IsBlank(r rune) bool {
	return unicode.IsSpace(r) || r == '\u00a0' || r == '\u2028' || r == '\u2029'
}

// Collapsed gives at most limit bytes of s with its white space collapsed.
func Collapsed(s string, limit int) string {
	return string(AppendCollapsed(make([]byte, 0, min(len(s), limit)), s, limit))
}

// Clip gives at most limit bytes of s, whole characters only.
func Clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// Of gives the text below n, collapsed: at most limit bytes of it, from at
// most 200 nodes, so that a hostile tree cannot make it dear.
func Of(n *html.Node, limit int) string {
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
				case c.Data == "script", c.Data == "style", c.Data == "noscript", c.Namespace == "svg", c.Data == "rt" && !InParentheses(c):
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
	return Collapsed(string(text), limit)
}

// InParentheses reports whether the reading rt has parentheses for readers whose
// program cannot set it above the characters; without them it would run into the
// text.
func InParentheses(rt *html.Node) bool {
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
