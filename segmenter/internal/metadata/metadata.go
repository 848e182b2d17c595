// Package metadata judges what a page says of itself: of every field the best
// that is said, and who said it.
package metadata

import (
	"net/url"
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter/internal/date"
	"github.com/winnow-news/winnow/segmenter/internal/head"
	"github.com/winnow-news/winnow/segmenter/internal/language"
	"github.com/winnow-news/winnow/segmenter/internal/plain"
	"github.com/winnow-news/winnow/segmenter/internal/region"
	"golang.org/x/net/html/atom"
)

// The names of sources, as they stand in Metadata.sources.
const (
	fromJSONLD     = "json-ld"
	fromOpenGraph  = "opengraph"
	fromMeta       = "meta"
	fromDublinCore = "dublin-core"
	fromMicrodata  = "microdata"
	fromTime       = "time-element"
	fromHTML       = "html"
	fromFeed       = "feed"
	fromURL        = "url"
	fromText       = "text" // the lines around the headline
)

const maxTags = 40 // tags kept of a page

// Reader judges what pages say of themselves. It is immutable and safe for
// concurrent use.
type Reader struct {
	dates      *date.Reader
	languages  *language.Detector
	authors    *authorCleaner
	visible    *visibleReader
	labels     *labelReader
	separators []string // of titles
}

// NewReader makes a Reader.
func NewReader() *Reader {
	return &Reader{dates: date.New(), languages: language.New(), authors: newAuthorCleaner(), visible: newVisibleReader(), labels: newLabelReader(), separators: titleSeparators()}
}

// Page is what is known of a page when its metadata are read.
type Page struct {
	Fetched *pb.Page
	URL     *url.URL
	Head    *head.Facts
	Out     *pb.SegmentedPage // with elements and blocks
	Regions []region.Region   // of Out's elements
	// Absolute makes an address of the page absolute; "" where it cannot be.
	Absolute func(address string) string
	// Marked gives the texts of the innermost inline elements of a block's element
	// that are marked so, at most so many of so many bytes, those in other blocks
	// left out.
	Marked func(element int32, is Mark, most, limit int) []string
}

// Mark tells by an element's tag and attributes that it is what is looked for.
type Mark func(tag atom.Atom, href, class string) bool

// claim is a value and the source that gave it.
type claim struct{ value, source string }

// resolution is the work on one page's metadata.
type resolution struct {
	reader  *Reader
	page    *pb.Page
	url     *url.URL
	head    *head.Facts
	data    *LinkedData
	out     *pb.SegmentedPage
	lines   *date.Lines
	regions []region.Region
	marked  func(element int32, is Mark, most, limit int) []string
	m       *pb.Metadata
	h1      []string
	// siteHeading is the heading of first rank that is the name of the site.
	siteHeading string
	// headline is the block of the heading that says the title, headEnd the second
	// long paragraph behind it: between them an article's date and authors stand,
	// and a little before.
	headline, headEnd int
	// monthFirst is how 05/01/2026 is read.
	monthFirst bool
}

// Read chooses the best of what the page says of itself, and sets metadata,
// language and dateline of p.Out.
func (r *Reader) Read(p Page) *LinkedData {
	h := p.Head
	x := &resolution{
		reader: r, page: p.Fetched, url: p.URL, head: h, out: p.Out, regions: p.Regions, marked: p.Marked, lines: r.dates.Lines(),
		data: readLinkedData(h.Scripts, p.URL),
		m:    &pb.Metadata{Sources: map[string]string{}, HtmlTitle: h.Title},
	}
	p.Out.Language = r.languages.Of([]string{
		x.data.language, h.Lang, h.Meta("itemprop:inlanguage"), h.Meta("og:locale"),
		h.Meta("itemprop:content-language"), h.Meta("dc.language", "dcterms.language", "language"),
		x.page.GetContentLanguage(), x.page.GetFeed().GetLanguage(),
	}, x.out.Blocks)
	x.monthFirst = x.writesMonthFirst()
	x.h1, x.siteHeading = x.headings("h1")
	x.siteName()
	x.title()
	x.headline, x.headEnd = x.articleHead()
	x.authors()
	x.dates()
	x.description()
	x.topics()
	x.image(p.Absolute)
	x.types()
	x.m.ArticleBody = x.articleBody()
	p.Out.Metadata, p.Out.Dateline = x.m, x.dateline()
	return x.data
}

