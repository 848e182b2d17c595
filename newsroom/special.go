package newsroom

import (
	"fmt"
	"strings"
	"time"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
	"github.com/winnow-news/winnow/newsroom/internal/prose"
)

func minutes(n int) time.Duration { return time.Duration(n) * time.Minute }

// gallery shows pictures with captions.
func (c *canvas) gallery(it item) {
	b, v := c.s.brief(it)
	c.frame(headData{title: b.title, canonical: c.s.path(b), description: b.standfirst}, func() {
		c.block(rHeadline, c.word("gallery")+": "+b.title)
		c.block(rStandfirst, b.standfirst)
		for i := range 6 + it.index%7 {
			c.figure(c.picture(it, i), fmt.Sprintf("%d. %s", i+1, v.Say("cap")))
		}
	})
}

// livePage shows short entries, each with its time, the newest first.
func (c *canvas) livePage(it item) {
	b, v := c.s.brief(it)
	c.frame(headData{title: b.title, canonical: c.s.path(b), description: b.standfirst}, func() {
		c.block(rHeadline, c.word("live")+": "+b.title)
		for i := range 8 + it.index%9 {
			c.open(rComment)
			c.block(rCommentMeta, b.published.Add(minutes(-11*i)).Format("15:04"))
			c.block(rCommentText, v.Paragraph(1))
			c.close(rComment)
		}
	})
}

// consentWall is what some addresses answer instead of their article.
func (c *canvas) consentWall() {
	c.frame(headData{title: c.s.brand, noindex: true}, func() {
		c.open(rConsent)
		c.raw("<div>")
		c.text(c.word("wall"))
		c.raw("</div>")
		c.link("/private/account", c.word("subscribe"))
		c.raw(" <button>")
		c.text(c.word("accept"))
		c.raw("</button>")
		c.close(rConsent)
	})
}

// notFound is the page of 404 answers, and of those that should be one.
func (c *canvas) notFound() {
	c.frame(headData{title: c.s.brand}, func() {
		c.block(rBoxTitle, "404")
		c.block(rPara, c.word("gone"))
	})
}

func (c *canvas) about(path, title string) {
	v := prose.NewVoice(c.s.lang, chance.New(c.s.seed, 'u', chance.Text(path)))
	c.frame(headData{title: title, canonical: path}, func() {
		c.block(rBoxTitle, title)
		c.block(rPara, v.Say("ui.abouttext"))
		c.open(rList)
		for _, name := range c.s.authors {
			c.block(rItem, name+", "+strings.ToLower(slug(name))+"@"+c.s.host)
		}
		c.close(rList)
		for i := range c.s.guides() {
			title, _ := c.s.guide(i)
			c.link(c.s.guidePath(i), title)
			c.raw("<br>\n")
		}
	})
}

// guides is the number of pages of a site that stand for good. Only a content
// management that speaks to machines gives them what it gives articles.
func (s *site) guides() int {
	if s.meta.jsonLD {
		return guidesPerSite
	}
	return 0
}

// guide gives the title of a guide, and the voice that can go on with its text.
func (s *site) guide(n int) (string, *prose.Voice) {
	v := prose.NewVoice(s.lang, chance.New(s.seed, 'g', uint64(n)))
	return strings.TrimSuffix(v.Say("title"), "."), v
}

// guide reads like an article and declares itself one; it only shows no date
// and no author.
func (c *canvas) guide(n int) {
	title, v := c.s.guide(n)
	c.frame(headData{title: title, canonical: c.s.guidePath(n), guide: true}, func() {
		c.block(rHeadline, title)
		c.open(rBody)
		for range 8 {
			c.block(rPara, v.Paragraph(3))
		}
		c.close(rBody)
	})
}

// calendar is a trap: every month leads to the next, for ever.
func (c *canvas) calendar(month time.Time) {
	c.frame(headData{title: c.word("calendar") + " " + month.Format("2006-01")}, func() {
		c.block(rBoxTitle, c.s.lang.Date(month, 0))
		c.raw("<table>")
		for day := month; day.Month() == month.Month(); day = day.AddDate(0, 0, 1) {
			c.raw("<tr><td>")
			c.link(day.Format("/calendar/2006/01/?day=02"), day.Format("2"))
			c.raw("</td></tr>\n")
		}
		c.raw("</table>")
		c.link(month.AddDate(0, -1, 0).Format("/calendar/2006/01/"), "«")
		c.raw(" ")
		c.link(month.AddDate(0, 1, 0).Format("/calendar/2006/01/"), "»")
	})
}

// repeating is a trap: a relative link makes the path longer each time.
func (c *canvas) repeating() {
	c.frame(headData{title: c.word("archive")}, func() {
		c.block(rBoxTitle, c.word("archive"))
		c.link("archive/", c.word("next"))
		c.raw(" ")
		c.link("older/", c.word("more"))
	})
}
