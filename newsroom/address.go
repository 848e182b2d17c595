package newsroom

import (
	"fmt"
	"strconv"
	"strings"
)

// addressStyles is the number of ways in which sites form their addresses.
const addressStyles = 6

// idBase and idStep put the numbers of different kinds of pages apart, so that
// their addresses look alike and can be told apart all the same.
const (
	idBase = 100_000
	idStep = maxArticles + 100_000
)

func id(it item) int { return idBase + int(it.kind)*idStep + it.index }

func itemOf(id int) (item, bool) {
	id -= idBase
	if id < 0 || id >= int(kinds)*idStep {
		return item{}, false
	}
	return item{kind: kind(id / idStep), index: id % idStep}, true
}

// path gives the canonical path of an item, with its query.
func (s *site) path(b brief) string {
	n := strconv.Itoa(id(b.item))
	sec := s.lang.Sections[b.section].Slug
	switch s.addresses {
	case 0:
		return "/" + sec + "/" + b.published.Format("2006/01/02") + "/" + b.slug + "-" + n
	case 1:
		return "/" + sec + "/" + b.slug + "-" + n + ".html"
	case 2:
		return "/" + b.published.Format("2006/01") + "/" + b.slug + "/" + n + "/"
	case 3:
		return "/article.php?id=" + n + "&cat=" + sec
	case 4:
		return "/" + sec + "/a" + n
	default:
		return "/news/" + strconv.FormatInt(int64(id(b.item)), 36) + "/" + b.slug
	}
}

// parse finds the item that a path in the site's style names. The caller
// compares the path of that item with the one that was asked for.
func (s *site) parse(path string) (item, bool) {
	if s.addresses == addressStyles-1 {
		rest, ok := strings.CutPrefix(path, "/news/")
		code, _, _ := strings.Cut(rest, "/")
		n, err := strconv.ParseInt(code, 36, 32)
		if !ok || err != nil {
			return item{}, false
		}
		return itemOf(int(n))
	}
	n, err := strconv.Atoi(lastNumber(path))
	if err != nil {
		return item{}, false
	}
	return itemOf(n)
}

// lastNumber gives the last run of at least six digits in path.
func lastNumber(path string) string {
	end := len(path)
	for end > 0 {
		for end > 0 && !digit(path[end-1]) {
			end--
		}
		start := end
		for start > 0 && digit(path[start-1]) {
			start--
		}
		if end-start >= 6 {
			return path[start:end]
		}
		end = start
	}
	return ""
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// pager gives the address of a page of a listing; the first page is number 0.
func (s *site) pager(listing string, page int) string {
	switch {
	case page == 0:
		return listing
	case s.addresses%2 == 0:
		return fmt.Sprintf("%s?page=%d", listing, page+1)
	default:
		return fmt.Sprintf("%spage/%d/", listing, page+1)
	}
}

func (s *site) sectionPath(i int) string { return "/" + s.lang.Sections[i].Slug + "/" }
func (s *site) authorPath(i int) string {
	return fmt.Sprintf("/author/%d-%s", i+1, slug(s.authors[i]))
}
func (s *site) tagPath(i int) string   { return fmt.Sprintf("/tag/%d/", i+1) }
func (s *site) guidePath(i int) string { return fmt.Sprintf("/guide/%d/", i+1) }

// url makes an absolute address on the site.
func (s *site) url(path string) string { return "http://" + s.host + path }
