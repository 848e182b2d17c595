package segmenter

import (
	"net/url"
	"slices"
	"strings"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/types/known/timestamppb"
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
	dates      *dateReader
	authors    *authorCleaner
	visible    *visibleReader
	separators []string // of titles
}

func newMetadataReader() *metadataReader {
	return &metadataReader{dates: newDateReader(), authors: newAuthorCleaner(), visible: newVisibleReader(), separators: titleSeparators()}
}

// claim is a value and the source that gave it.
type claim struct{ value, source string }

// resolution is the work on one page's metadata.
type resolution struct {
	reader *metadataReader
	page   *pb.Page
	url    *url.URL
	head   *head
	data   *linkedData
	out    *pb.SegmentedPage
	m      *pb.Metadata
	h1     []string
}

// resolve chooses the best of what the page says of itself. It reads the
// blocks in out and gives also the languages that the page declares, best
// source first.
func (r *metadataReader) resolve(page *pb.Page, w *walk, out *pb.SegmentedPage) (*pb.Metadata, *linkedData, []string) {
	h := &w.head
	x := &resolution{
		reader: r, page: page, url: w.page, head: h, out: out,
		data: readLinkedData(h.scripts, w.page),
		m:    &pb.Metadata{Sources: map[string]string{}, HtmlTitle: h.title},
	}
	x.h1 = headings(out, "h1")
	x.siteName()
	x.title()
	x.authors()
	x.dates()
	x.description()
	x.topics()
	x.image(w)
	x.types()
	x.m.ArticleBody = x.articleBody()
	return x.m, x.data, []string{
		x.data.language, h.lang, h.meta("itemprop:inlanguage"), h.meta("og:locale"),
		h.meta("itemprop:content-language"), h.meta("dc.language", "dcterms.language", "language"),
		page.GetContentLanguage(), page.GetFeed().GetLanguage(),
	}
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

func (x *resolution) title() {
	h, m := x.head, x.m
	m.OgTitle = first(h.meta("og:title"), h.meta("twitter:title"))
	m.Headline = collapsed(first(text(x.data.article.get("headline")), h.item("headline"), text(x.data.article.get("name"))), 1000)
	evidence := &siteEvidence{separators: x.reader.separators, host: hostLabel(x.url)}
	evidence.names = []string{m.SiteName, x.data.siteName, strings.TrimPrefix(h.meta("twitter:site"), "@")}
	heading := ""
	if len(x.h1) > 0 {
		heading = x.h1[0]
	}
	evidence.titles = append([]string{m.Headline, heading}, x.subheadings()...)
	cut := func(s string) string { return evidence.withoutSite(collapsed(s, 1000)) }
	og := cut(m.OgTitle)
	evidence.titles = append(evidence.titles, og)
	headline := cut(m.Headline)
	if strings.HasSuffix(headline, "…") || strings.HasSuffix(headline, "...") {
		headline = ""
	}
	for _, c := range []claim{
		{x.shownIn(headline), fromJSONLD}, {x.shownIn(og), fromOpenGraph},
		{headline, fromJSONLD}, {og, fromOpenGraph},
		{cut(h.meta("parsely-title", "sailthru.title", "title", "headline", "hdl")), fromMeta},
		{cut(h.meta("dc.title", "dcterms.title")), fromDublinCore},
		{cut(h.title), fromHTML}, {heading, fromHTML}, {x.page.GetFeed().GetTitle(), fromFeed},
	} {
		if c.value != "" && !(evidence.isSite(c.value) && heading != "" && heading != c.value) {
			m.Title = x.pick("title", c)
			break
		}
	}
	if m.Sources["title"] == fromJSONLD && text(x.data.article.get("headline")) == "" && h.item("headline") != "" {
		m.Sources["title"] = fromMicrodata
	}
}

// shownIn gives title if a first heading of the page shows it.
func (x *resolution) shownIn(title string) string {
	t := letters(title)
	for _, h := range x.h1 {
		if t != "" && letters(h) == t {
			return title
		}
	}
	return ""
}

// subheadings gives the headings of second and third rank that are long enough
// to be titles: on many pages the first rank is the name of the site.
func (x *resolution) subheadings() []string {
	lower := append(headings(x.out, "h2"), headings(x.out, "h3")...)
	return slices.DeleteFunc(lower, func(h string) bool { return len(letters(h)) < longHeading })
}

// longHeading is the least length of a heading that is surely no label, in
// bytes of letters.
const longHeading = 15

// headings gives the texts of the page's visible headings of one level, at
// most four.
func headings(out *pb.SegmentedPage, tag string) []string {
	var texts []string
	last := int32(-1)
	for _, b := range out.Blocks {
		e := b.Element
		for up := 0; up < 3 && e >= 0 && out.Elements[e].Tag != tag; up++ {
			e = out.Elements[e].Parent
		}
		if e < 0 || out.Elements[e].Tag != tag || out.Elements[e].Hidden {
			continue
		}
		if e == last {
			texts[len(texts)-1] += " " + b.Text
			continue
		}
		if len(texts) == 4 {
			break
		}
		texts, last = append(texts, b.Text), e
	}
	return texts
}

func (x *resolution) authors() {
	h := x.head
	var weak []string
	from := ""
	for _, c := range []struct {
		lines  []string
		source string
	}{
		{x.data.authors(), fromJSONLD},
		{h.all("author"), fromMeta},
		{h.all("article:author_name"), fromOpenGraph},
		{h.allOf("parsely-author", "sailthru.author", "byl", "authors", "cxenseparse:author", "article.author"), fromMeta},
		{h.all("article:author"), fromOpenGraph},
		{h.allOf("dc.creator", "dcterms.creator", "dc.contributor"), fromDublinCore},
		{append(h.itemValues("author"), h.itemValues("creator")...), fromMicrodata},
		{x.page.GetFeed().GetAuthors(), fromFeed},
		{h.labelled(x.reader.visible.label), fromMeta},
		{h.bylines, fromHTML},
		{nil, fromText},
	} {
		if c.source == fromText {
			c.lines = x.visibleAuthors()
		}
		names := x.reader.authors.clean(c.lines)
		people := slices.DeleteFunc(slices.Clone(names), x.isPublisher)
		if len(people) > 0 {
			x.m.Authors, x.m.Sources["authors"] = people, c.source
			return
		}
		if weak == nil && len(names) > 0 {
			weak, from = names, c.source
		}
	}
	if weak != nil {
		x.m.Authors, x.m.Sources["authors"] = weak, from
	}
}

// isPublisher reports a name that is the site's own: who signs with it says
// nothing of who wrote.
func (x *resolution) isPublisher(name string) bool {
	n := letters(name)
	return n == letters(x.m.SiteName) || n == letters(hostLabel(x.url)) || n == letters(x.url.Hostname())
}

func (x *resolution) description() {
	h, d := x.head, x.data.article
	x.m.Description = x.pick("description",
		claim{h.meta("og:description"), fromOpenGraph}, claim{text(d.get("description")), fromJSONLD},
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
		{h.all("article:tag"), fromOpenGraph}, {x.data.strings("keywords"), fromJSONLD},
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
		claim{h.meta("twitter:image", "twitter:image:src", "parsely-image-url", "sailthru.image.full", "itemprop:image"), fromMeta})
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
	body := text(x.data.article.get("articleBody"))
	if strings.Contains(body, "</") || strings.Contains(body, "<p>") || strings.Contains(body, "<br") {
		body = tagless(body)
	}
	return strings.TrimSpace(string(appendLines(nil, body, 1<<20)))
}

// dates finds when the page was published and changed.
func (x *resolution) dates() {
	published, modified := x.dateClaims()
	if c, t, ok := x.bestDate(published); ok {
		x.m.Published, x.m.PublishedLocal = timestamppb.New(t.Time), t.local()
		x.m.PublishedRaw, x.m.Sources["published"] = clip(c.value, 100), c.source
	}
	if c, t, ok := x.bestDate(modified); ok && (x.m.Published == nil || !t.Before(x.m.Published.AsTime())) {
		x.m.Modified, x.m.ModifiedLocal = timestamppb.New(t.Time), t.local()
		x.m.ModifiedRaw, x.m.Sources["modified"] = clip(c.value, 100), c.source
	}
}

// dateClaims gives what speaks of the two dates, the most trusted first.
func (x *resolution) dateClaims() (published, modified []claim) {
	h, d := x.head, x.data.article
	published = []claim{
		{text(d.get("datePublished")), fromJSONLD},
		{h.meta("article:published_time", "og:published_time", "og:article:published_time", "og:pubdate", "rnews:datepublished"), fromOpenGraph},
		{h.meta("parsely-pub-date", "sailthru.date", "cxenseparse:recs:publishtime", "article.published", "publish-date", "publish_date",
			"published_time", "pubdate", "date", "pdate", "ptime", "article_date_original", "originalpublicationdate", "publication_date", "displaydate",
			"datepublished", "bt:pubdate", "dat", "shareaholic:article_published_time"), fromMeta},
		{h.item("datepublished"), fromMicrodata},
		{h.meta("dc.date.issued", "dcterms.issued", "dc.date", "dc.date.created", "dcterms.created", "dcterms.date", "dc.issued", "dcterms.available"), fromDublinCore},
		{first(text(d.get("dateCreated")), x.data.dated), fromJSONLD},
	}
	modified = []claim{
		{text(d.get("dateModified")), fromJSONLD},
		{h.meta("article:modified_time", "og:updated_time", "og:modified_time"), fromOpenGraph},
		{h.meta("last-modified", "lastmod", "revised", "modified", "cxenseparse:recs:modifiedtime", "article.updated", "utime", "updated_time"), fromMeta},
		{h.item("datemodified"), fromMicrodata},
		{h.meta("dcterms.modified", "dc.date.modified"), fromDublinCore},
	}
	if t := x.page.GetFeed().GetPublished(); t.IsValid() {
		published = append(published, claim{t.AsTime().Format(time.RFC3339), fromFeed})
	}
	if t := x.page.GetFeed().GetModified(); t.IsValid() {
		modified = append(modified, claim{t.AsTime().Format(time.RFC3339), fromFeed})
	}
	for _, e := range x.timeElements() {
		published = append(published, claim{e, fromTime})
	}
	published = append(published, claim{urlDate(x.url), fromURL})
	for _, e := range h.dateTexts {
		published = append(published, claim{e, fromHTML})
	}
	if _, _, ok := x.bestDate(published); !ok {
		for _, e := range x.visibleDates() {
			published = append(published, claim{e, fromText})
		}
	}
	return published, modified
}

// bestDate gives the first claim that is a sane date.
func (x *resolution) bestDate(claims []claim) (claim, moment, bool) {
	monthFirst := monthFirst(x.head.lang)
	for _, c := range claims {
		if c.value == "" {
			continue
		}
		if t, ok := x.reader.dates.parse(c.value, monthFirst); ok && x.sane(t.Time) {
			return c, t, true
		}
	}
	return claim{}, moment{}, false
}

// sane refuses dates before the web and dates to come; a day is allowed for
// zones and wrong clocks.
func (x *resolution) sane(t time.Time) bool {
	if t.Year() < 1990 {
		return false
	}
	fetched := x.page.GetFetchedAt()
	return !fetched.IsValid() || fetched.AsTime().Unix() <= 0 || t.Before(fetched.AsTime().Add(24*time.Hour))
}
