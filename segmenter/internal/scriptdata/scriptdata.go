// Package scriptdata finds the text of pages that scripts draw in the data that they
// bring along for them.
package scriptdata

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/winnow-news/winnow/proto/word"
	"github.com/winnow-news/winnow/segmenter/internal/laxjson"
	"golang.org/x/net/html"
)

const (
	// leastState is the length from which an attribute may be a page's data.
	leastState = 512
	// Text in a page's data is of at least so many words: with markup, and
	// without.
	markupWords, plainWords = 20, 40
	// maxStates bounds how deep data are looked for in strings of data, and
	// sentences in the items of a list.
	maxStates = 3
	// leastSeries is the fewest items of a list that may be paragraphs.
	leastSeries = 3
	// A sentence has at least so many words.
	leastSentence = 4
	// mostAssigned is the most assignments that are looked at in a script.
	mostAssigned = 256
)

// Draw gives a page with the text that its scripts would draw, out of the
// data that it brings along for them (JSON in scripts and in attributes); nil
// where there is none that has to do with the page's title.
func Draw(body []byte, title string) []byte {
	var found prose
	z := html.NewTokenizer(bytes.NewReader(body))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			found.tag(z)
		}
	}
	found.rows(found.stream.String())
	text := found.page()
	if !speaksOf(text, title) {
		return nil
	}
	at := bytes.LastIndex(body, []byte("</body"))
	if at < 0 {
		at = len(body)
	}
	return slices.Concat(body[:at], []byte("<article><h1>"+html.EscapeString(title)+"</h1>"+text+"</article>"), body[at:])
}

// prose is text in a page's data, in the order in which it stands there.
type prose struct {
	markup, plain []string
	// series is the longest list whose items each have such text in one place,
	// a paragraph as like as not, with its number of words.
	series      []string
	seriesWords int
	seen        map[string]bool
	stream      strings.Builder // see pushed
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
		script := string(z.Raw())
		p.stream.WriteString(pushed(script))
		p.script(script)
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
	for range mostAssigned {
		_, value, assigned := strings.Cut(s, "=")
		if !assigned {
			return
		}
		s = value
		if isData(value) {
			v, rest := laxjson.ParsePrefix(value)
			p.value(v, 0)
			s = rest
		} else if literal := parsedLiteral(value); literal != "" {
			p.text(literal, 0)
		}
	}
}

// parsedLiteral gives the string that a script hands to JSON.parse, "" where s
// begins with something else.
func parsedLiteral(s string) string {
	rest, ok := strings.CutPrefix(strings.TrimLeft(s, " \t\r\n"), "JSON.parse(")
	if !ok || rest == "" || rest[0] != '"' && rest[0] != '\'' {
		return ""
	}
	quote := rest[0]
	literal := []byte{'"'}
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '\\' && i+1 < len(rest):
			if i++; rest[i] != '\'' {
				literal = append(literal, c)
			}
			literal = append(literal, rest[i])
		case c == quote:
			v, _ := laxjson.ParsePrefix(string(append(literal, '"')))
			return v.Text
		case c == '"':
			literal = append(literal, '\\', c)
		default:
			literal = append(literal, c)
		}
	}
	return ""
}

// document reads the first value of a document.
func (p *prose) document(s string, depth int) {
	if values := laxjson.Parse(s); len(values) > 0 {
		p.value(values[0], depth)
	}
}

func (p *prose) value(v laxjson.Value, depth int) {
	for _, m := range v.Members {
		p.value(m.Value, depth)
	}
	for _, i := range v.Items {
		p.value(i, depth)
	}
	p.list(v.Items)
	if v.Text != "" {
		p.text(v.Text, depth)
	}
}

// list keeps the sentences of a list whose items have them under one name each,
// as editors keep paragraphs, if it is the longest.
func (p *prose) list(items []laxjson.Value) {
	var names []string
	byName := map[string][]string{}
	for _, i := range items {
		sentences(i, "", maxStates, func(name, text string) {
			if byName[name] == nil {
				names = append(names, name)
			}
			byName[name] = append(byName[name], text)
		})
	}
	for _, name := range names {
		words := 0
		for _, t := range byName[name] {
			words += word.Count(t)
		}
		if len(byName[name]) >= leastSeries && words > p.seriesWords {
			p.series, p.seriesWords = byName[name], words
		}
	}
}

// sentences calls found with the sentences in v and with where they stand in it,
// as names of members: markup and data are none.
func sentences(v laxjson.Value, name string, depth int, found func(name, text string)) {
	if isSentence(v.Text) {
		found(name, v.Text)
	}
	if depth == 0 {
		return
	}
	for _, m := range v.Members {
		sentences(m.Value, name+"/"+m.Key, depth-1, found)
	}
	for _, i := range v.Items {
		sentences(i, name+"/", depth-1, found)
	}
}

// isSentence reports text of at least one sentence, and no address, markup or code.
func isSentence(s string) bool {
	if word.Count(s) < leastSentence || !strings.ContainsAny(s, ".!?。！？") || strings.ContainsAny(s, "{}<>") {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	return strings.Contains(s, " ") || word.Unspaced(first)
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
	plain, words := p.plain, 0
	for _, s := range plain {
		words += word.Count(s)
	}
	if p.seriesWords >= max(plainWords, words) {
		plain = p.series
	}
	for _, s := range plain {
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
