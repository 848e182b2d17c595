package feed

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Text gives the text of an HTML fragment: tags removed, entities resolved,
// white space collapsed, paragraphs on lines of their own. Scripts and styles
// have no text.
func Text(fragment string) string {
	if !strings.ContainsAny(fragment, "<&") {
		return collapse(fragment)
	}
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(fragment))
	spaced := strings.NewReplacer("\n", " ", "\r", " ") // only elements break lines
	skip := false
	for {
		tt := z.Next()
		switch tt {
		case html.ErrorToken:
			return collapse(b.String())
		case html.TextToken:
			if !skip {
				_, _ = spaced.WriteString(&b, string(z.Text()))
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			tag := atom.Lookup(name)
			skip = tt == html.StartTagToken && (tag == atom.Script || tag == atom.Style)
			if breaks(tag) {
				b.WriteString("\n")
			}
		}
	}
}

func breaks(tag atom.Atom) bool {
	switch tag {
	case atom.P, atom.Br, atom.Div, atom.Li, atom.Ul, atom.Ol, atom.Tr, atom.Table, atom.Blockquote,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Figure, atom.Figcaption, atom.Pre, atom.Hr:
		return true
	}
	return false
}

// collapse joins the words of each line by one space and drops empty lines.
func collapse(s string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.ToValidUTF8(s, "\uFFFD"), "\n") {
		first := true
		for word := range strings.FieldsSeq(line) {
			if first && b.Len() > 0 {
				b.WriteByte('\n')
			} else if !first {
				b.WriteByte(' ')
			}
			b.WriteString(word)
			first = false
		}
	}
	return b.String()
}

// clip cuts s to at most n bytes, between characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