// pick gives the first claim that has a value, and notes its source.
func (x *resolution) pick(field string, claims ...claim) string {
	for _, c := range claims {
		if c.value = plain.Collapsed(c.value, head.MaxValue); c.value != "" {
			x.m.Sources[field] = c.source
			return c.value
		}
	}
	return ""
}

func (x *resolution) siteName() {
	h := x.head
	x.m.SiteName = x.pick("site_name",
		claim{h.Meta("og:site_name"), fromOpenGraph},
		claim{x.data.publisher(), fromJSONLD},
		claim{h.Meta("application-name", "apple-mobile-web-app-title", "cre", "publisher"), fromMeta},
		claim{h.Meta("dc.publisher", "dcterms.publisher"), fromDublinCore})
	if strings.Contains(x.m.SiteName, "://") || strings.HasPrefix(x.m.SiteName, "@") || len(x.m.SiteName) > 120 {
		x.m.SiteName = ""
		delete(x.m.Sources, "site_name")
	}
}

func (x *resolution) description() {
	h, d := x.head, x.data.article
	x.m.Description = x.pick("description",
		claim{h.Meta("og:description"), fromOpenGraph}, claim{text(d.Get("description")), fromJSONLD},
		claim{h.Meta("description", "twitter:description", "sailthru.description"), fromMeta},
		claim{h.Meta("dc.description", "dcterms.abstract"), fromDublinCore},
		claim{h.Item("description"), fromMicrodata}, claim{x.page.GetFeed().GetSummary(), fromFeed})
}

func (x *resolution) topics() {
	h := x.head
	section := ""
	if s := x.data.strings("articleSection"); len(s) > 0 {
		section = s[0]
	}
	x.m.Section = x.pick("section",
		claim{h.Meta("article:section"), fromOpenGraph}, claim{section, fromJSONLD},
		claim{h.Meta("parsely-section", "section", "cxenseparse:section", "category"), fromMeta},
		claim{h.Item("articlesection"), fromMicrodata}, claim{x.data.section, fromJSONLD})
	for _, c := range []struct {
		values []string
		source string
	}{
		{listed(h.All("article:tag")), fromOpenGraph}, {x.data.strings("keywords"), fromJSONLD},
		{commas(h.Meta("news_keywords", "parsely-tags", "sailthru.tags", "keywords")), fromMeta},
		{commas(h.Item("keywords")), fromMicrodata}, {x.page.GetFeed().GetTags(), fromFeed},
	} {
		if tags := distinct(c.values, maxTags); len(tags) > 0 {
			x.m.Tags, x.m.Sources["tags"] = tags, c.source
			return
		}
	}
}

func (x *resolution) image(absolute func(string) string) {
	h := x.head
	raw := x.pick("image",
		claim{h.Meta("og:image:secure_url", "og:image", "og:image:url"), fromOpenGraph},
		claim{x.data.image(), fromJSONLD},
		claim{h.Meta("twitter:image", "twitter:image:src", "parsely-image-url", "sailthru.image.full"), fromMeta},
		claim{h.Item("image"), fromMicrodata})
	if x.m.Image = absolute(raw); x.m.Image == "" {
		delete(x.m.Sources, "image")
	}
}

func (x *resolution) types() {
	all := slices.Clone(x.data.Types)
	if t := strings.ToLower(x.head.Meta("og:type")); t != "" {
		all = append(all, plain.Clip(t, 64))
	}
	x.m.Types = distinct(append(all, x.head.Types...), 32)
}

// articleBody gives JSON-LD's articleBody; some sites put HTML there.
func (x *resolution) articleBody() string {
	body := text(x.data.article.Get("articleBody"))
	if strings.Contains(body, "</") || strings.Contains(body, "<p>") || strings.Contains(body, "<br") {
		body = tagless(body)
	}
	return strings.TrimSpace(string(appendLines(nil, body, 1<<20)))
}
