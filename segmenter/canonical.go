package segmenter

import (
	"bytes"
	"net/url"
	"strings"

	"github.com/winnow-news/winnow/proto/canon"
	"github.com/winnow-news/winnow/segmenter/internal/head"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/publicsuffix"
)

// canonicalURL gives the address that the page wishes to be known by, where it
// can be believed: of the same site, and not plainly another page. Else it is
// the page's own, in canonical form.
func canonicalURL(page *url.URL, h *head.Facts) string {
	own, err := canon.Parsed(page)
	if err != nil {
		own = page.String()
	}
	for _, raw := range []string{h.Canonical, h.Meta("og:url")} {
		if raw == "" || len(raw) > canon.MaxURL {
			continue
		}
		u, err := page.Parse(raw)
		if err != nil || !sameSite(page, u) || losesPage(page, u) {
			continue
		}
		if c, err := canon.Parsed(u); err == nil {
			return c
		}
	}
	return own
}

// DeclaredURL gives the address that a saved page says it has, in canonical form,
// or "" where it names none that is absolute. Segmented under that address, the
// page has it as its canonical one: a page that was saved and one that was fetched
// are one article.
func DeclaredURL(body []byte) string {
	h := headOf(body)
	canonical, og := absolute(h.Canonical), absolute(h.Meta("og:url"))
	switch {
	case canonical != nil && (og == nil || !sameSite(canonical, og)):
		return canonicalURL(canonical, h)
	case og != nil:
		return canonicalURL(og, h)
	}
	return ""
}

// headOf reads the meta and link elements of a document without building its
// tree.
func headOf(body []byte) *head.Facts {
	w := walk{seg: &Segmenter{cfg: DefaultConfig()}}
	z := html.NewTokenizer(bytes.NewReader(body))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return &w.head
		case html.StartTagToken, html.SelfClosingTagToken:
			switch t := z.Token(); t.DataAtom {
			case atom.Meta:
				w.addMeta(&html.Node{Attr: t.Attr})
			case atom.Link:
				w.addLink(&html.Node{Attr: t.Attr})
			}
		}
	}
}

// absolute gives the canonical form of an absolute address, else nil.
func absolute(raw string) *url.URL {
	c, err := canon.URL(raw)
	if err != nil {
		return nil
	}
	u, err := url.Parse(c)
	if err != nil {
		return nil
	}
	return u
}

// sameSite reports whether two addresses share a registrable domain, or a host
// where there is none.
func sameSite(a, b *url.URL) bool {
	ha, hb := strings.ToLower(a.Hostname()), strings.ToLower(b.Hostname())
	if ha == hb {
		return true
	}
	da, err := publicsuffix.EffectiveTLDPlusOne(ha)
	if err != nil {
		return false
	}
	db, err := publicsuffix.EffectiveTLDPlusOne(hb)
	return err == nil && da == db
}

// losesPage reports a canonical address that names a home page or a section
// for a page below it: templates that print one address on every page.
func losesPage(page, c *url.URL) bool {
	from, to := strings.Trim(page.Path, "/"), strings.Trim(c.Path, "/")
	if from == to {
		return false
	}
	if to == "" {
		return c.RawQuery == "" && from != "" && !strings.HasPrefix(from, "index.")
	}
	return strings.HasPrefix(from, to+"/") && strings.Count(to, "/") == 0 && strings.Count(from, "/") >= 2
}
