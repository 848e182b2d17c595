package newsroom

import (
	"strconv"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
	"github.com/winnow-news/winnow/newsroom/internal/prose"
)

// frame writes a whole document: what all pages of the site share, with
// content in the main column.
func (c *canvas) frame(head headData, content func()) {
	c.head(head)
	c.open(rPage)
	if c.d.order.consentFirst {
		c.consent()
	}
	c.header()
	c.open(rColumns)
	if c.d.order.asideFirst {
		c.aside()
	}
	c.within(rMain, content)
	if !c.d.order.asideFirst {
		c.aside()
	}
	c.close(rColumns)
	c.footer()
	if !c.d.order.consentFirst {
		c.consent()
	}
	c.end()
}

// end closes the document; a broken site leaves it open, with an end tag too
// many for good measure.
func (c *canvas) end() {
	if c.d.broken {
		c.raw("</span></p>\n<div><b>")
		return
	}
	c.close(rPage)
	c.raw("</body>\n</html>\n")
}

func (c *canvas) header() {
	if c.d.order.ticker {
		c.open(rTicker)
		c.text(c.s.lang.Date(c.now, c.d.dateStyle) + c.d.separator + c.v.Say("ui.readers"))
		c.close(rTicker)
	}
	c.open(rHeader)
	c.open(rBrand)
	c.link("/", c.s.brand)
	c.close(rBrand)
	c.within(rNav, c.nav)
	c.close(rHeader)
}

func (c *canvas) nav() {
	item := func(path, text string) {
		c.open(rNavItem)
		c.link(path, text)
		c.close(rNavItem)
	}
	item("/", c.word("home"))
	for i, sec := range c.s.lang.Sections {
		item(c.s.sectionPath(i), sec.Name)
	}
	item("/search?q="+strconv.Itoa(c.now.Year()), c.word("search"))
	if c.s.cfg.Traps {
		item("/calendar/"+c.now.Format("2006/01")+"/", c.word("calendar"))
		item("/archive/", c.word("archive"))
	}
	item("/private/account", c.word("login"))
}

// aside writes the sidebar: most read, an advertisement, the newsletter.
func (c *canvas) aside() {
	c.open(rAside)
	c.mostRead()
	c.ad()
	c.newsletter()
	c.close(rAside)
}

// mostRead lists recent articles; the list differs from page to page.
func (c *canvas) mostRead() {
	n := c.s.visible(c.now)
	if n == 0 {
		return
	}
	c.open(rBox)
	c.block(rBoxTitle, c.word("most"))
	c.open(rBoxList)
	for range min(5, n) {
		b, _ := c.s.brief(item{article, n - 1 - c.r.N(min(n, 30))})
		c.open(rBoxItem)
		c.link(c.s.path(b), b.title)
		c.close(rBoxItem)
	}
	c.close(rBoxList)
	c.close(rBox)
}

func (c *canvas) newsletter() {
	c.open(rNewsletter)
	c.text(c.word("newsletter"))
	c.raw(`<form action="/private/signup" method="post"><input name="email" type="email"><button>OK</button></form>`)
	c.close(rNewsletter)
}

// ad writes an advertisement with one of a few texts.
func (c *canvas) ad() {
	c.open(rAd)
	c.text(c.word("ad") + " ")
	campaign := prose.NewVoice(c.s.lang, chance.New(c.s.seed, 'a', uint64(c.r.N(5)))).Say("title")
	c.raw(`<a href="http://ads.example/click?c=`, strconv.Itoa(c.r.N(1_000_000)), `" rel="sponsored nofollow">`)
	c.text(campaign)
	c.raw("</a>")
	c.close(rAd)
}

func (c *canvas) consent() {
	c.open(rConsent)
	c.raw("<div>")
	c.text(c.v.Say("ui.cookies"))
	c.raw("</div><button>")
	c.text(c.word("accept"))
	c.raw("</button> <button>")
	c.text(c.word("manage"))
	c.raw("</button>")
	c.close(rConsent)
}

func (c *canvas) footer() {
	c.open(rFooter)
	c.raw("<div>© ", strconv.Itoa(c.now.Year()), " ")
	c.text(c.s.brand + ". " + c.word("rights"))
	c.raw("</div><div>")
	c.link("/about/", c.word("about"))
	c.raw(" ")
	c.link("/contact/", c.word("contact"))
	if c.s.feed != noFeed {
		c.raw(" ")
		c.link(c.s.feed.path(), "RSS")
	}
	c.raw("</div>")
	c.close(rFooter)
}
