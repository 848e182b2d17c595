package cold

import "strings"

var linkFeatures = []string{"link_names", "link_foreign", "link_short", "link_same", "link_slug", "page_slug"}

// addressWords are parts of a link's address that say what it leads to; they
// belong to addresses, not to a language. They are written as names are.
var addressWords = []struct {
	kind  group
	words []string
}{
	{0, []string{"-author", "-autor", "-by-", "-people-", "-profile", "-staff-"}},
	{1, []string{"-tag", "-topic", "-category", "-keyword", "-thema"}},
	{2, []string{"mailto-"}},
	{3, []string{"facebook-com-shar", "twitter-com-intent", "twitter-com-share", "whatsapp", "t-me-share", "linkedin-com-share", "pinterest-com-pin"}},
	{4, []string{"-login", "-subscri", "-newsletter", "-register", "-signup"}},
	{5, []string{"-privacy", "-terms", "-about", "-contact"}},
}

func newAddressMatcher() *matcher {
	m := emptyMatcher()
	for _, a := range addressWords {
		for _, w := range a.words {
			m.add(w, a.kind)
		}
	}
	m.resolve()
	return m
}

// lookedLinks is how many links of a block are looked at.
const lookedLinks = 2

func fillLink(p *page, i int, out []float32) {
	links := p.src.Blocks[i].Links
	if len(links) == 0 {
		put(out, 0, 0, 0, 0, 0, flag(p.slug))
		return
	}
	first := links[0]
	links = links[:min(len(links), lookedLinks)]
	foreign, short := float32(0), float32(0)
	for _, l := range links {
		host, path := splitURL(l)
		foreign += flag(host != p.host)
		short += flag(strings.Count(path, "/") <= 1)
	}
	n := float32(len(links))
	put(out, float32(p.addresses.match(p.leadsTo(first))), foreign/n, short/n,
		flag(first == p.src.GetUrl() || first == p.src.GetCanonicalUrl()), flag(p.blocks[i].slug), flag(p.slug))
}

// maxAddress and maxPath are how far an address and its path are read.
const (
	maxAddress = 120
	maxPath    = 40
)

// leadsTo is the part of an address that says what it leads to: of the site's
// own the path.
func (p *page) leadsTo(address string) string {
	if host, path := splitURL(address); host == p.host {
		return path[:min(len(path), maxPath)]
	}
	return address[:min(len(address), maxPath)]
}

// slugWords is how many hyphens make the end of an address a phrase: what
// leads to an article often has its headline there.
const slugWords = 3

// slugDigits is how many digits make a number of an article.
const slugDigits = 5

// isSlug reports whether the last part of an address is a phrase, or it or what
// is asked for behind it is a number as long as those of articles are.
func isSlug(address string) bool {
	hyphens, digits := 0, 0
	for i := min(len(address), maxAddress) - 1; i >= 0; i-- {
		switch c := address[i]; {
		case c == '-' || c == '_':
			hyphens++
		case digit(c):
			digits++
		case c == '/' && hyphens+digits > 0, c == '?':
			return hyphens >= slugWords || digits >= slugDigits
		}
	}
	return false
}

// splitURL gives host and path of an absolute URL, without allocating.
func splitURL(raw string) (host, path string) {
	if _, rest, ok := strings.Cut(raw, "://"); ok {
		raw = rest
	}
	host, path = raw, ""
	if at := strings.IndexByte(raw, '/'); at >= 0 {
		host, path = raw[:at], raw[at:]
	}
	return strings.TrimPrefix(host, "www."), path
}
