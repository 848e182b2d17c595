package metadata

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter/internal/plain"
	"github.com/winnow-news/winnow/segmenter/internal/region"
)

func (x *resolution) title() {
	h, m := x.head, x.m
	m.OgTitle = cmp.Or(h.Meta("og:title"), h.Meta("twitter:title"))
	m.Headline = plain.Collapsed(cmp.Or(text(x.data.article.Get("headline")), h.Item("headline"), text(x.data.article.Get("name"))), 1000)
	evidence := &siteEvidence{separators: x.reader.separators, host: hostLabel(x.url), domain: strings.TrimPrefix(x.url.Hostname(), "www.")}
	evidence.names = []string{m.SiteName, x.data.siteName, strings.TrimPrefix(h.Meta("twitter:site"), "@"), x.siteHeading}
	heading := ""
	if len(x.h1) > 0 {
		heading = x.h1[0]
	}
	evidence.heading = heading
	below := x.subheadings()
	evidence.titles = append([]string{m.Headline, heading}, below...)
	longer := slices.DeleteFunc(slices.Clone(below), func(h string) bool { return len(letters(h)) <= len(letters(heading)) })
	cut := func(s string) string { return evidence.withoutSite(plain.Collapsed(s, 1000)) }
	og := cut(m.OgTitle)
	evidence.titles = append(evidence.titles, og)
	headline := cut(m.Headline)
	if strings.HasSuffix(headline, "…") || strings.HasSuffix(headline, "...") {
		headline = ""
	}
	for _, c := range []claim{
		{shownIn(headline, x.h1), fromJSONLD}, {shownIn(og, x.h1), fromOpenGraph},
		{shownIn(headline, longer), fromJSONLD}, {shownIn(og, longer), fromOpenGraph}, // the first rank is a section
		{x.soleHeading(cut(heading), evidence), fromHTML},
		{headline, fromJSONLD}, {og, fromOpenGraph},
		{cut(h.Meta("parsely-title", "sailthru.title", "title", "headline", "hdl")), fromMeta},
		{cut(h.Meta("dc.title", "dcterms.title")), fromDublinCore},
		{cut(h.Title), fromHTML}, {heading, fromHTML}, {x.page.GetFeed().GetTitle(), fromFeed},
	} {
		if c.value != "" && !(evidence.isSite(c.value) && heading != "" && heading != c.value) {
			m.Title = x.pick("title", c)
			break
		}
	}
	if m.Sources["title"] == fromJSONLD && text(x.data.article.Get("headline")) == "" && h.Item("headline") != "" {
		m.Sources["title"] = fromMicrodata
	}
}

// soleHeading gives the page's only first heading if it is a headline: longer
// than a label, and not the name of the site or blog. The titles that a page gives to
// search engines and networks are often others than the one it shows, but one
// that the heading ends with is the heading without its kicker.
func (x *resolution) soleHeading(heading string, evidence *siteEvidence) string {
	if len(x.h1) != 1 || isLabel(heading) || evidence.isSite(heading) {
		return ""
	}
	if blog, _, _ := strings.Cut(x.head.Title, ": "); evidence.isHeading(blog) && evidence.behindBlog(x.head.Title) != "" {
		return ""
	}
	all := letters(heading)
	for _, t := range []string{x.m.Headline, x.m.OgTitle, evidence.withoutSite(plain.Collapsed(x.head.Title, 1000))} {
		if l := letters(t); 2*len(l) > len(all) && strings.HasSuffix(all, l) {
			return t
		}
	}
	return heading
}

// shownIn gives title if one of headings shows it.
func shownIn(title string, headings []string) string {
	t := letters(title)
	for _, h := range headings {
		if t != "" && hasLetters(h, t) {
			return title
		}
	}
	return ""
}

// subheadings gives the headings of second and third rank that are long enough
// to be titles: on many pages the first rank is the name of the site or section.
func (x *resolution) subheadings() []string {
	lower, _ := x.headings("h2")
	third, _ := x.headings("h3")
	lower = append(lower, third...)
	return slices.DeleteFunc(lower, isLabel)
}

// isLabel reports a heading of less than 15 letters, which may be no title;
// those of East Asia say as much as two.
func isLabel(heading string) bool {
	n := 0
	for _, r := range letters(heading) {
		if n++; r >= firstWide {
			n++
		}
	}
	return n < 15
}

// mostHeadings is how many headings of a level are looked at.
const mostHeadings = 16

// headings gives the texts of the page's visible headings of one level, and apart
// from them the first one that leads to the site's home, or to what the page is a
// part of: its name.
func (x *resolution) headings(tag string) (texts []string, site string) {
	last := int32(-1)
	for _, b := range x.out.Blocks {
		e := x.heading(b, tag)
		if e < 0 {
			continue
		}
		if x.leadsUp(b) {
			site = cmp.Or(site, b.Text)
			continue
		}
		if e == last {
			texts[len(texts)-1] += " " + b.Text
			continue
		}
		if len(texts) == mostHeadings {
			break
		}
		texts, last = append(texts, b.Text), e
	}
	return texts, site
}

// heading gives the visible element of the given tag around a block, -1 where there
// is none.
func (x *resolution) heading(b *pb.Block, tag string) int32 {
	if x.regions[b.Element]&(region.Title|region.Heading) == 0 { // nearly all blocks
		return -1
	}
	e := b.Element
	for up := 0; up < 3 && e >= 0 && x.out.Elements[e].Tag != tag; up++ {
		e = x.out.Elements[e].Parent
	}
	if e < 0 || x.out.Elements[e].Tag != tag || x.out.Elements[e].Hidden {
		return -1
	}
	return e
}

// leadsUp reports a block that is a link to the site's home, or to a folder that
// the page is in.
func (x *resolution) leadsUp(b *pb.Block) bool {
	if s := b.Stats; s.Words == 0 || s.LinkWords < s.Words || len(b.Links) != 1 {
		return false
	}
	to, err := url.Parse(b.Links[0])
	if err != nil || to.Hostname() != x.url.Hostname() || to.RawQuery != "" {
		return false
	}
	folder := strings.TrimSuffix(to.Path, "/")
	return len(folder)+1 < len(x.url.Path) && strings.HasPrefix(x.url.Path, folder+"/")
}
