package newsroom

import (
	"fmt"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/winnow-news/winnow/newsroom/internal/prose"
)

// Newsroom is a set of simulated sites. It is safe for concurrent use.
type Newsroom struct {
	cfg    Config
	sites  []*site
	byHost map[string]*site
	now    atomic.Int64 // nanoseconds since 1970
}

// New makes the sites. The error wraps ErrConfig when cfg cannot be used.
func New(cfg Config) (*Newsroom, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	languages, err := speakers(cfg.Languages)
	if err != nil {
		return nil, err
	}
	n := &Newsroom{cfg: cfg, byHost: make(map[string]*site, cfg.Sites)}
	n.SetNow(cfg.Now)
	for i := range cfg.Sites {
		s := newSite(&n.cfg, languages, i)
		n.sites = append(n.sites, s)
		n.byHost[s.host] = s
	}
	return n, nil
}

// speakers loads the languages that were asked for, or all.
func speakers(codes []string) ([]*prose.Language, error) {
	all, err := prose.Load()
	if err != nil {
		return nil, fmt.Errorf("loading the languages: %w", err)
	}
	if len(codes) == 0 {
		return all, nil
	}
	byCode := map[string]*prose.Language{}
	for _, l := range all {
		byCode[l.Code] = l
	}
	chosen := make([]*prose.Language, len(codes))
	for i, code := range codes {
		chosen[i] = byCode[code]
	}
	return chosen, nil
}

// Now is where the clock stands.
func (n *Newsroom) Now() time.Time { return time.Unix(0, n.now.Load()).UTC() }

// SetNow moves the clock. Pages are as they stand at that time: what is
// published later does not exist, what is corrected later is not corrected.
func (n *Newsroom) SetNow(t time.Time) { n.now.Store(t.UnixNano()) }

// Sites describes the sites in their order.
func (n *Newsroom) Sites() []Site {
	out := make([]Site, len(n.sites))
	for i, s := range n.sites {
		out[i] = s.describe()
	}
	return out
}

// Truth tells what is known about the page at an absolute URL; not ok when it
// is no HTML page of these sites. Addresses that a site does not have are
// pages too, of class ClassWall.
func (n *Newsroom) Truth(rawURL string) (Truth, bool) {
	s, target, ok := n.locate(rawURL)
	if !ok {
		return Truth{}, false
	}
	now := n.Now()
	r := s.resolve(target, now)
	return s.truth(r, s.storyOf(r, now), target)
}

// locate splits a URL into the site and the path with its query.
func (n *Newsroom) locate(rawURL string) (*site, string, bool) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil, "", false
	}
	s, ok := n.byHost[u.Hostname()]
	return s, u.RequestURI(), ok
}
