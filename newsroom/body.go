package newsroom

import (
	"strconv"
	"strings"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
	"github.com/winnow-news/winnow/newsroom/internal/prose"
)

// articlePage writes an article in one of its variants.
func (c *canvas) articlePage(st *story, v variant) {
	d := c.d
	h := headData{title: st.title, description: st.standfirst, story: st}
	if c.s.meta.canonical {
		h.canonical = c.s.path(st.brief)
		if v == plain {
			h.ampPath = variantAMP.path(h.canonical)
		}
	}
	if v == variantPrint {
		c.head(h)
		c.article(st)
		c.end()
		return
	}
	c.frame(h, func() {
		if d.order.headlineOutside {
			c.block(rHeadline, st.title)
		}
		c.within(rArticle, func() {
			c.article(st)
			if d.order.relatedInside {
				c.related(st)
			}
		})
		if !d.order.relatedInside && !d.order.commentsFirst {
			c.related(st)
		}
		c.comments(st)
		if !d.order.relatedInside && d.order.commentsFirst {
			c.related(st)
		}
	})
}

// article writes the parts of a story and what is woven between them.
func (c *canvas) article(st *story) {
	o := c.d.order
	parts := st.parts
	if !o.headlineOutside && !o.headlineLate {
		c.block(rHeadline, st.title)
	}
	if len(parts) > 0 && parts[0].kind == Standfirst {
		c.block(rStandfirst, parts[0].text)
		parts = parts[1:]
	}
	if !o.headlineOutside && o.headlineLate {
		c.block(rHeadline, st.title)
	}
	if !o.bylineBottom {
		c.byline(st)
	}
	if o.shareTop {
		c.share()
	}
	c.open(rBody)
	for i, p := range parts {
		c.part(st, i, p)
	}
	c.close(rBody)
	c.afterBody(st)
}

func (c *canvas) afterBody(st *story) {
	o := c.d.order
	if st.revision > 1 {
		c.block(rNote, c.word("correction"))
	}
	if o.bylineBottom {
		c.byline(st)
	}
	c.open(rTags)
	c.link(c.s.tagPath(st.tag), c.s.tags[st.tag])
	c.close(rTags)
	if !o.shareTop {
		c.share()
	}
	if o.bio {
		for _, a := range st.authors {
			c.block(rBio, c.s.bio(a))
		}
	}
}

// bio is what the site says about an author, the same everywhere.
func (s *site) bio(author int) string {
	v := prose.NewVoice(s.lang, chance.New(s.seed, 'b', uint64(author)))
	v.Bind("person", s.authors[author])
	return v.Say("ui.bio")
}

func (c *canvas) byline(st *story) {
	c.open(rByline)
	if len(st.authors) == 0 {
		c.text(c.word("agency"))
	} else {
		c.text(c.word("by") + " ")
	}
	for i, a := range st.authors {
		if i > 0 {
			c.raw(", ")
		}
		c.raw(`<a rel="author" href="`, c.s.authorPath(a), `">`)
		c.text(c.s.authors[a])
		c.raw("</a>")
	}
	if c.d.order.minutes {
		c.text(c.d.separator + c.v.Say("ui.minutes"))
	}
	c.close(rByline)
	if !c.s.meta.noDate {
		c.date(st.published, rDate, "datePublished")
	}
	if st.revision > 1 {
		c.block(rNote, c.word("updated")+": "+c.s.lang.Date(st.corrected, c.d.dateStyle))
	}
}

func (c *canvas) share() {
	c.open(rShare)
	c.text(c.word("share") + " ")
	for _, where := range []string{"Mastodon", "E-Mail", "Print"} {
		c.link("http://share.example/"+strings.ToLower(where)+"?u="+strconv.Itoa(c.r.N(1000)), where)
		c.raw(" ")
	}
	c.close(rShare)
}

// part writes part i of the body.
func (c *canvas) part(st *story, i int, p part) {
	switch p.aux {
	case auxAd:
		c.between(c.ad)
		return
	case auxPromo:
		c.promo(p.link)
		return
	case auxNewsletter:
		c.newsletter()
		return
	case auxPull:
		c.block(rPull, p.text)
		return
	}
	switch p.kind {
	case Heading:
		c.heading(p.text)
	case ListItem:
		c.list(p.list)
	case Quote:
		c.block(rQuote, p.text)
	case TableRow:
		c.table(p.rows)
	case Caption:
		c.figure(c.picture(st.item, i), p.text)
	case Embed:
		c.embed(p.text)
	default:
		c.open(rPara)
		c.inline(p.text)
		c.close(rPara)
		c.raw(c.d.newline)
	}
}

// between writes an interruption of the body, between two containers where the
// architecture splits articles.
func (c *canvas) between(interruption func()) {
	if c.d.arch.split {
		c.close(rBody)
		interruption()
		c.open(rBody)
		return
	}
	interruption()
}

func (c *canvas) heading(text string) {
	if c.d.arch.sections {
		c.close(rBody)
		c.open(rBody)
	}
	c.block(rHeading, text)
}

func (c *canvas) list(items []string) {
	c.open(rList)
	for _, text := range items {
		c.block(rItem, text)
	}
	c.close(rList)
}

func (c *canvas) table(rows [][]string) {
	c.open(rTable)
	cell := "th"
	for _, row := range rows {
		c.raw("<tr>\n")
		for _, text := range row {
			c.raw("<", cell, ">")
			c.text(text)
			c.raw("</", cell, ">\n")
		}
		c.raw("</tr>\n")
		cell = "td"
	}
	c.close(rTable)
}

func (c *canvas) picture(it item, n int) string {
	return "/img/" + strconv.Itoa(id(it)) + "-" + strconv.Itoa(n) + ".gif"
}

func (c *canvas) figure(src, caption string) {
	c.open(rFigure)
	c.raw("<", c.d.arch.img, ` src="`, src, `" width="640" height="360" alt="">`)
	if c.d.arch.img != "img" {
		c.raw("</", c.d.arch.img, ">")
	}
	c.block(rCaption, caption)
	c.close(rFigure)
}

func (c *canvas) embed(text string) {
	c.open(rEmbed)
	c.raw(`<p dir="auto">`)
	c.text(text)
	c.raw(`</p>&mdash; `)
	c.link("http://social.example/post/"+strconv.Itoa(c.r.N(1_000_000)), "@"+slug(c.v.Say("first"))+strconv.Itoa(c.r.N(100)))
	c.close(rEmbed)
}
