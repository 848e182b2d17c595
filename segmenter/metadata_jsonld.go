package segmenter

import (
	"net/url"
	"strings"
)

// linkedData is what a page's JSON-LD says of the page.
type linkedData struct {
	article  jsonValue // the page's article, where it has one
	articles int       // top-level articles: more than one tells a listing
	types    []string  // of all top-level things, lower case
	siteName string
	language string
	dated    string // datePublished of a page that is called no article
	things   []jsonValue
}

// articleRank ranks schema.org's types of articles, the plainest last; a page
// that has several kinds is described by the best.
func articleRank(kind string) int {
	switch kind {
	case "newsarticle", "reportagenewsarticle", "analysisnewsarticle", "askpublicnewsarticle",
		"backgroundnewsarticle", "opinionnewsarticle", "reviewnewsarticle":
		return 3
	case "article", "blogposting", "liveblogposting", "satiricalarticle", "report", "scholarlyarticle",
		"techarticle", "advertisercontentarticle", "medicalscholarlyarticle":
		return 2
	case "socialmediaposting", "discussionforumposting", "posting", "review", "recipe", "howto":
		return 1
	}
	return 0
}

// readLinkedData reads all JSON-LD of a page.
func readLinkedData(scripts []string, page *url.URL) *linkedData {
	d := &linkedData{}
	for _, s := range scripts {
		for _, v := range parseJSON(s) {
			d.collect(v, 0)
		}
	}
	best := -1
	for _, t := range d.things {
		score := 0
		for _, kind := range typesOf(t) {
			d.types = append(d.types, kind)
			score = max(score, articleRank(kind)*2)
			if kind == "website" || kind == "newsmediaorganization" {
				d.siteName = first(d.siteName, t.get("name").text)
			}
		}
		if score == 0 {
			d.language = first(d.language, text(t.get("inLanguage")))
			d.dated = first(d.dated, text(t.get("datePublished")))
			continue
		}
		d.articles++
		if names(t, page) {
			score++
		}
		if score > best {
			best, d.article = score, t
		}
	}
	d.language = first(text(d.article.get("inLanguage")), d.language)
	return d
}

// collect takes the things that stand at the top: in arrays, @graph, and as
// the main entity of a page, but not the items of lists.
func (d *linkedData) collect(v jsonValue, depth int) {
	if depth > 4 || len(d.things) >= 256 {
		return
	}
	for _, item := range v.items {
		d.collect(item, depth+1)
	}
	if v.members == nil {
		return
	}
	if v.get("@type").list() != nil {
		d.things = append(d.things, v)
	}
	for _, key := range []string{"@graph", "mainEntity", "mainEntityOfPage"} {
		if inner := v.get(key); inner.items != nil || inner.members != nil {
			d.collect(inner, depth+1)
		}
	}
}

// names reports whether t says that it is the page at this address.
func names(t jsonValue, page *url.URL) bool {
	for _, key := range []string{"url", "@id", "mainEntityOfPage"} {
		v := t.get(key)
		for _, s := range []string{v.text, v.get("@id").text, v.get("url").text} {
			if u, err := url.Parse(s); err == nil && s != "" && strings.Trim(u.Path, "/") == strings.Trim(page.Path, "/") {
				return true
			}
		}
	}
	return false
}

func typesOf(v jsonValue) []string {
	var out []string
	for _, t := range v.get("@type").list() {
		if s := strings.TrimRight(t.text, "/"); s != "" {
			out = append(out, strings.ToLower(clip(s[strings.LastIndexAny(s, "/#:")+1:], 64)))
		}
	}
	return out
}

// byID follows a reference to another thing of the page.
func (d *linkedData) byID(v jsonValue) jsonValue {
	id := v.get("@id").text
	if id == "" || v.get("name").list() != nil {
		return v
	}
	for _, t := range d.things {
		if t.get("@id").text == id {
			return t
		}
	}
	return v
}

// authors gives the names of the article's authors in all the shapes that
// sites write: a string, an object, a reference, or a list of these.
func (d *linkedData) authors() []string {
	var out []string
	for _, key := range []string{"author", "creator", "authors"} {
		for _, v := range d.article.get(key).list() {
			v = d.byID(v)
			out = append(out, v.text)
			for _, name := range v.get("name").list() {
				out = append(out, name.text)
			}
			if v.get("name").list() == nil && v.get("givenName").text != "" {
				out = append(out, v.get("givenName").text+" "+v.get("familyName").text)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// publisher is the name of who publishes the article, or of what it is part.
func (d *linkedData) publisher() string {
	for _, key := range []string{"isPartOf", "publisher", "sourceOrganization"} {
		for _, v := range d.article.get(key).list() {
			v = d.byID(v)
			if kinds := typesOf(v); key == "isPartOf" && len(kinds) > 0 && kinds[0] != "website" {
				continue // a page or a periodical's issue
			}
			if name := text(v.get("name")); name != "" {
				return name
			}
		}
	}
	return d.siteName
}

func (d *linkedData) image() string {
	for _, key := range []string{"image", "thumbnailUrl"} {
		for _, v := range d.article.get(key).list() {
			v = d.byID(v)
			if s := first(v.get("url").text, v.get("contentUrl").text, v.text); s != "" {
				return s
			}
		}
	}
	return ""
}

// strings gives the values under key: one, a list, or a list in one string.
func (d *linkedData) strings(key string) []string {
	var out []string
	for _, v := range d.article.get(key).list() {
		out = append(out, first(v.text, text(v.get("name"))))
	}
	return listed(out)
}

// text gives the first string in v, looking into lists and @value.
func text(v jsonValue) string {
	for _, item := range v.list() {
		if s := first(item.text, item.get("@value").text, item.get("name").text); s != "" {
			return s
		}
	}
	return ""
}

// first gives the first of values that is not empty.
func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}
