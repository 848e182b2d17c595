package segmenter

import (
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func (x *resolution) title() {
	h, m := x.head, x.m
	m.OgTitle = first(h.meta("og:title"), h.meta("twitter:title"))
	m.Headline = collapsed(first(text(x.data.article.Get("headline")), h.item("headline"), text(x.data.article.Get("name"))), 1000)
	evidence := &siteEvidence{separators: x.reader.separators, host: hostLabel(x.url), domain: strings.TrimPrefix(x.url.Hostname(), "www.")}
	evidence.names = []string{m.SiteName, x.data.siteName, strings.TrimPrefix(h.meta("twitter:site"), "@")}
	heading := ""
	if len(x.h1) > 0 {
		heading = x.h1[0]
	}
	evidence.heading = heading
	below := x.subheadings()
	evidence.titles = append([]string{m.Headline, heading}, below...)
	longer := slices.DeleteFunc(slices.Clone(below), func(h string) bool { return len(letters(h)) <= len(letters(heading)) })
	cut := func(s string) string { return evidence.withoutSite(collapsed(s, 1000)) }
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
		{cut(h.meta("parsely-title", "sailthru.title", "title", "headline", "hdl")), fromMeta},
		{cut(h.meta("dc.title", "dcterms.title")), fromDublinCore},
		{cut(h.title), fromHTML}, {heading, fromHTML}, {x.page.GetFeed().GetTitle(), fromFeed},
	} {
		if c.value != "" && !(evidence.isSite(c.value) && heading != "" && heading != c.value) {
			m.Title = x.pick("title", c)
			break
		}
	}
	if m.Sources["title"] == fromJSONLD && text(x.data.article.Get("headline")) == "" && h.item("headline") != "" {
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
	if blog, _, _ := strings.Cut(x.head.title, ": "); evidence.isHeading(blog) && evidence.behindBlog(x.head.title) != "" {
		return ""
	}
	all := letters(heading)
	for _, t := range []string{x.m.Headline, x.m.OgTitle, evidence.withoutSite(collapsed(x.head.title, 1000))} {
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
	lower := append(headings(x.out, "h2"), headings(x.out, "h3")...)
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
