package metadata

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/winnow-news/winnow/segmenter/internal/laxjson"
	"github.com/winnow-news/winnow/segmenter/internal/plain"
)

// LinkedData is what a page's JSON-LD says of the page.
type LinkedData struct {
	article  laxjson.Value // the page's article, where it has one
	articles int           // top-level articles: more than one tells a listing
	Types    []string      // of all top-level things, lower case
	siteName string
	language string
	dated    string // datePublished of a page that is called no article
	section  string // of the breadcrumbs
	things   []laxjson.Value
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
func readLinkedData(scripts []string, page *url.URL) *LinkedData {
	d := &LinkedData{}
	for _, s := range scripts {
		for _, v := range laxjson.Parse(s) {
			d.collect(v, 0)
		}
	}
	best := -1
	for _, t := range d.things {
		d.section = cmp.Or(d.section, crumb(t, page), crumb(t.Get("breadcrumb"), page))
		score := 0
		for _, kind := range typesOf(t) {
			d.Types = append(d.Types, kind)
			score = max(score, articleRank(kind)*2)
			if kind == "website" || kind == "newsmediaorganization" {
				d.siteName = cmp.Or(d.siteName, t.Get("name").Text)
			}
		}
		if score == 0 {
			d.language = cmp.Or(d.language, text(t.Get("inLanguage")))
			d.dated = cmp.Or(d.dated, text(t.Get("datePublished")))
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
	d.language = cmp.Or(text(d.article.Get("inLanguage")), d.language)
	return d
}

// crumb gives the second of the breadcrumbs that lead to a page, behind that of the
// home page: the section, unless it is the page itself.
func crumb(list laxjson.Value, page *url.URL) string {
	crumbs := list.Get("itemListElement").List()
	if len(crumbs) < 2 || !slices.Contains(typesOf(list), "breadcrumblist") {
		return ""
	}
	item := crumbs[1].Get("item")
	address := cmp.Or(item.Text, item.Get("@id").Text, item.Get("url").Text)
	if to, err := url.Parse(address); err != nil || address == "" || strings.Trim(to.Path, "/") == strings.Trim(page.Path, "/") {
		return ""
	}
	return cmp.Or(text(crumbs[1].Get("name")), text(item.Get("name")))
}

// collect takes the things that stand at the top: in arrays, @graph, and as
// the main entity of a page, but not the items of lists.
func (d *LinkedData) collect(v laxjson.Value, depth int) {
	if depth > 4 || len(d.things) >= 256 {
		return
	}
	for _, item := range v.Items {
		d.collect(item, depth+1)
	}
	if v.Members == nil {
		return
	}
	if v.Get("@type").List() != nil {
		d.things = append(d.things, v)
	}
	for _, key := range []string{"@graph", "mainEntity", "mainEntityOfPage"} {
		if inner := v.Get(key); inner.Items != nil || inner.Members != nil {
			d.collect(inner, depth+1)
		}
	}
}

// Rank is that of the page's article among schema.org's types, 3 for news, 2 for
// other articles, 1 for what is hardly one, 0 where it has none.
func (d *LinkedData) Rank() int {
	rank := 0
	for _, t := range typesOf(d.article) {
		rank = max(rank, articleRank(t))
	}
	return rank
}

// NotForFree reports an article that says so of itself or of a part of it.
func (d *LinkedData) NotForFree() bool {
	costs := func(v laxjson.Value) bool { return strings.EqualFold(v.Get("isAccessibleForFree").Text, "false") }
	return costs(d.article) || slices.ContainsFunc(d.article.Get("hasPart").List(), costs)
}

// names reports whether t says that it is the page at this address.
func names(t laxjson.Value, page *url.URL) bool {
	for _, key := range []string{"url", "@id", "mainEntityOfPage"} {
		v := t.Get(key)
		for _, s := range []string{v.Text, v.Get("@id").Text, v.Get("url").Text} {
			if u, err := url.Parse(s); err == nil && s != "" && strings.Trim(u.Path, "/") == strings.Trim(page.Path, "/") {
				return true
			}
		}
	}
	return false
}

func typesOf(v laxjson.Value) []string {
	var out []string
	for _, t := range v.Get("@type").List() {
		if s := strings.TrimRight(t.Text, "/"); s != "" {
			out = append(out, strings.ToLower(plain.Clip(s[strings.LastIndexAny(s, "/#:")+1:], 64)))
		}
	}
	return out
}

// byID follows a reference to another thing of the page.
func (d *LinkedData) byID(v laxjson.Value) laxjson.Value {
	id := v.Get("@id").Text
	if id == "" || v.Get("name").List() != nil {
		return v
	}
	for _, t := range d.things {
		if t.Get("@id").Text == id {
			return t
		}
	}
	return v
}

// authors gives the names of the article's authors in all the shapes that
// sites write: a string, an object, a reference, or a list of these.
func (d *LinkedData) authors() []string {
	var out []string
	for _, key := range []string{"author", "creator", "authors"} {
		for _, v := range d.article.Get(key).List() {
			v = d.byID(v)
			out = append(out, v.Text)
			for _, name := range v.Get("name").List() {
				out = append(out, name.Text)
			}
			if v.Get("name").List() == nil && v.Get("givenName").Text != "" {
				out = append(out, v.Get("givenName").Text+" "+v.Get("familyName").Text)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// publisher is the name of who publishes the article, or of what it is part.
func (d *LinkedData) publisher() string {
	for _, key := range []string{"isPartOf", "publisher", "sourceOrganization"} {
		for _, v := range d.article.Get(key).List() {
			v = d.byID(v)
			if kinds := typesOf(v); key == "isPartOf" && len(kinds) > 0 && kinds[0] != "website" {
				continue // a page or a periodical's issue
			}
			if name := text(v.Get("name")); name != "" {
				return name
			}
		}
	}
	return d.siteName
}

func (d *LinkedData) image() string {
	for _, key := range []string{"image", "thumbnailUrl"} {
		for _, v := range d.article.Get(key).List() {
			v = d.byID(v)
			if s := cmp.Or(v.Get("url").Text, v.Get("contentUrl").Text, v.Text); s != "" {
				return s
			}
		}
	}
	return ""
}

// strings gives the values under key: one, a list, or a list in one string.
func (d *LinkedData) strings(key string) []string {
	var out []string
	for _, v := range d.article.Get(key).List() {
		out = append(out, cmp.Or(v.Text, text(v.Get("name"))))
	}
	return listed(out)
}

// text gives the first string in v, looking into lists and @value.
func text(v laxjson.Value) string {
	for _, item := range v.List() {
		if s := cmp.Or(item.Text, item.Get("@value").Text, item.Get("name").Text); s != "" {
			return s
		}
	}
	return ""
}
