package newsroom

import (
	"strconv"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
	"github.com/winnow-news/winnow/newsroom/internal/prose"
)

// promo points to another article from inside the body.
func (c *canvas) promo(index int) {
	b, _ := c.s.brief(item{article, index})
	c.open(rPromo)
	c.text(c.word("more") + ": ")
	c.link(c.s.path(b), b.title)
	c.close(rPromo)
}

// related links to older articles, a choice of its own for each page.
func (c *canvas) related(st *story) {
	n := min(st.index, 40)
	if !c.s.habits.related || n == 0 || st.kind != article {
		return
	}
	c.open(rRelated)
	c.block(rBoxTitle, c.word("related"))
	for range min(4, n) {
		b, _ := c.s.brief(item{article, st.index - 1 - c.r.N(n)})
		c.teaser(b, c.s.path(b), c.s.habits.teasers)
	}
	c.close(rRelated)
}

func (c *canvas) teaser(b brief, href string, standfirst bool) {
	c.open(rTeaser)
	c.link(href, b.title)
	if standfirst {
		c.raw(" <span>")
		c.text(b.standfirst)
		c.raw("</span>")
	}
	c.close(rTeaser)
}

func (c *canvas) comments(st *story) {
	if c.s.habits.comments == 0 {
		return
	}
	r := chance.New(c.s.seed, 'k', uint64(st.index), uint64(st.kind))
	v := prose.NewVoice(c.s.lang, r)
	c.open(rComments)
	n := r.N(c.s.habits.comments + 1)
	c.block(rBoxTitle, c.word("comments")+" ("+strconv.Itoa(n)+")")
	for i := range n {
		c.open(rComment)
		when := st.published.Add(c.s.interval/4 + minutes(7*i))
		c.block(rCommentMeta, v.Say("person")+c.d.separator+c.s.lang.Date(when, c.d.dateStyle))
		c.block(rCommentText, v.Say("comment")+" "+v.Say("comment"))
		c.close(rComment)
	}
	c.close(rComments)
}
