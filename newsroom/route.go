package newsroom

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// what is a type of address.
type what int

const (
	nothing what = iota // an address that the site does not have
	homePage
	sectionPage
	numbered // article, gallery, live page …
	authorPage
	tagPage
	aboutPage
	contactPage
	guidePage // stands for good and reads like an article
	searchPage
	calendarTrap
	archiveTrap
	privatePage
	shortLink // redirects to an article
	picture
	feedFile
	robotsFile
	sitemapIndex
	sitemapFile
	newsSitemap
)

// variant is one of the addresses of an article.
type variant int

const (
	plain variant = iota
	variantAMP
	variantPrint
	variantTracked // the plain page with a parameter
)

// path gives the address of a variant.
func (v variant) path(canonical string) string {
	switch v {
	case variantAMP:
		return "/amp" + canonical
	case variantPrint:
		return "/print" + canonical
	case variantTracked:
		return withParameter(canonical, "src=home")
	}
	return canonical
}

// route is what an address means.
type route struct {
	what    what
	item    item
	variant variant
	number  int // of section, author, tag, guide, sitemap
	page    int // of a listing, from 0
	text    string
	month   time.Time
}

// resolve finds out what a path with its query means at the time now.
func (s *site) resolve(target string, now time.Time) route {
	target, tracked := stripParameters(target)
	path, query, _ := strings.Cut(target, "?")
	if w, ok := s.fixed(path); ok {
		return w
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	switch first {
	case "search":
		values, _ := url.ParseQuery(query)
		return route{what: searchPage, text: values.Get("q")}
	case "author":
		n := atoi(strings.SplitN(rest, "-", 2)[0]) - 1
		if n >= 0 && n < authorsPerSite && path == s.authorPath(n) {
			return route{what: authorPage, number: n}
		}
		return route{}
	case "tag":
		n := atoi(strings.TrimSuffix(rest, "/")) - 1
		if n >= 0 && n < tagsPerSite && path == s.tagPath(n) {
			return route{what: tagPage, number: n}
		}
		return route{}
	case "guide":
		n := atoi(strings.TrimSuffix(rest, "/")) - 1
		if n >= 0 && n < s.guides() && path == s.guidePath(n) {
			return route{what: guidePage, number: n}
		}
		return route{}
	case "private":
		return route{what: privatePage}
	case "img":
		return route{what: picture}
	case "go":
		it, ok := itemOf(atoi(rest))
		if ok && it.kind == article && s.exists(it, now) {
			return route{what: shortLink, item: it}
		}
		return route{}
	case "calendar", "archive":
		return s.trap(first, rest)
	}
	if r, ok := s.sectionRoute(path, query, now); ok {
		return r
	}
	return s.numbered(target, tracked, now)
}

// fixed resolves the addresses that need no looking into.
func (s *site) fixed(path string) (route, bool) {
	switch path {
	case "/", "":
		return route{what: homePage}, true
	case "/about/":
		return route{what: aboutPage}, true
	case "/contact/":
		return route{what: contactPage}, true
	case "/robots.txt":
		return route{what: robotsFile}, true
	case "/sitemap.xml":
		return route{what: sitemapIndex}, true
	case "/news-sitemap.xml":
		return route{what: newsSitemap}, true
	}
	if s.feed != noFeed && path == s.feed.path() {
		return route{what: feedFile}, true
	}
	if rest, ok := strings.CutPrefix(path, "/sitemap-"); ok {
		n := atoi(strings.TrimSuffix(strings.TrimSuffix(rest, ".gz"), ".xml"))
		if n >= 0 && path == s.sitemapPath(n) {
			return route{what: sitemapFile, number: n}, true
		}
	}
	return route{}, false
}

func (s *site) trap(first, rest string) route {
	if !s.cfg.Traps {
		return route{}
	}
	if first == "archive" {
		return route{what: archiveTrap}
	}
	month, err := time.Parse("2006/01", strings.TrimSuffix(rest, "/"))
	if err != nil {
		return route{}
	}
	return route{what: calendarTrap, month: month}
}

// sectionRoute resolves /section/, /section/?page=2 and /section/page/2/.
func (s *site) sectionRoute(path, query string, now time.Time) (route, bool) {
	for i := range s.lang.Sections {
		rest, ok := strings.CutPrefix(path, s.sectionPath(i))
		if !ok {
			continue
		}
		page := 0
		if n, paged := strings.CutPrefix(rest, "page/"); paged {
			page = atoi(strings.TrimSuffix(n, "/")) - 1
		} else if n, paged := strings.CutPrefix(query, "page="); paged {
			page = atoi(n) - 1
		}
		full, _, _ := strings.Cut(path+"?"+query, "&")
		full = strings.TrimSuffix(full, "?")
		if page < 0 || full != s.pager(s.sectionPath(i), page) || page > 0 && len(s.inSection(i, page, now)) == 0 {
			return route{}, false
		}
		return route{what: sectionPage, number: i, page: page}, true
	}
	return route{}, false
}

// numbered resolves the addresses of articles and the like; it must be the
// very address, not one that merely holds the same number.
func (s *site) numbered(target string, tracked bool, now time.Time) route {
	v, canonical := plain, target
	if tracked {
		v = variantTracked
	}
	if rest, ok := strings.CutPrefix(target, "/amp/"); ok {
		v, canonical = variantAMP, "/"+rest
	} else if rest, ok := strings.CutPrefix(target, "/print/"); ok {
		v, canonical = variantPrint, "/"+rest
	}
	it, ok := s.parse(canonical)
	if !ok || !s.exists(it, now) || v != plain && (!s.meta.canonical || it.kind != article) {
		return route{}
	}
	if b, _ := s.brief(it); s.path(b) != canonical {
		return route{}
	}
	return route{what: numbered, item: it, variant: v}
}

// stripParameters removes the parameters that do not change the page, and
// tells whether there was one that marks the way to it.
func stripParameters(target string) (string, bool) {
	path, query, ok := strings.Cut(target, "?")
	if !ok {
		return target, false
	}
	parts := strings.Split(query, "&")
	tracked := slices.Contains(parts, "src=home")
	parts = slices.DeleteFunc(parts, func(p string) bool {
		return p == "src=home" || strings.HasPrefix(p, "PHPSESSID=") || strings.HasPrefix(p, "utm_")
	})
	if len(parts) == 0 {
		return path, tracked
	}
	return path + "?" + strings.Join(parts, "&"), tracked
}

// atoi gives -1 for what is no number.
func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}
