package newsroom

import (
	"slices"
	"time"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
	"github.com/winnow-news/winnow/newsroom/internal/prose"
)

// Site describes one simulated site.
type Site struct {
	Host         string
	Home         string // URL
	Name         string
	Language     string // ISO 639-1
	Architecture string
	Redesign     string // architecture of the second template; "" when there is none
	Feed         string // URL; "" when the site has none
	FeedFormat   string // rss, atom or json
	FullTextFeed bool
	Charset      string // what the bytes are encoded in
	Declared     string // what the header and the page say; "" when nothing
	Broken       bool   // the HTML is broken
	CrawlDelay   time.Duration
}

// site is all that is decided once for a site. It is not changed after it has
// been made.
type site struct {
	cfg   *Config
	index int
	seed  uint64
	host  string
	brand string
	lang  *prose.Language

	start    time.Time     // publication of the first article, nearly
	interval time.Duration // from one article to the next
	authors  []string
	tags     []string

	addresses  int
	walled     bool
	crawlDelay time.Duration
	feed       feedFormat
	fullText   bool
	charset    charset
	broken     bool
	habits     habits
	meta       metaHabits

	first, second, amp, print *design
}

// habits say what the articles of a site are made of.
type habits struct {
	standfirst, headings, ads, embeds, promos, pulls, newsletter bool
	leadImage                                                    float64 // share of articles
	comments                                                     int     // at most
	related                                                      bool
	teasers                                                      bool // related links carry a teaser text
	tracked                                                      bool // links from the home page carry a parameter
	session                                                      bool // listing links carry a session id
}

// metaHabits say what a site tells machines about its pages.
type metaHabits struct {
	canonical, openGraph, jsonLD, articleBody, microdata, noDate bool
}

func newSite(cfg *Config, languages []*prose.Language, index int) *site {
	s := &site{cfg: cfg, index: index, seed: chance.New(cfg.Seed, 'x', uint64(index)).Uint64()}
	s.host = hostname(index)
	s.brand = brand(s.host)
	s.lang = languages[index%len(languages)]
	s.interval = min(90*time.Minute, 2*365*24*time.Hour/time.Duration(cfg.ArticlesPerSite))
	s.start = cfg.Now.Add(-time.Duration(cfg.ArticlesPerSite) * s.interval)
	r := chance.New(s.seed, 't')
	s.cast(r)
	s.traits(r)
	s.templates(r)
	return s
}

// cast names the people who write for the site and the topics they write on.
func (s *site) cast(r *chance.Rand) {
	v := prose.NewVoice(s.lang, r)
	for len(s.authors) < authorsPerSite {
		if name := v.Say("person"); !slices.Contains(s.authors, name) {
			s.authors = append(s.authors, name)
		}
	}
	for len(s.tags) < tagsPerSite {
		if tag := v.Say("tag"); !slices.Contains(s.tags, tag) {
			s.tags = append(s.tags, tag)
		}
	}
}

func (s *site) traits(r *chance.Rand) {
	s.addresses = (s.index + r.N(2)) % addressStyles
	s.walled = r.Maybe(0.4)
	if r.Maybe(0.3) {
		s.crawlDelay = s.cfg.CrawlDelay
	}
	s.feed = feedFormat(s.index % int(feedFormats))
	s.fullText = r.Maybe(0.4)
	s.broken = r.Maybe(s.cfg.BrokenShare)
	s.charset = pickCharset(s.lang.Code, r, s.cfg.CharsetShare)
	s.habits = habits{
		standfirst: r.Maybe(0.7), headings: r.Maybe(0.6), ads: r.Maybe(0.7), embeds: r.Maybe(0.5),
		promos: r.Maybe(0.7), pulls: r.Maybe(0.4), newsletter: r.Maybe(0.5), leadImage: 0.8,
		comments: r.N(3) * r.Between(0, 4), related: r.Maybe(0.8), teasers: r.Maybe(0.4),
		tracked: r.Maybe(0.3), session: s.cfg.Traps && r.Maybe(0.25),
	}
	s.meta = metaHabits{
		canonical: r.Maybe(0.7), openGraph: r.Maybe(0.7), jsonLD: r.Maybe(0.5),
		articleBody: r.Maybe(0.4), microdata: r.Maybe(0.3), noDate: r.Maybe(0.2),
	}
}

// templates gives the site its designs. The second one has another
// architecture than the first wherever there is a choice.
func (s *site) templates(r *chance.Rand) {
	names := s.cfg.Architectures
	if len(names) == 0 {
		names = Architectures()
	}
	turn := s.index + int(s.cfg.Seed%uint64(len(names)))
	s.first = newDesign(s, names[turn%len(names)], chance.New(r.Uint64()))
	s.second = newDesign(s, names[(turn+1+r.N(max(1, len(names)-1)))%len(names)], chance.New(r.Uint64()))
	s.amp = newDesign(s, archAMP, chance.New(r.Uint64()))
	s.print = newDesign(s, archBreaks, chance.New(r.Uint64()))
	if s.first.arch.split || s.second.arch.split {
		s.habits.ads = true // they are what splits the article
	}
}

// redesigned reports whether article index carries the second template.
func (s *site) redesigned(index int) bool {
	return s.cfg.RedesignAfter > 0 && index >= s.cfg.RedesignAfter
}

func (s *site) design(index int) *design {
	if s.redesigned(index) {
		return s.second
	}
	return s.first
}

func (s *site) describe() Site {
	d := Site{
		Host: s.host, Home: s.url("/"), Name: s.brand, Language: s.lang.Code,
		Architecture: s.first.arch.name, FeedFormat: s.feed.String(), FullTextFeed: s.fullText,
		Charset: s.charset.name, Declared: s.charset.declared, Broken: s.broken, CrawlDelay: s.crawlDelay,
	}
	if s.feed != noFeed {
		d.Feed = s.url(s.feed.path())
	}
	if s.cfg.RedesignAfter > 0 {
		d.Redesign = s.second.arch.name
	}
	return d
}
