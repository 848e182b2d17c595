package segmenter

import (
	"regexp"
	"slices"
	"strings"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
	"github.com/winnow-news/winnow/segmenter/internal/laxjson"
	"golang.org/x/net/html"
)

const (
	maxMetas = 400  // meta elements kept
	maxItems = 64   // microdata values, time elements and bylines kept, each
	maxValue = 4096 // bytes of a meta or microdata value
)

// head is what the page says of itself, as the walk met it and before anyone
// judged it.
type head struct {
	title     string
	lang      string // of the html element
	canonical string
	baseHref  string
	metas     []meta
	items     []item
	times     []timeElement
	bylines   []item   // of rel=author and byline classes, nameless
	dateTexts []string // of classes that name a date
	types     []string // itemtype values
	scripts   []string // JSON-LD
	scripted  int      // bytes of them
	// Counts for the page class: input elements, and the radio buttons among them
	// with the labels around such.
	inputs, choices int
}

// meta is one meta element; key is its name, property, itemprop or http-equiv
// in lower case.
type meta struct{ key, value string }

// item is one microdata or RDFa property and where it stands.
type item struct {
	name, value string
	block       int
}

// timeElement is one time element and where it stands.
type timeElement struct {
	value    string
	class    string
	itemprop string
	block    int
}

func (h *head) reset() {
	clear(h.metas)
	clear(h.items)
	clear(h.times)
	clear(h.bylines)
	clear(h.dateTexts)
	clear(h.types)
	clear(h.scripts)
	*h = head{
		metas: h.metas[:0], items: h.items[:0], times: h.times[:0], bylines: h.bylines[:0], dateTexts: h.dateTexts[:0],
		types: h.types[:0], scripts: h.scripts[:0],
	}
}

// meta gives the first non-empty value among keys, in their order.
func (h *head) meta(keys ...string) string {
	for _, k := range keys {
		for i := range h.metas {
			if h.metas[i].key == k {
				return h.metas[i].value
			}
		}
	}
	return ""
}

// all gives every value of key.
func (h *head) all(key string) []string {
	var out []string
	for i := range h.metas {
		if h.metas[i].key == key {
			out = append(out, h.metas[i].value)
		}
	}
	return out
}

// allOf gives every value of keys.
func (h *head) allOf(keys ...string) []string {
	var out []string
	for _, k := range keys {
		out = append(out, h.all(k)...)
	}
	return out
}

// labelled gives the values of twitter:data1 and 2 whose label matches.
func (h *head) labelled(label *regexp.Regexp) []string {
	var out []string
	for _, n := range []string{"1", "2"} {
		if label.MatchString(h.meta("twitter:label" + n)) {
			out = append(out, h.meta("twitter:data"+n))
		}
	}
	return out
}

// item gives the first microdata value called name, in lower case.
func (h *head) item(name string) string {
	for i := range h.items {
		if h.items[i].name == name {
			return h.items[i].value
		}
	}
	return ""
}

// itemsOf gives the microdata properties that have one of names, in document
// order.
func (h *head) itemsOf(names ...string) []item {
	var out []item
	for _, it := range h.items {
		if slices.Contains(names, it.name) {
			out = append(out, it)
		}
	}
	return out
}

func (w *walk) addMeta(n *html.Node) {
	if len(w.head.metas) >= maxMetas {
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
	if value = collapsed(laxjson.DecodeReferences(clip(value, 4*maxValue)), maxValue); value == "" {
		return
	}
	if keys[0] != "" {
		w.head.metas = append(w.head.metas, meta{strings.ToLower(strings.TrimSpace(clip(keys[0], 128))), value})
	}
	if keys[1] != "" {
		w.addItems(keys[1], value)
		w.head.metas = append(w.head.metas, meta{"itemprop:" + strings.ToLower(strings.TrimSpace(clip(keys[1], 128))), value})
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
	if strings.EqualFold(strings.TrimSpace(rel), "canonical") && w.head.canonical == "" {
		w.head.canonical = strings.TrimSpace(href)
	}
}

func (w *walk) addTitle(n *html.Node) {
	if w.head.title == "" {
		w.head.title = textOf(n, 1000)
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
			if w.head.scripted += len(text); w.head.scripted <= w.seg.cfg.MaxMetadata {
				w.head.scripts = append(w.head.scripts, text)
			} else {
				w.cut("metadata")
			}
			return
		}
	}
}

// addItems notes a microdata value under each of its property names.
func (w *walk) addItems(names, value string) {
	for name := range strings.FieldsSeq(clip(names, 256)) {
		if len(w.head.items) >= maxItems {
			return
		}
		w.head.items = append(w.head.items, item{strings.ToLower(name), value, len(w.blocks)})
	}
}

// evidence notes what an element that is not of the head says of the page.
func (w *walk) evidence(n *html.Node, a *attrs) {
	h := &w.head
	switch n.Data {
	case "html":
		h.lang = attributeOf(n, "lang", "xml:lang")
	case "base":
		w.setBase(a.href)
	case "time":
		if len(h.times) < maxItems {
			v := a.datetime
			if v == "" {
				v = textOf(n, 100)
			}
			h.times = append(h.times, timeElement{clip(v, 100), a.class, a.itemprop, len(w.blocks)})
		}
	}
	if a.itemtype != "" && len(h.types) < maxItems {
		t := strings.TrimRight(a.itemtype, "/ ")
		h.types = append(h.types, strings.ToLower(clip(t[strings.LastIndexAny(t, "/#")+1:], 64)))
	}
	if a.itemprop != "" && len(h.items) < maxItems && wantedItem(a.itemprop) {
		w.addItems(a.itemprop, itemValue(n, a))
	} else if a.property != "" && len(h.items) < maxItems && strings.HasPrefix(a.property, "schema:") {
		w.addItems(strings.TrimPrefix(a.property, "schema:"), itemValue(n, a))
	}
	byline, date := classEvidence(a.class)
	if len(h.bylines) < 16 && (byline || strings.Contains(a.rel, "author")) {
		if t := textOf(n, 200); t != "" {
			h.bylines = append(h.bylines, item{"", t, len(w.blocks)})
		}
	}
	if len(h.dateTexts) < 16 && date {
		if t := textOf(n, 100); t != "" {
			h.dateTexts = append(h.dateTexts, t)
		}
	}
}

// itemValue is the value of a microdata property by the rules of HTML.
func itemValue(n *html.Node, a *attrs) string {
	switch {
	case a.content != "":
		return collapsed(a.content, maxValue)
	case a.datetime != "":
		return collapsed(a.datetime, 100)
	case n.Data == "abbr":
		return first(attributeOf(n, "title"), textOf(n, 300))
	default:
		return textOf(n, 300)
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
	if w.head.baseHref != "" || href == "" {
		return
	}
	u, err := w.base.Parse(strings.TrimSpace(href))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return
	}
	w.head.baseHref = href
	w.base, w.origin, w.folder = u, u.Scheme+"://"+strings.ToLower(u.Host), folderOf(u)
}

func attributeOf(n *html.Node, names ...string) string {
	for _, name := range names {
		for _, a := range n.Attr {
			if a.Key == name && a.Val != "" {
				return clip(a.Val, 64)
			}
		}
	}
	return ""
}

func hasAttribute(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}
