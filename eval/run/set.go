package run

import (
	"cmp"
	"slices"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/zeebo/xxh3"
)

// Window is the largest number of pages that a site method is given at once.
const Window = 200

// Set is a number of pages that a site method sees together.
type Set struct {
	Members []int // indices into the pages
	Judged  int   // the first so many of them are judged, the others only compared with
}

// BySite makes one set of each site's pages, or several where a site has more
// than Window pages.
func BySite(pages []*corpus.Page) []Set { return sets(pages, Window, 1) }

// curve makes sets of exactly n pages of those sites that have at least least
// pages: what a method knows when it has seen n pages. Each page of these sites
// is judged in one set; the last set of a site is filled up with pages that are
// judged elsewhere.
func curve(pages []*corpus.Page, n, least int) []Set { return sets(pages, n, max(n, least)) }

func sets(pages []*corpus.Page, n, least int) []Set {
	byTemplate := map[string][]int{}
	for i, p := range pages {
		byTemplate[p.Template()] = append(byTemplate[p.Template()], i)
	}
	names := make([]string, 0, len(byTemplate))
	for name := range byTemplate {
		names = append(names, name)
	}
	slices.Sort(names)
	var out []Set
	for _, name := range names {
		site := byTemplate[name]
		if len(site) < least {
			continue
		}
		shuffle(pages, site)
		for start := 0; start < len(site); start += n {
			end := min(start+n, len(site))
			s := Set{Members: slices.Clone(site[start:end]), Judged: end - start}
			for k := 0; len(s.Members) < min(n, len(site)); k++ {
				s.Members = append(s.Members, site[k])
			}
			out = append(out, s)
		}
	}
	return out
}

// shuffle brings a site's pages into an order that has nothing to do with the
// corpus' own, and is always the same.
func shuffle(pages []*corpus.Page, site []int) {
	slices.SortFunc(site, func(a, b int) int {
		return cmp.Or(cmp.Compare(xxh3.HashString(pages[a].Key()), xxh3.HashString(pages[b].Key())), cmp.Compare(a, b))
	})
}
