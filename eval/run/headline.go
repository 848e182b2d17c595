package run

import (
	"bytes"
	"strings"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/proto/word"
	"golang.org/x/net/html"
)

// Conventions differ on whether an article's text begins with its headline.
// Where the gold does, a method's own title is put before its text; and texts
// are also compared without the headline where it is known: the corpus names
// it, or the gold's first line stands in the page's title element.

// convention is what a page's gold does with the headline.
type convention struct {
	headline string // empty where it is not known
	within   bool   // the gold begins with it
}

func conventionOf(p *corpus.Page) convention {
	c := convention{headline: headline(p)}
	c.within = c.headline != "" && withoutHeadline(p.GoldText, c.headline) != p.GoldText
	return c
}

// withTitle is the text that is compared with the gold: it has the title where
// the gold has the headline and the text does not begin with the title anyway.
func (c convention) withTitle(t method.Text) string {
	if !c.within || t.Title == "" || withoutHeadline(t.Body, t.Title) != t.Body {
		return t.Body
	}
	return t.Title + "\n" + t.Body
}

// body is a text without the headline.
func (c convention) body(text string) string {
	if c.headline == "" {
		return text
	}
	return withoutHeadline(text, c.headline)
}

// headline gives a page's headline, or nothing where it is not known.
func headline(p *corpus.Page) string {
	if p.Title != "" {
		return p.Title
	}
	first, _, _ := strings.Cut(strings.TrimSpace(p.GoldText), "\n")
	line := wordSet(first)
	if len(line) == 0 || len(line) > 40 {
		return ""
	}
	title, both := wordSet(titleElement(p.HTML)), 0
	for w := range line {
		if title[w] {
			both++
		}
	}
	if float64(both) < .8*float64(len(line)) {
		return ""
	}
	return first
}

// withoutHeadline drops the headline where it is one of the first three lines
// of a text.
func withoutHeadline(text, headline string) string {
	want := wordSet(headline)
	rest := text
	for range 3 {
		rest = strings.TrimLeft(rest, " \t\r\n")
		line, after, _ := strings.Cut(rest, "\n")
		if len(line) == 0 {
			break
		}
		if jaccard(wordSet(line), want) >= .8 {
			return strings.TrimSuffix(text, rest) + after
		}
		rest = after
	}
	return text
}

func wordSet(s string) map[uint64]bool {
	out := map[uint64]bool{}
	for _, h := range word.Hashes(nil, s) {
		out[h] = true
	}
	return out
}

func jaccard(a, b map[uint64]bool) float64 {
	both := 0
	for w := range a {
		if b[w] {
			both++
		}
	}
	if len(a)+len(b) == both {
		return 0
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

// titleElement gives the text of the document's title element.
func titleElement(src []byte) string {
	z := html.NewTokenizer(bytes.NewReader(src))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken:
			if name, _ := z.TagName(); string(name) == "title" && z.Next() == html.TextToken {
				return html.UnescapeString(string(z.Text()))
			}
		}
	}
}
