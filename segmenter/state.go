package segmenter

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/winnow-news/winnow/proto/word"
	"golang.org/x/net/html"
)

const (
	// leastState is the length from which an attribute may be a page's data.
	leastState = 512
	// Text in a page's data is of at least so many words: with markup, and
	// without.
	markupWords, plainWords = 20, 40
	// maxStates bounds how deep data are looked for in strings of data.
	maxStates = 3
)

// drawState gives a page with the text that its scripts would draw, out of the
// data that it brings along for them (JSON in scripts and in attributes); nil
// where there is none that has to do with the page's title.
func drawState(body []byte, title string) []byte {
	var found prose
	z := html.NewTokenizer(bytes.NewReader(body))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			found.tag(z)
		}
	}
	text := found.page()
	if !speaksOf(text, title) {
		return nil
	}
	at := bytes.LastIndex(body, []byte("</body"))
	if at < 0 {
		at = len(body)
	}
	return slices.Concat(body[:at], []byte(text), body[at:])
}

// prose is text in a page's data, in the order in which it stands there.
type prose struct {
	markup, plain []string
	seen          map[string]bool
}

// tag reads the data in a tag's attributes, and in the text of a script.
func (p *prose) tag(z *html.Tokenizer) {
	name, more := z.TagName()
	script := string(name) == "script"
	for more {
		var value []byte
		_, value, more = z.TagAttr()
		if len(value) >= leastState && isData(string(value)) {
			p.document(string(value), 0)
		}
	}
	if script && z.Next() == html.TextToken {
		p.script(string(z.Raw()))
	}
}

func isData(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n")
	return strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[")
}

// script reads a script that is data, or that assigns data to a variable.
func (p *prose) script(s string) {
	if isData(s) {
		p.document(s, 0)
		return
	}
	_, value, assigned := strings.Cut(s, "=")
	if assigned && isData(value) {
		p.document(value, 0)
	}
}

// document reads the first value of a document.
func (p *prose) document(s string, depth int) {
	if values := parseJSON(s); len(values) > 0 {
		p.value(values[0], depth)
	}
}

func (p *prose) value(v jsonValue, depth int) {
	for _, m := range v.members {
		p.value(m.value, depth)
	}
	for _, i := range v.items {
		p.value(i, depth)
	}
	if v.text != "" {
		p.text(v.text, depth)
	}
}

// text keeps a string that reads like text, and looks into one that is data.
func (p *prose) text(s string, depth int) {
	switch {
	case len(s) < plainWords || p.seen[s]:
		return
	case isData(s) && depth < maxStates:
		p.document(s, depth+1)
		return
	}
	words := word.Count(s)
	switch {
	case hasMarkup(s) && words >= markupWords:
		p.markup = append(p.markup, s)
	case words >= plainWords && strings.ContainsAny(s, ".。") && !strings.ContainsAny(s, "{}<>"):
		p.plain = append(p.plain, s)
	default:
		return
	}
	if p.seen == nil {
		p.seen = map[string]bool{}
	}
	p.seen[s] = true
}

func hasMarkup(s string) bool {
	for _, tag := range [...]string{"<p>", "<p ", "<br", "<div", "<li>"} {
		if strings.Contains(s, tag) {
			return true
		}
	}
	return false
}

// page writes the text as HTML: what has markup, else what has none.
func (p *prose) page() string {
	var b strings.Builder
	for _, s := range p.markup {
		b.WriteString("<div>" + s + "</div>\n")
	}
	if len(p.markup) > 0 {
		return b.String()
	}
	for _, s := range p.plain {
		for line := range strings.Lines(s) {
			b.WriteString("<p>" + html.EscapeString(line) + "</p>\n")
		}
	}
	return b.String()
}

// speaksOf reports whether half of the longer words of a title stand in text:
// data also hold what consent dialogs say, and other pages' texts.
func speaksOf(text, title string) bool {
	const long = 4 // characters
	words := map[uint64]bool{}
	for _, h := range word.Hashes(nil, text) {
		words[h] = true
	}
	found, all := 0, 0
	for _, w := range strings.Fields(title) {
		if utf8.RuneCountInString(w) < long {
			continue
		}
		for _, h := range word.Hashes(nil, w) {
			all++
			if words[h] {
				found++
			}
		}
	}
	return found > 0 && 2*found >= all
}
