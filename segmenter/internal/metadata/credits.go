package metadata

import (
	"cmp"
	"slices"
	"strings"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter/internal/date"
	"github.com/winnow-news/winnow/segmenter/internal/head"
	"github.com/winnow-news/winnow/segmenter/internal/plain"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// DeclaresDate reports that a page declares when it was published; what stands
// among its text may be the date of a teaser.
func DeclaresDate(m *pb.Metadata) bool {
	return m.GetPublished() != nil && m.GetSources()["published"] != fromText
}

func (x *resolution) authors() {
	h := x.head
	var weak []string
	from := ""
	for _, c := range []struct {
		lines  []string
		source string
		ask    func() []string // for the lines, only where nothing better is there
	}{
		{x.data.authors(), fromJSONLD, nil},
		{h.All("author"), fromMeta, nil},
		{h.All("article:author_name"), fromOpenGraph, nil},
		{h.AllOf("parsely-author", "sailthru.author", "byl", "authors", "cxenseparse:author", "article.author", "dable:author"), fromMeta, nil},
		{h.AllOf("article:author", "og:article:author"), fromOpenGraph, nil},
		{h.AllOf("dc.creator", "dcterms.creator", "dc.contributor"), fromDublinCore, nil},
		{x.closest(h.ItemsOf("author", "creator")), fromMicrodata, nil},
		{x.page.GetFeed().GetAuthors(), fromFeed, nil},
		{h.Labelled(x.reader.visible.label), fromMeta, nil},
		{nil, fromHTML, func() []string { return x.signatures(signedByLink) }},
		{nil, fromHTML, func() []string { return x.undated(x.closest(h.Bylines)) }},
		{nil, fromHTML, func() []string { return x.signatures(signedByClass) }},
		{nil, fromText, x.visibleAuthors},
		{nil, fromText, x.labelledAuthors},
	} {
		if c.ask != nil {
			c.lines = c.ask()
		}
		people := x.reader.authors.clean(slices.DeleteFunc(slices.Clone(c.lines), x.isSite), h.Lang)
		people = slices.DeleteFunc(people, func(name string) bool { return x.isPublisher(name) || isNewsroom(name) })
		named := slices.ContainsFunc(people, isName)
		if named {
			people = slices.DeleteFunc(people, isAccount)
		}
		if named || len(people) > 0 && !slices.ContainsFunc(slices.Concat(people, weak), isAccount) {
			x.m.Authors, x.m.Sources["authors"] = people, c.source
			return
		}
		if weak == nil {
			weak, from = x.reader.authors.clean(c.lines, h.Lang), c.source
		}
	}
	if weak != nil {
		x.m.Authors, x.m.Sources["authors"] = weak, from
	}
}

// closest gives, of lines in document order, those at the head of the article,
// else the first behind it and what stands with it, else those before it: other
// articles' and commenters' stand farther away.
func (x *resolution) closest(lines []head.Item) []string {
	from, to := x.headline-headReach, x.headEnd
	var near, behind, before []string
	first := 0
	for _, l := range lines {
		switch {
		case l.Block < from:
			before = append(before, l.Value)
		case l.Block <= to:
			near = append(near, l.Value)
		case behind == nil || l.Block-first <= 1:
			behind, first = append(behind, l.Value), l.Block
		}
	}
	switch {
	case near != nil:
		return near
	case behind != nil:
		return behind
	}
	return before
}

// undated masks the dates in lines.
func (x *resolution) undated(lines []string) []string {
	for i, line := range lines {
		lines[i] = x.lines.Mask(line)
	}
	return lines
}

// isPublisher reports a name that is the site's own, or has it within: who
// signs with it says nothing of who wrote.
func (x *resolution) isPublisher(name string) bool {
	host := letters(hostLabel(x.url))
	return x.isSite(name) || len(host) > 5 && strings.Contains(letters(name), host)
}

// isSite reports a line that is the site's name and nothing else.
func (x *resolution) isSite(line string) bool {
	n := letters(line)
	return n == letters(x.m.SiteName) || n == letters(hostLabel(x.url)) || n == letters(x.url.Hostname())
}

// dates finds when the page was published and changed.
func (x *resolution) dates() {
	published, modified := x.dateClaims()
	if c, t, ok := x.bestDate(published); ok {
		x.m.Published, x.m.PublishedLocal = timestamppb.New(t.Time), t.Local()
		x.m.PublishedRaw, x.m.Sources["published"] = plain.Clip(c.value, 100), c.source
	}
	if c, t, ok := x.bestDate(modified); ok && (x.m.Published == nil || !t.Before(x.m.Published.AsTime())) {
		x.m.Modified, x.m.ModifiedLocal = timestamppb.New(t.Time), t.Local()
		x.m.ModifiedRaw, x.m.Sources["modified"] = plain.Clip(c.value, 100), c.source
	}
}

// dateClaims gives what speaks of the two dates, the most trusted first.
func (x *resolution) dateClaims() (published, modified []claim) {
	h, d := x.head, x.data.article
	published = []claim{
		{text(d.Get("datePublished")), fromJSONLD},
		{h.Meta("article:published_time", "og:published_time", "og:article:published_time", "og:pubdate", "og:regdate", "rnews:datepublished"), fromOpenGraph},
		{h.Meta("parsely-pub-date", "sailthru.date", "cxenseparse:recs:publishtime", "article.published", "publish-date", "publish_date",
			"published_time", "pubdate", "date", "pdate", "ptime", "article_date_original", "originalpublicationdate", "publication_date", "displaydate",
			"datepublished", "bt:pubdate", "dat", "shareaholic:article_published_time"), fromMeta},
		{h.Item("datepublished"), fromMicrodata},
		{h.Meta("dc.date.issued", "dcterms.issued", "dc.date", "dc.date.created", "dcterms.created", "dcterms.date", "dc.issued", "dcterms.available"), fromDublinCore},
		{cmp.Or(text(d.Get("dateCreated")), x.data.dated), fromJSONLD},
	}
	modified = []claim{
		{text(d.Get("dateModified")), fromJSONLD},
		{h.Meta("article:modified_time", "og:updated_time", "og:modified_time"), fromOpenGraph},
		{h.Meta("last-modified", "lastmod", "revised", "modified", "cxenseparse:recs:modifiedtime", "article.updated", "utime", "updated_time"), fromMeta},
		{h.Item("datemodified"), fromMicrodata},
		{h.Meta("dcterms.modified", "dc.date.modified"), fromDublinCore},
	}
	if t := x.page.GetFeed().GetPublished(); t.IsValid() {
		published = append(published, claim{t.AsTime().Format(time.RFC3339), fromFeed})
	}
	if t := x.page.GetFeed().GetModified(); t.IsValid() {
		modified = append(modified, claim{t.AsTime().Format(time.RFC3339), fromFeed})
	}
	inURL := date.InURL(x.url)
	times, others := x.timeElements()
	for _, e := range x.ofDay(inURL, times) {
		published = append(published, claim{e, fromTime})
	}
	published = append(published, claim{inURL, fromURL})
	for _, e := range times {
		published = append(published, claim{e, fromTime})
	}
	for _, e := range h.DateTexts {
		published = append(published, claim{e, fromHTML})
	}
	if _, _, ok := x.bestDate(published); !ok {
		shown, changed := x.visibleDates()
		for _, e := range shown {
			published = append(published, claim{e, fromText})
		}
		for _, e := range others {
			published = append(published, claim{e, fromTime})
		}
		for _, e := range changed {
			modified = append(modified, claim{e, fromText})
		}
	}
	return published, modified
}

// ofDay gives those of times that tell of a day, whatever the zone; none where
// the day is "".
func (x *resolution) ofDay(day string, times []string) (some []string) {
	d, ok := x.reader.dates.Read(day, x.monthFirst)
	if !ok {
		return nil
	}
	for _, e := range times {
		if t, ok := x.reader.dates.Read(e, x.monthFirst); ok && t.Time.Sub(d.Time).Abs() < 36*time.Hour {
			some = append(some, e)
		}
	}
	return some
}

// bestDate gives the first claim that is a sane date.
func (x *resolution) bestDate(claims []claim) (claim, date.Moment, bool) {
	for _, c := range claims {
		if c.value == "" {
			continue
		}
		if t, ok := x.reader.dates.Read(c.value, x.monthFirst); ok && x.sane(t.Time) {
			return c, t, true
		}
	}
	return claim{}, date.Moment{}, false
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
