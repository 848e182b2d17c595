// Package link finds what a page refers to, in one pass of the tokenizer and
// without building a tree: links, declared feeds, and the page's own opt-outs,
// which stand in the same elements. It also knows which URLs are not worth a
// visit (trap.go).
package link

import (
	"bytes"
	"net/url"
	"strings"

	"github.com/winnow-news/winnow/proto/canon"
	"github.com/winnow-news/winnow/proto/optout"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Caps on what one page may bring.
const (
	MaxLinks = 5000
	MaxFeeds = 50
)

// Found is what a page refers to. URLs are canonical, each once, in document
// order.
type Found struct {
	// Links are the targets of a, area and a refreshing meta element, those
	// with rel=nofollow left out. Nil when the page asks for nofollow.
	Links []string
	// Feeds are the RSS, Atom and JSON feeds that link elements declare.
	Feeds []string
	// OptOuts is what the page's meta elements ask for; nil: nothing.
	OptOuts *pb.OptOuts
}

// Scan reads a UTF-8 document that came from page, for the crawler with the
// given product token.
func Scan(doc []byte, page *url.URL, product string) Found {
	s := scanner{base: page, product: product, seen: map[string]bool{}}
	z := html.NewTokenizer(bytes.NewReader(doc))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return s.result()
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			if !more {
				continue
			}
			switch tag := atom.Lookup(name); tag {
			case atom.A, atom.Area, atom.Base, atom.Link, atom.Meta:
				s.element(tag, z)
			}
		}
	}
}

type scanner struct {
	base    *url.URL
	based   bool // a base element was seen; the first one counts
	product string
	optOuts pb.OptOuts
	seen    map[string]bool
	links   []string
	feeds   []string
}

func (s *scanner) result() Found {
	f := Found{Links: s.links, Feeds: s.feeds, OptOuts: optout.Join(&s.optOuts, nil)}
	if f.OptOuts.GetNofollow() {
		f.Links = nil
	}
	return f
}

// attributes of the elements that matter.
type attributes struct{ href, rel, kind, name, content, equiv string }

func read(z *html.Tokenizer) attributes {
	var a attributes
	for more := true; more; {
		var key, val []byte
		key, val, more = z.TagAttr()
		switch string(key) {
		case "href":
			a.href = string(val)
		case "rel":
			a.rel = strings.ToLower(string(val))
		case "type":
			a.kind = string(val)
		case "name", "property":
			a.name = string(val)
		case "content":
			a.content = string(val)
		case "http-equiv":
			a.equiv = string(val)
		}
	}
	return a
}

func (s *scanner) element(tag atom.Atom, z *html.Tokenizer) {
	a := read(z)
	switch tag {
	case atom.Base:
		if u, err := s.base.Parse(strings.TrimSpace(a.href)); err == nil && a.href != "" && !s.based {
			s.base, s.based = u, true
		}
	case atom.Link:
		if hasWord(a.rel, "alternate") && isFeed(a.kind) && len(s.feeds) < MaxFeeds {
			s.feeds = s.add(s.feeds, a.href)
		}
	case atom.Meta:
		if strings.EqualFold(a.equiv, "refresh") {
			s.follow(refresh(a.content))
		} else {
			optout.Meta(&s.optOuts, a.name, a.content, s.product)
		}
	default:
		if !hasWord(a.rel, "nofollow") {
			s.follow(a.href)
		}
	}
}

func (s *scanner) follow(href string) {
	if len(s.links) < MaxLinks {
		s.links = s.add(s.links, href)
	}
}

// add appends the canonical form of href to list, if it has one and is new.
func (s *scanner) add(list []string, href string) []string {
	href = strings.TrimSpace(href)
	if href == "" || href[0] == '#' || len(href) > canon.MaxURL {
		return list
	}
	u, err := url.Parse(href)
	if err != nil || u.Opaque != "" { // mailto:, javascript:, tel:, data:
		return list
	}
	c, err := canon.Parsed(s.base.ResolveReference(u))
	if err != nil || s.seen[c] {
		return list
	}
	s.seen[c] = true
	return append(list, c)
}

// refresh gives the target of "5; url=/next".
func refresh(content string) string {
	_, target, _ := strings.Cut(content, ";")
	key, value, ok := strings.Cut(target, "=")
	if !ok || !strings.EqualFold(strings.TrimSpace(key), "url") {
		return ""
	}
	return strings.Trim(strings.TrimSpace(value), `"'`)
}

func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}

func isFeed(kind string) bool {
	kind, _, _ = strings.Cut(strings.ToLower(kind), ";")
	switch strings.TrimSpace(kind) {
	case "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml":
		return true
	}
	return false
}
