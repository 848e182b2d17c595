package newsroom

import (
	"encoding/json"
	"strconv"
	"time"
)

// headData is what a page tells machines about itself.
type headData struct {
	title       string
	canonical   string // path; "" when the page has none
	ampPath     string
	noindex     bool
	description string
	story       *story // for articles
	guide, list bool
}

func (c *canvas) head(h headData) {
	c.htmlTag()
	c.raw("<head>\n")
	if cs := c.s.charset; cs.inMeta {
		c.raw(`<meta charset="`, cs.declared, "\">\n")
	}
	c.raw("<title>")
	c.text(h.title)
	c.raw(" - ")
	c.text(c.s.brand)
	c.raw("</title>\n", `<meta name="viewport" content="width=device-width">`, "\n")
	c.metaTag("name", "description", h.description)
	if h.noindex {
		c.metaTag("name", "robots", "noindex")
	}
	c.headLinks(h)
	if h.story != nil {
		c.storyMeta(h)
	}
	if h.guide {
		c.guideMeta(h)
	}
	if h.list {
		c.listMeta(h)
	}
	if c.d.arch.name == archAMP {
		c.raw("<style amp-boilerplate>body{visibility:hidden}</style><script async src=\"https://cdn.example/v0.js\"></script>\n")
	} else {
		c.raw("<style>.ad{display:block}.hidden{display:none}</style>\n<script>window.dataLayer=[{page:\"", strconv.FormatUint(c.r.Uint64()>>40, 10), "\"}];</script>\n")
	}
	c.raw("</head>\n<body>\n")
}

func (c *canvas) htmlTag() {
	lang := ` lang="` + c.s.lang.Code + `"`
	if c.s.lang.RTL {
		lang += ` dir="rtl"`
	}
	switch {
	case c.d.arch.name == archAMP:
		c.raw("<!doctype html>\n<html amp", lang, ">\n")
	case c.d.arch.naming == none:
		c.raw(`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">`, "\n<HTML>\n")
	default:
		c.raw("<!doctype html>\n<html", lang, ">\n")
	}
}

func (c *canvas) headLinks(h headData) {
	if h.canonical != "" {
		c.linkTag("canonical", "", c.s.url(h.canonical))
	}
	if h.ampPath != "" {
		c.linkTag("amphtml", "", c.s.url(h.ampPath))
	}
	if c.s.feed != noFeed {
		c.linkTag("alternate", c.s.feed.contentType(), c.s.url(c.s.feed.path()))
	}
}

func (c *canvas) linkTag(rel, typ, href string) {
	c.raw(`<link rel="`, rel, `"`)
	if typ != "" {
		c.raw(` type="`, typ, `"`)
	}
	c.raw(` href="`)
	c.text(href)
	c.raw("\">\n")
}

func (c *canvas) metaTag(key, name, content string) {
	if content == "" {
		return
	}
	c.raw("<meta ", key, `="`, name, `" content="`)
	c.text(content)
	c.raw("\">\n")
}

func (c *canvas) storyMeta(h headData) {
	st := h.story
	if c.s.meta.openGraph {
		c.metaTag("property", "og:type", "article")
		c.metaTag("property", "og:title", st.title)
		c.metaTag("property", "og:site_name", c.s.brand)
		c.metaTag("property", "og:description", h.description)
		c.metaTag("property", "og:image", c.s.url(c.picture(st.item, 0)))
		c.metaTag("property", "article:published_time", st.published.Format(time.RFC3339))
		c.metaTag("property", "article:section", c.s.lang.Sections[st.section].Name)
		c.metaTag("property", "article:tag", c.s.tags[st.tag])
		if st.revision > 1 {
			c.metaTag("property", "article:modified_time", st.corrected.Format(time.RFC3339))
		}
	}
	if c.s.meta.jsonLD {
		c.jsonLD(st)
	}
}

// guideMeta is what a content management says of its pages, whatever they are.
func (c *canvas) guideMeta(h headData) {
	made := c.s.start.Format(time.RFC3339)
	if c.s.meta.openGraph {
		c.metaTag("property", "og:type", "article")
		c.metaTag("property", "og:title", h.title)
		c.metaTag("property", "og:site_name", c.s.brand)
		c.metaTag("property", "article:published_time", made)
	}
	c.schema(schemaPage{Context: "https://schema.org", Type: "WebPage", Name: h.title, URL: c.s.url(h.canonical), Published: made})
}

// listMeta is what a widespread plug-in says of lists: an article to one reader,
// a list to the other.
func (c *canvas) listMeta(h headData) {
	if !c.s.meta.openGraph || !c.s.meta.jsonLD {
		return
	}
	c.metaTag("property", "og:type", "article")
	c.metaTag("property", "og:title", h.title)
	c.metaTag("property", "og:site_name", c.s.brand)
	c.schema(schemaPage{Context: "https://schema.org", Type: "CollectionPage", Name: h.title, URL: c.s.url(h.canonical)})
}

// schemaPage is a schema.org WebPage.
type schemaPage struct {
	Context   string `json:"@context"`
	Type      string `json:"@type"`
	Name      string `json:"name"`
	URL       string `json:"url"`
	Published string `json:"datePublished,omitempty"`
}

// schemaArticle is a schema.org NewsArticle.
type schemaArticle struct {
	Context   string         `json:"@context"`
	Type      string         `json:"@type"`
	Headline  string         `json:"headline"`
	URL       string         `json:"url"`
	Published string         `json:"datePublished"`
	Modified  string         `json:"dateModified,omitempty"`
	Language  string         `json:"inLanguage"`
	Section   string         `json:"articleSection"`
	Authors   []schemaPerson `json:"author,omitempty"`
	Publisher schemaPerson   `json:"publisher"`
	Body      string         `json:"articleBody,omitempty"`
}

type schemaPerson struct {
	Type string `json:"@type"`
	Name string `json:"name"`
}

func (c *canvas) jsonLD(st *story) {
	a := schemaArticle{
		Context: "https://schema.org", Type: "NewsArticle", Headline: st.title, URL: c.s.url(c.s.path(st.brief)),
		Published: st.published.Format(time.RFC3339), Language: c.s.lang.Code,
		Section: c.s.lang.Sections[st.section].Name, Publisher: schemaPerson{"Organization", c.s.brand},
	}
	for _, i := range st.authors {
		a.Authors = append(a.Authors, schemaPerson{"Person", c.s.authors[i]})
	}
	if st.revision > 1 {
		a.Modified = st.corrected.Format(time.RFC3339)
	}
	if c.s.meta.articleBody {
		a.Body = Truth{Paragraphs: st.paragraphs()}.Text()
	}
	c.schema(a)
}

// schema writes one of the structs above.
func (c *canvas) schema(thing any) {
	body, err := json.Marshal(thing)
	if err != nil { // a struct of strings always marshals
		panic(err)
	}
	c.raw(`<script type="application/ld+json">`, string(body), "</script>\n")
}
