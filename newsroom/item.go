package newsroom

import (
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
	"github.com/winnow-news/winnow/newsroom/internal/prose"
)

// kind is a type of numbered page.
type kind int

const (
	article kind = iota
	gallery
	live
	wall     // an address that answers with a consent wall
	missing  // an address that answers 404
	vanished // an address that answers 200 and says that nothing is there
	kinds    // the number of kinds
)

// item names one numbered page of a site.
type item struct {
	kind  kind
	index int
}

// brief is what a listing says about an item: cheap to make, because pages
// show many of them.
type brief struct {
	item
	title      string
	slug       string
	standfirst string
	section    int
	tag        int
	authors    []int
	published  time.Time
}

const (
	authorsPerSite = 8
	tagsPerSite    = 6
	guidesPerSite  = 5
)

// brief makes the short form of it, and the voice that can go on to tell the
// rest of the story with the same cast.
func (s *site) brief(it item) (brief, *prose.Voice) {
	r := chance.New(s.seed, 'i', uint64(it.kind), uint64(it.index))
	v := prose.NewVoice(s.lang, r)
	v.Cast("person", 3)
	v.Cast("org", 3)
	v.Cast("city", 3)
	b := brief{
		item:      it,
		title:     strings.TrimSuffix(v.Say("title"), "."),
		section:   it.index % len(s.lang.Sections),
		published: s.publishedAt(it),
	}
	b.tag = (b.section + r.N(3)) % tagsPerSite
	b.slug = slug(b.title)
	b.standfirst = v.Say("stand")
	b.authors = s.pickAuthors(r)
	return b, v
}

// pickAuthors gives one or two authors, or none for an agency story.
func (s *site) pickAuthors(r *chance.Rand) []int {
	first := r.N(authorsPerSite)
	switch {
	case r.Maybe(0.08):
		return nil
	case r.Maybe(0.15):
		return []int{first, (first + 1 + r.N(authorsPerSite-1)) % authorsPerSite}
	}
	return []int{first}
}

// publishedAt spreads the items evenly, with some jitter, over the time
// between the first article and the configured present.
func (s *site) publishedAt(it item) time.Time {
	at := it.index
	if it.kind != article {
		at = at * rarity[it.kind] % s.cfg.ArticlesPerSite
	}
	r := chance.New(s.seed, 'p', uint64(it.kind), uint64(it.index))
	jitter := time.Duration(r.N(int(s.interval / 2)))
	return s.start.Add(time.Duration(at)*s.interval + jitter).Truncate(time.Second)
}

// rarity says one item of a kind comes on how many articles.
var rarity = [kinds]int{article: 1, gallery: 25, live: 30, wall: 25, missing: 40, vanished: 50}

// count is the number of items of a kind that the site has.
func (s *site) count(k kind) int {
	if k == wall && !s.walled {
		return 0
	}
	if k == article {
		return s.cfg.ArticlesPerSite
	}
	return 1 + s.cfg.ArticlesPerSite/rarity[k]
}

// visible is the number of articles that have been published by now.
func (s *site) visible(now time.Time) int {
	n := int(now.Sub(s.start) / s.interval)
	n = max(0, min(n, s.cfg.ArticlesPerSite-1))
	if s.publishedAt(item{article, n}).After(now) {
		return n
	}
	return n + 1
}

// exists reports whether it has been published by now.
func (s *site) exists(it item, now time.Time) bool {
	return it.index >= 0 && it.index < s.count(it.kind) && !s.publishedAt(it).After(now)
}

// slug makes the ASCII words of a title fit for a path; titles in other
// scripts give "story".
func slug(title string) string {
	var b strings.Builder
	last := '-'
	for _, r := range norm.NFD.String(strings.ToLower(title)) {
		switch {
		case r == 'ß':
			b.WriteString("ss")
		case r == 'ł':
			b.WriteByte('l')
		case r >= 0x300 || r == '\'': // accents and other scripts
			continue
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			b.WriteRune(r)
		case last == '-':
			continue
		default:
			b.WriteByte('-')
			r = '-'
		}
		last = r
	}
	words := strings.Trim(b.String(), "-0123456789")
	if len(words) < 4 {
		return "story"
	}
	return words
}
