package segmenter

import (
	"net/url"
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter/internal/date"
	"github.com/winnow-news/winnow/segmenter/internal/language"
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

// metadataReader judges what pages say of themselves. It is immutable.
type metadataReader struct {
	dates      *date.Reader
	authors    *authorCleaner
	visible    *visibleReader
	labels     *labelReader
	separators []string // of titles
}

func newMetadataReader() *metadataReader {
	return &metadataReader{dates: date.New(), authors: newAuthorCleaner(), visible: newVisibleReader(), labels: newLabelReader(), separators: titleSeparators()}
}

// claim is a value and the source that gave it.
type claim struct{ value, source string }

// resolution is the work on one page's metadata.
type resolution struct {
	reader *metadataReader
	page   *pb.Page
	url    *url.URL
	walk   *walk
	head   *head
	data   *linkedData
	out    *pb.SegmentedPage
	// regions are those of out's elements.
	regions []region
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

// resolve chooses the best of what the page says of itself. It reads the
// blocks in out and sets its language and its dateline.
func (r *metadataReader) resolve(page *pb.Page, w *walk, out *pb.SegmentedPage, regions []region, languages *language.Detector) (*pb.Metadata, *linkedData) {
	h := &w.head
	x := &resolution{
		reader: r, page: page, url: w.page, walk: w, head: h, out: out, regions: regions,
		data: readLinkedData(h.scripts, w.page),
		m:    &pb.Metadata{Sources: map[string]string{}, HtmlTitle: h.title},
	}
	out.Language = languages.Of([]string{
		x.data.language, h.lang, h.meta("itemprop:inlanguage"), h.meta("og:locale"),
		h.meta("itemprop:content-language"), h.meta("dc.language", "dcterms.language", "language"),
		page.GetContentLanguage(), page.GetFeed().GetLanguage(),
	}, out.Blocks)
	x.monthFirst = x.writesMonthFirst()
	x.h1, x.siteHeading = x.headings("h1")
	x.siteName()
	x.title()
	x.headline, x.headEnd = x.articleHead()
	x.authors()
	x.dates()
	x.description()
	x.topics()
	x.image(w)
	x.types()
	x.m.ArticleBody = x.articleBody()
	out.Dateline = x.dateline()
	return x.m, x.data
}

// pick gives the first claim that has a value, and notes its source.
func (x *resolution) pick(field string, claims ...claim) string {
	for _, c := range claims {
		if c.value = collapsed(c.value, maxValue); c.value != "" {
			x.m.Sources[field] = c.source
			return c.value
		}
	}
	return ""
}

func (x *resolution) siteName() {
	h := x.head
	x.m.SiteName = x.pick("site_name",
		claim{h.meta("og:site_name"), fromOpenGraph},
		claim{x.data.publisher(), fromJSONLD},
		claim{h.meta("application-name", "apple-mobile-web-app-title", "cre", "publisher"), fromMeta},
		claim{h.meta("dc.publisher", "dcterms.publisher"), fromDublinCore})
	if strings.Contains(x.m.SiteName, "://") || strings.HasPrefix(x.m.SiteName, "@") || len(x.m.SiteName) > 120 {
		x.m.SiteName = ""
		delete(x.m.Sources, "site_name")
	}
}

func (x *resolution) description() {
	h, d := x.head, x.data.article
	x.m.Description = x.pick("description",
		claim{h.meta("og:description"), fromOpenGraph}, claim{text(d.Get("description")), fromJSONLD},
		claim{h.meta("description", "twitter:description", "sailthru.description"), fromMeta},
		claim{h.meta("dc.description", "dcterms.abstract"), fromDublinCore},
		claim{h.item("description"), fromMicrodata}, claim{x.page.GetFeed().GetSummary(), fromFeed})
}

func (x *resolution) topics() {
	h := x.head
	section := ""
	if s := x.data.strings("articleSection"); len(s) > 0 {
		section = s[0]
	}
	x.m.Section = x.pick("section",
		claim{h.meta("article:section"), fromOpenGraph}, claim{section, fromJSONLD},
		claim{h.meta("parsely-section", "section", "cxenseparse:section", "category"), fromMeta},
		claim{h.item("articlesection"), fromMicrodata})
	for _, c := range []struct {
		values []string
		source string
	}{
		{listed(h.all("article:tag")), fromOpenGraph}, {x.data.strings("keywords"), fromJSONLD},
		{commas(h.meta("news_keywords", "parsely-tags", "sailthru.tags", "keywords")), fromMeta},
		{commas(h.item("keywords")), fromMicrodata}, {x.page.GetFeed().GetTags(), fromFeed},
	} {
		if tags := distinct(c.values, maxTags); len(tags) > 0 {
			x.m.Tags, x.m.Sources["tags"] = tags, c.source
			return
		}
	}
}

func (x *resolution) image(w *walk) {
	h := x.head
	raw := x.pick("image",
		claim{h.meta("og:image:secure_url", "og:image", "og:image:url"), fromOpenGraph},
		claim{x.data.image(), fromJSONLD},
		claim{h.meta("twitter:image", "twitter:image:src", "parsely-image-url", "sailthru.image.full"), fromMeta},
		claim{h.item("image"), fromMicrodata})
	if at, ok := w.absolute(raw); ok {
		x.m.Image = w.arena(at)
		return
	}
	delete(x.m.Sources, "image")
}

func (x *resolution) types() {
	all := slices.Clone(x.data.types)
	if t := strings.ToLower(x.head.meta("og:type")); t != "" {
		all = append(all, clip(t, 64))
	}
	x.m.Types = distinct(append(all, x.head.types...), 32)
}

// articleBody gives JSON-LD's articleBody; some sites put HTML there.
func (x *resolution) articleBody() string {
	body := text(x.data.article.Get("articleBody"))
	if strings.Contains(body, "</") || strings.Contains(body, "<p>") || strings.Contains(body, "<br") {
		body = tagless(body)
	}
	return strings.TrimSpace(string(appendLines(nil, body, 1<<20)))
}
