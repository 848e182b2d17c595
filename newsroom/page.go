package newsroom

import (
	"fmt"
	"iter"
	"time"
)

// Page is one HTML page as its site serves it, and the truth about it.
type Page struct {
	URL         string
	ContentType string
	Status      int
	HTML        []byte // in the site's encoding
	Truth       Truth
}

// Page makes article index of a site (by its place in Sites). It costs the
// same for every index and keeps nothing. The error wraps ErrNoPage when there
// is no such article yet.
func (n *Newsroom) Page(site, index int) (Page, error) {
	if site < 0 || site >= len(n.sites) {
		return Page{}, fmt.Errorf("site %d of %d: %w", site, len(n.sites), ErrNoPage)
	}
	s, now := n.sites[site], n.Now()
	it := item{article, index}
	if !s.exists(it, now) {
		return Page{}, fmt.Errorf("article %d of %s: %w", index, s.host, ErrNoPage)
	}
	b, _ := s.brief(it)
	return s.page(s.path(b), now)
}

// PublishedAt is when article index of a site appears; useful to set the
// clock.
func (n *Newsroom) PublishedAt(site, index int) time.Time {
	return n.sites[site].publishedAt(item{article, index})
}

// Fetch makes the HTML page at an absolute URL; the error wraps ErrNoPage when
// there is none.
func (n *Newsroom) Fetch(rawURL string) (Page, error) {
	s, target, ok := n.locate(rawURL)
	if !ok {
		return Page{}, fmt.Errorf("%s: %w", rawURL, ErrNoPage)
	}
	return s.page(target, n.Now())
}

func (s *site) page(target string, now time.Time) (Page, error) {
	r := s.resolve(target, now)
	st := s.storyOf(r, now)
	truth, ok := s.truth(r, st, target)
	if !ok {
		return Page{}, fmt.Errorf("%s: no HTML: %w", s.url(target), ErrNoPage)
	}
	a, err := s.document(r, st, target, now)
	if err != nil {
		return Page{}, err
	}
	return Page{URL: s.url(target), ContentType: a.contentType, Status: a.status, HTML: a.body, Truth: truth}, nil
}

// Pages yields every page that a reader of the sites would meet: all articles,
// their other addresses, listings, guides, galleries, live pages, walls and
// lost pages, site by site. Traps, which have no end, are left out. It stops at the
// first error.
func (n *Newsroom) Pages() iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		now := n.Now()
		for _, s := range n.sites {
			for target := range s.targets(now) {
				p, err := s.page(target, now)
				if !yield(p, err) || err != nil {
					return
				}
			}
		}
	}
}

// targets yields the paths of the site's pages.
func (s *site) targets(now time.Time) iter.Seq[string] {
	return func(yield func(string) bool) {
		_ = s.listings(now, yield) && s.items(now, yield)
	}
}

func (s *site) listings(now time.Time, yield func(string) bool) bool {
	for _, path := range []string{"/", "/about/", "/contact/", "/search?q=1"} {
		if !yield(path) {
			return false
		}
	}
	for i := range s.lang.Sections {
		for page := 0; page == 0 || len(s.inSection(i, page, now)) > 0; page++ {
			if !yield(s.pager(s.sectionPath(i), page)) {
				return false
			}
		}
	}
	for i := range authorsPerSite {
		if !yield(s.authorPath(i)) {
			return false
		}
	}
	for i := range tagsPerSite {
		if !yield(s.tagPath(i)) {
			return false
		}
	}
	for i := range s.guides() {
		if !yield(s.guidePath(i)) {
			return false
		}
	}
	return true
}

func (s *site) items(now time.Time, yield func(string) bool) bool {
	for k := range kinds {
		for i := range s.count(k) {
			it := item{k, i}
			if !s.exists(it, now) {
				continue
			}
			b, _ := s.brief(it)
			if !yield(s.path(b)) {
				return false
			}
			if k == article && s.meta.canonical && i%10 == 0 && !yield(variantAMP.path(s.path(b))) {
				return false
			}
		}
	}
	return true
}
