package newsroom

import (
	"strconv"
	"strings"
	"time"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
	"github.com/winnow-news/winnow/newsroom/internal/prose"
)

// canvas is a page being written, in UTF-8.
type canvas struct {
	b   []byte
	s   *site
	d   *design
	now time.Time
	url string       // absolute address of the page
	r   *chance.Rand // for what is the page's own and no part of the truth
	v   *prose.Voice // speaks from r
}

func newCanvas(s *site, d *design, path string, now time.Time) *canvas {
	hour := uint64(now.Unix() / 3600)
	r := chance.New(s.seed, 'c', chance.Text(path), hour)
	return &canvas{
		b: make([]byte, 0, 32<<10), s: s, d: d, now: now, url: s.url(path),
		r: r, v: prose.NewVoice(s.lang, r),
	}
}

// raw writes markup.
func (c *canvas) raw(markup ...string) {
	for _, m := range markup {
		c.b = append(c.b, m...)
	}
}

// text writes text, escaped.
func (c *canvas) text(s string) { c.b = appendEscaped(c.b, s) }

func (c *canvas) open(r role)  { c.b = append(c.b, c.d.tags[r].open...) }
func (c *canvas) close(r role) { c.b = append(c.b, c.d.tags[r].close...) }

// block writes text at a role.
func (c *canvas) block(r role, text string) {
	c.open(r)
	c.text(text)
	c.close(r)
	c.raw(c.d.newline)
}

// within writes what content writes at a role.
func (c *canvas) within(r role, content func()) {
	c.open(r)
	content()
	c.close(r)
}

func (c *canvas) link(href, text string) {
	c.raw(`<a href="`)
	c.text(href)
	c.raw(`">`)
	c.text(text)
	c.raw("</a>")
}

// word gives an interface word.
func (c *canvas) word(name string) string { return c.s.lang.Word("ui." + name) }

// date writes a point in time, as a time element where the design has these.
func (c *canvas) date(t time.Time, role role, itemprop string) {
	shown := c.s.lang.Date(t, c.d.dateStyle)
	if !c.d.timeTag {
		c.block(role, shown)
		return
	}
	c.open(role)
	c.raw(`<time datetime="`, t.Format(time.RFC3339), `"`)
	if c.s.meta.microdata {
		c.raw(` itemprop="`, itemprop, `"`)
	}
	c.raw(">", shown, "</time>")
	c.close(role)
}

// inline writes the text of a paragraph, some of its words marked up.
func (c *canvas) inline(text string) {
	if c.s.lang.Joined || c.s.lang.Code == "th" || !c.r.Maybe(0.4) {
		c.text(text)
		return
	}
	spaces := make([]int, 0, 64)
	for i := range len(text) {
		if text[i] == ' ' {
			spaces = append(spaces, i)
		}
	}
	if len(spaces) < 6 {
		c.text(text)
		return
	}
	first := c.r.N(len(spaces) - 4)
	from, to := spaces[first]+1, spaces[first+1+c.r.N(3)]
	c.text(text[:from])
	c.mark(text[from:to])
	c.text(text[to:])
}

// mark writes words as a link or emphasised.
func (c *canvas) mark(words string) {
	switch c.r.N(4) {
	case 0:
		c.link(c.s.tagPath(c.r.N(tagsPerSite)), words)
	case 1:
		c.raw("<em>")
		c.text(words)
		c.raw("</em>")
	case 2:
		c.raw(`<a href="http://elsewhere.example/`, strconv.Itoa(c.r.N(1000)), `" rel="nofollow">`)
		c.text(words)
		c.raw("</a>")
	default:
		if c.d.broken { // nested the wrong way round
			c.raw("<b><i>")
			c.text(words)
			c.raw("</b></i>")
			return
		}
		c.raw("<strong>")
		c.text(words)
		c.raw("</strong>")
	}
}

func appendEscaped(b []byte, s string) []byte {
	last := 0
	for i := range len(s) {
		var ref string
		switch s[i] {
		case '&':
			ref = "&amp;"
		case '<':
			ref = "&lt;"
		case '>':
			ref = "&gt;"
		case '"':
			ref = "&quot;"
		default:
			continue
		}
		b = append(append(b, s[last:i]...), ref...)
		last = i + 1
	}
	return append(b, s[last:]...)
}

// number writes n with separators of thousands.
func number(n int) string {
	s := strconv.Itoa(n)
	if len(s) > 3 {
		return s[:len(s)-3] + "," + s[len(s)-3:]
	}
	return s
}

func joinCells(row []string) string { return strings.Join(row, " ") }
