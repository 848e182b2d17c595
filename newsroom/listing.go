package newsroom

import (
	"strconv"
	"strings"
	"time"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
)

// perPage is the number of articles on a page of a listing.
const perPage = 15

// home lists the newest articles of all sections.
func (c *canvas) home() {
	c.frame(headData{title: c.word("home"), canonical: "/"}, func() {
		n := c.s.visible(c.now)
		for i := range min(2*perPage, n) {
			b, _ := c.s.brief(item{article, n - 1 - i})
			href := c.s.path(b)
			if c.s.tracked(i) {
				href = withParameter(href, "src=home")
			}
			c.teaser(b, href, i%2 == 0)
		}
		c.live()
	})
}

// tracked reports whether the home page's link i carries a parameter, so that
// the same article is met under two addresses.
func (s *site) tracked(i int) bool { return s.habits.tracked && s.meta.canonical && i%3 == 0 }

// live points to the live pages that there are.
func (c *canvas) live() {
	for i := range c.s.count(live) {
		if it := (item{live, i}); c.s.exists(it, c.now) {
			b, _ := c.s.brief(it)
			c.open(rPromo)
			c.text(c.word("live") + ": ")
			c.link(c.s.path(b), b.title)
			c.close(rPromo)
			return
		}
	}
}

// section lists the articles of a section, newest first, and on each page one
// item of every other kind.
func (c *canvas) section(sec, page int) {
	items := c.s.inSection(sec, page, c.now)
	listing := c.s.sectionPath(sec)
	title := c.s.lang.Sections[sec].Name
	c.frame(headData{title: title, canonical: c.s.pager(listing, page), list: true}, func() {
		c.block(rBoxTitle, title)
		for i, it := range items {
			b, _ := c.s.brief(it)
			c.teaser(b, c.s.path(b), i%3 != 0)
		}
		if c.s.visible(c.now) > (page+1)*perPage*len(c.s.lang.Sections) {
			c.pager(c.s.pager(listing, page+1))
		}
	})
}

// inSection gives the items on a page of a section. A section has every n-th
// article, n being the number of sections.
func (s *site) inSection(sec, page int, now time.Time) []item {
	var items []item
	step := len(s.lang.Sections)
	n := s.visible(now)
	last := n - 1 - ((n-1-sec)%step+step)%step
	for i := range perPage {
		if index := last - (page*perPage+i)*step; index >= 0 {
			items = append(items, item{article, index})
		}
	}
	for k := gallery; k < kinds; k++ {
		if it := (item{k, page*step + sec}); s.exists(it, now) {
			items = append(items, it)
		}
	}
	return items
}

func (c *canvas) pager(href string) {
	if c.s.habits.session {
		href = withParameter(href, "PHPSESSID="+strconv.FormatUint(chance.Text(c.url), 36))
	}
	c.open(rPager)
	c.link(href, c.word("next"))
	c.close(rPager)
}

// listOf writes a page that lists those of the newest articles that fit, below
// a few words (bio) where there are any.
func (c *canvas) listOf(title, canonical, bio string, fits func(brief) bool) {
	c.frame(headData{title: title, canonical: canonical, list: true}, func() {
		c.block(rBoxTitle, title)
		if bio != "" {
			c.block(rBio, bio)
		}
		n := c.s.visible(c.now)
		shown := 0
		for i := n - 1; i >= max(0, n-200) && shown < perPage; i-- {
			if b, _ := c.s.brief(item{article, i}); fits(b) {
				c.teaser(b, c.s.path(b), false)
				shown++
			}
		}
	})
}

// search answers a search with articles that depend on the question only.
func (c *canvas) search(query string) {
	r := chance.New(c.s.seed, 'q', chance.Text(query))
	c.frame(headData{title: c.word("search") + ": " + query, noindex: true}, func() {
		c.raw(`<form action="/search"><input name="q" value="`)
		c.text(query)
		c.raw(`"><button>OK</button></form>`)
		n := c.s.visible(c.now)
		for range min(8, n) {
			b, _ := c.s.brief(item{article, r.N(n)})
			c.teaser(b, c.s.path(b), true)
		}
	})
}

func withParameter(path, parameter string) string {
	if strings.Contains(path, "?") {
		return path + "&" + parameter
	}
	return path + "?" + parameter
}
