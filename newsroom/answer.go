package newsroom

import (
	"net/http"
	"time"

	"github.com/winnow-news/winnow/proto/canon"
)

// answer is what a site replies to a request.
type answer struct {
	status      int
	contentType string
	location    string // for redirects
	body        []byte
	modified    time.Time // zero: not stated
}

// answer replies to a path with its query at the time now.
func (s *site) answer(target string, now time.Time) (answer, error) {
	r := s.resolve(target, now)
	switch r.what {
	case picture:
		return answer{status: http.StatusOK, contentType: "image/gif", body: pixel()}, nil
	case robotsFile:
		return answer{status: http.StatusOK, contentType: "text/plain; charset=utf-8", body: s.robots()}, nil
	case feedFile:
		body, err := s.feedFile(now)
		return answer{status: http.StatusOK, contentType: s.feed.contentType(), body: body}, err
	case sitemapIndex, sitemapFile, newsSitemap:
		return s.sitemap(r, now)
	case shortLink:
		b, _ := s.brief(r.item)
		return answer{status: http.StatusMovedPermanently, contentType: "text/html", location: s.url(s.path(b))}, nil
	}
	return s.document(r, s.storyOf(r, now), target, now)
}

// storyOf gives the story of an article's address, nil for other addresses.
func (s *site) storyOf(r route, now time.Time) *story {
	if r.what != numbered || r.item.kind != article {
		return nil
	}
	st := s.story(r.item, now)
	return &st
}

// document writes an HTML page in the site's encoding.
func (s *site) document(r route, st *story, target string, now time.Time) (answer, error) {
	a := answer{status: http.StatusOK, contentType: s.charset.contentType()}
	c := newCanvas(s, s.designOf(r, now), target, now)
	s.draw(c, r, st)
	if r.what == nothing || r.item.kind == missing && r.what == numbered {
		a.status = http.StatusNotFound
	}
	if st != nil {
		a.modified = st.published
		if st.revision > 1 {
			a.modified = st.corrected
		}
	}
	var err error
	a.body, err = s.charset.encode(c.b)
	return a, err
}

// designOf gives the template that a page has: an article that of its number,
// any other page that of the present.
func (s *site) designOf(r route, now time.Time) *design {
	switch {
	case r.variant == variantAMP:
		return s.amp
	case r.variant == variantPrint:
		return s.print
	case r.what == numbered && r.item.kind == article:
		return s.design(r.item.index)
	}
	return s.design(s.visible(now) - 1)
}

func (s *site) draw(c *canvas, r route, st *story) {
	switch r.what {
	case homePage:
		c.home()
	case sectionPage:
		c.section(r.number, r.page)
	case numbered:
		s.drawNumbered(c, r, st)
	case authorPage:
		name := s.authors[r.number]
		c.listOf(name, s.authorPath(r.number), s.bio(r.number), func(b brief) bool {
			return len(b.authors) > 0 && b.authors[0] == r.number
		})
	case tagPage:
		c.listOf(s.tags[r.number], s.tagPath(r.number), "", func(b brief) bool { return b.tag == r.number })
	case aboutPage:
		c.about("/about/", c.word("about"))
	case contactPage:
		c.about("/contact/", c.word("contact"))
	case guidePage:
		c.guide(r.number)
	case searchPage:
		c.search(r.text)
	case calendarTrap:
		c.calendar(r.month)
	case archiveTrap:
		c.repeating()
	case privatePage:
		c.consentWall()
	default:
		c.notFound()
	}
}

func (s *site) drawNumbered(c *canvas, r route, st *story) {
	switch r.item.kind {
	case article:
		c.articlePage(st, r.variant)
	case gallery:
		c.gallery(r.item)
	case live:
		c.livePage(r.item)
	case wall:
		c.consentWall()
	default:
		c.notFound()
	}
}

// truth tells what is known about the page at a path; not ok for what is no
// HTML page.
func (s *site) truth(r route, st *story, target string) (Truth, bool) {
	class, ok := r.class()
	if !ok {
		return Truth{}, false
	}
	t := Truth{
		URL: s.url(target), Canonical: s.url(target), Site: s.host, Language: s.lang.Code,
		Class: class, Title: s.titleOf(r),
	}
	if st != nil {
		s.tell(&t, r, st)
	}
	return t, true
}

// tell adds what is known about an article.
func (s *site) tell(t *Truth, r route, st *story) {
	t.Canonical = s.url(s.path(st.brief))
	t.Title = st.title
	for _, a := range st.authors {
		t.Authors = append(t.Authors, s.authors[a])
	}
	t.Published, t.Modified, t.Revision = st.published, st.corrected, st.revision
	t.Redesign = r.variant != variantAMP && r.variant != variantPrint && s.redesigned(r.item.index)
	t.Paragraphs = st.paragraphs()
	if canonical, err := canon.URL(t.Canonical); err == nil {
		t.ArticleID = canon.ArticleID(canonical)
	}
}

// class gives the class of a page; not ok for what is no HTML page.
func (r route) class() (Class, bool) {
	switch r.what {
	case homePage, sectionPage, authorPage, tagPage, searchPage:
		return ClassListing, true
	case aboutPage, contactPage, guidePage, calendarTrap, archiveTrap:
		return ClassOther, true
	case nothing, privatePage:
		return ClassWall, true
	case numbered:
		return [kinds]Class{ClassArticle, ClassMedia, ClassLive, ClassWall, ClassWall, ClassWall}[r.item.kind], true
	}
	return "", false
}

// titleOf gives the title of a page that is no article.
func (s *site) titleOf(r route) string {
	word := func(name string) string { return s.lang.Word("ui." + name) }
	switch r.what {
	case homePage:
		return word("home")
	case sectionPage:
		return s.lang.Sections[r.number].Name
	case authorPage:
		return s.authors[r.number]
	case tagPage:
		return s.tags[r.number]
	case aboutPage:
		return word("about")
	case contactPage:
		return word("contact")
	case guidePage:
		title, _ := s.guide(r.number)
		return title
	case searchPage:
		return word("search") + ": " + r.text
	case numbered:
		if r.item.kind <= live {
			b, _ := s.brief(r.item)
			return b.title
		}
	}
	return s.brand
}
