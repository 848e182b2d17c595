package corpus

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"
	"golang.org/x/net/publicsuffix"
)

// alias gives the label of the domain for names that corpora made up, and one
// label for a site that moved.
func alias(name string) string {
	switch name {
	case "bbcnews":
		return "bbc"
	case "cnnews":
		return "cnn"
	case "vergenews":
		return "theverge"
	case "guardian":
		return "theguardian"
	}
	return name
}

// SiteGroup gives the name that a site has in all corpora: the registrable
// domain without its public suffix, so that bbc, bbc.com, bbc.co.uk and
// news.bbc.co.uk are one site. It joins a few sites that are different
// (post.at, post.ch), which a split may do, and never parts one.
func SiteGroup(site, rawURL string) string {
	host := strings.ToLower(site)
	if !strings.Contains(host, ".") && host != "" {
		return alias(host)
	}
	if host == "" {
		if u, err := url.Parse(rawURL); err == nil {
			host = strings.ToLower(u.Hostname())
		}
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(strings.TrimSuffix(host, "."))
	if err != nil {
		return host
	}
	label, _, _ := strings.Cut(domain, ".")
	return alias(label)
}

// Folds deals the pages into k parts of about equal size such that all pages
// of a site group stand in one part. It gives the part of each page, in order.
// The same pages give the same parts, in whatever order they come.
func Folds(pages []*Page, k int) []int {
	size := map[string]int{}
	for _, p := range pages {
		size[p.Group]++
	}
	groups := make([]string, 0, len(size))
	for g := range size {
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b string) int {
		return cmp.Or(cmp.Compare(size[b], size[a]), cmp.Compare(xxh3.HashString(a), xxh3.HashString(b)), cmp.Compare(a, b))
	})
	part, load := map[string]int{}, make([]int, k)
	for _, g := range groups { // largest first, each to the emptiest part
		least := slices.Index(load, slices.Min(load))
		part[g] = least
		load[least] += size[g]
	}
	folds := make([]int, len(pages))
	for i, p := range pages {
		folds[i] = part[p.Group]
	}
	return folds
}
