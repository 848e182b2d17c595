package segmenter

import (
	"cmp"
	"slices"
	"strings"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
	"github.com/winnow-news/winnow/segmenter/internal/head"
	"github.com/winnow-news/winnow/segmenter/internal/laxjson"
	"github.com/winnow-news/winnow/segmenter/internal/plain"
	"golang.org/x/net/html"
)

const (
	maxMetas = 400 // meta elements kept
	maxItems = 64  // microdata values, time elements and bylines kept, each
)

func (w *walk) addMeta(n *html.Node) {
	if len(w.head.Metas) >= maxMetas {
		return
	}
	var value string
	var keys [2]string
	for _, a := range n.Attr[:min(len(n.Attr), w.seg.cfg.MaxAttributes)] {
		switch a.Key {
		case "name", "property":
			if keys[0] == "" || a.Key == "property" {
				keys[0] = a.Val
			}
		case "itemprop", "http-equiv":
			keys[1] = a.Val
		case "content", "value":
			value = a.Val
		}
	}
	if value = plain.Collapsed(laxjson.DecodeReferences(plain.Clip(value, 4*head.MaxValue)), head.MaxValue); value == "" {
		return
	}
	if keys[0] != "" {
		w.head.Metas = append(w.head.Metas, head.Meta{Key: strings.ToLower(strings.TrimSpace(plain.Clip(keys[0], 128))), Value: value})
	}
	if keys[1] != "" {
		w.addItems(keys[1], value)
		w.head.Metas = append(w.head.Metas, head.Meta{Key: "itemprop:" + strings.ToLower(strings.TrimSpace(plain.Clip(keys[1], 128))), Value: value})
	}
}

func (w *walk) addLink(n *html.Node) {
	var rel, href string
	for _, a := range n.Attr[:min(len(n.Attr), w.seg.cfg.MaxAttributes)] {
		switch a.Key {
		case "rel":
			rel = a.Val
		case "href":
			href = a.Val
		}
	}
	if strings.EqualFold(strings.TrimSpace(rel), "canonical") && w.head.Canonical == "" {
		w.head.Canonical = strings.TrimSpace(href)
	}
}

func (w *walk) addTitle(n *html.Node) {
	if w.head.Title == "" {
		w.head.Title = plain.Of(n, 1000)
	}
}

// addScript takes structured data; other scripts are not read, see markup.Condenser.
func (w *walk) addScript(n *html.Node) {
	if n.FirstChild == nil {
		return
	}
	text := n.FirstChild.Data
	for _, a := range n.Attr {
		if a.Key == "type" && strings.Contains(strings.ToLower(a.Val), "ld+json") {
			if w.head.Scripted += len(text); w.head.Scripted <= w.seg.cfg.MaxMetadata {
				w.head.Scripts = append(w.head.Scripts, text)
			} else {
				w.cut("metadata")
			}
			return
		}
	}
}

// addItems notes a microdata value under each of its property names.
func (w *walk) addItems(names, value string) {
	for name := range strings.FieldsSeq(plain.Clip(names, 256)) {
		if len(w.head.Items) >= maxItems {
			return
		}
		w.head.Items = append(w.head.Items, head.Item{Name: strings.ToLower(name), Value: value, Block: len(w.blocks)})
	}
}

// evidence notes what an element that is not of the head says of the page.
func (w *walk) evidence(n *html.Node, a *attrs) {
	h := &w.head
	switch n.Data {
	case "html":
		h.Lang = attributeOf(n, "lang", "xml:lang")
	case "base":
		w.setBase(a.href)
	case "time":
		if len(h.Times) < maxItems {
			v := a.datetime
			if v == "" {
				v = plain.Of(n, 100)
			}
			h.Times = append(h.Times, head.Time{Value: plain.Clip(v, 100), Class: a.class, Itemprop: a.itemprop, Block: len(w.blocks)})
		}
	}
	if a.itemtype != "" && len(h.Types) < maxItems {
		t := strings.TrimRight(a.itemtype, "/ ")
		h.Types = append(h.Types, strings.ToLower(plain.Clip(t[strings.LastIndexAny(t, "/#")+1:], 64)))
	}
	if a.itemprop != "" && len(h.Items) < maxItems && wantedItem(a.itemprop) {
		w.addItems(a.itemprop, itemValue(n, a))
	} else if a.property != "" && len(h.Items) < maxItems && strings.HasPrefix(a.property, "schema:") {
		w.addItems(strings.TrimPrefix(a.property, "schema:"), itemValue(n, a))
	}
	byline, date := classEvidence(a.class)
	if len(h.Bylines) < 16 && (byline || strings.Contains(a.rel, "author")) {
		if t := plain.Of(n, 200); t != "" {
			h.Bylines = append(h.Bylines, head.Item{Value: t, Block: len(w.blocks)})
		}
	}
	if len(h.DateTexts) < 16 && date {
		if t := plain.Of(n, 100); t != "" {
			h.DateTexts = append(h.DateTexts, t)
		}
	}
}

// itemValue is the value of a microdata property by the rules of HTML.
func itemValue(n *html.Node, a *attrs) string {
	switch {
	case a.content != "":
		return plain.Collapsed(a.content, head.MaxValue)
	case a.datetime != "":
		return plain.Collapsed(a.datetime, 100)
	case n.Data == "abbr":
		return cmp.Or(attributeOf(n, "title"), plain.Of(n, 300))
	default:
		return plain.Of(n, 300)
	}
}

func wantedItem(prop string) bool {
	for name := range strings.FieldsSeq(prop) {
		switch name {
		case "headline", "name", "author", "creator", "datePublished", "dateModified", "dateCreated",
			"description", "articleSection", "keywords", "inLanguage":
			return true
		}
	}
	return false
}

// classEvidence reports a class that names an author line, and one that names
// the date of a page.
func classEvidence(class string) (byline, date bool) {
	for i := 0; i < len(class); {
		j := i
		for j < len(class) && !ascii.IsSpace(class[j]) {
			j++
		}
		switch class[i:j] {
		case "byline", "author", "byline-name", "author-name", "byline__name", "byline-author", "article-author",
			"post-author", "entry-author", "article__author", "byline__author", "author__name", "article-byline":
			byline = true
		case "date", "published", "pubdate", "publish-date", "published-date", "post-date", "entry-date", "article-date",
			"article__date", "date-published", "timestamp", "dateline", "datestamp", "article-time", "publication-date":
			date = true
		}
		i = j + 1
	}
	return byline, date
}

func (w *walk) setBase(href string) {
	if w.head.BaseHref != "" || href == "" {
		return
	}
	u, err := w.base.Parse(strings.TrimSpace(href))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return
	}
	w.head.BaseHref = href
	w.base, w.origin, w.folder = u, u.Scheme+"://"+strings.ToLower(u.Host), folderOf(u)
}

func attributeOf(n *html.Node, names ...string) string {
	for _, name := range names {
		for _, a := range n.Attr {
			if a.Key == name && a.Val != "" {
				return plain.Clip(a.Val, 64)
			}
		}
	}
	return ""
}

func hasAttribute(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}
