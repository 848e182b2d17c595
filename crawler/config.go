package crawler

import (
	"fmt"
	"regexp"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
)

// Config says how to crawl.
type Config struct {
	// Product is the product token: it names the crawler in User-Agent,
	// robots.txt, X-Robots-Tag and robots meta elements. Letters, "-" and "_"
	// only.
	Product string
	// Contact is a URL or mail address that publishers find in User-Agent.
	Contact string
	// Languages is the Accept-Language header; empty: none is sent.
	Languages string

	// Workers is the number of requests in flight.
	Workers int
	// Delay is the least time between two requests to one host, MaxDelay the
	// longest Crawl-delay that is honoured.
	Delay, MaxDelay time.Duration
	// Lease is how long a task is a worker's own. After a crash its URL and
	// its host wait so long.
	Lease time.Duration
	// Poll is the longest time between two looks at an idle frontier.
	Poll time.Duration

	// DialTimeout, HeaderTimeout and TotalTimeout bound a request's phases.
	DialTimeout, HeaderTimeout, TotalTimeout time.Duration
	// MaxBody caps a body in bytes after decompression, MaxCompressed before.
	MaxBody, MaxCompressed int64
	// AllowPrivate lets the crawler connect to addresses that are not public.
	AllowPrivate bool
	// Resolve maps "host" or "*.suffix" to "ip:port", like curl's --resolve;
	// what stands here may be private.
	Resolve map[string]string
	// Proxy is the URL of the HTTP or SOCKS5 proxy through which pages are
	// fetched, see [fetch.Config]; empty: none.
	Proxy string

	// Robots honours robots.txt; HonourOptOuts keeps pages unpublished that
	// ask for it (noindex, noarchive, noai, tdm-reservation). Opt-outs are
	// recorded with the page in any case.
	Robots, HonourOptOuts bool

	// MaxDepth is the number of links followed from a seed.
	MaxDepth int
	// MaxPagesPerSite bounds the known pages of a site, as a guard against
	// traps: links found deeper than a seed and plain sitemaps add nothing
	// beyond it; feeds, news sitemaps and seeds still do. A site's own
	// max_pages bounds all pages. Feeds, sitemaps and the targets of redirects
	// do not count, as far as this process has found them. 0: no limit.
	MaxPagesPerSite int
	// MaxQueries bounds the distinct query strings that are followed on one
	// path, found by links. 0: no limit.
	MaxQueries int
	// MaxAttempts is how often a page is tried that fails in ways that may
	// pass. A host that is down costs few of them in a continuous crawl.
	MaxAttempts int
	// RetryMin is the wait after the first such failure; it grows fourfold
	// with each.
	RetryMin time.Duration
	// RobotsRetry is how long a host is left alone whose robots.txt cannot be
	// had, and at first one whose robots.txt disallows everything.
	RobotsRetry time.Duration

	// Continuous visits seeds, feeds and sitemaps again and again. Without
	// it the crawl comes to an end.
	Continuous bool
	// RevisitMin and RevisitMax bound the time between two visits of a seed,
	// feed or sitemap; in between it follows how often the URL brings news. A
	// sitemap that brings none may wait for a week. RevisitMax is also how long
	// a page stands on a home page before it is visited again.
	RevisitMin, RevisitMax time.Duration
	// PageRevisits are the times after one visit of a fresh page (one that a
	// feed, a news sitemap or a seed has named) until the next, to find
	// corrections; behind the last, a page is done, unless a feed or a home
	// page brings it again. Empty: every page is fetched once. They count only in a continuous crawl.
	PageRevisits []time.Duration
}

// DefaultConfig gives a polite continuous crawl.
func DefaultConfig() Config {
	f := fetch.DefaultConfig()
	return Config{
		Product: "WinnowBot", Contact: "https://github.com/winnow-news/winnow",
		Workers: 16, Delay: time.Second, MaxDelay: 120 * time.Second,
		Lease: 3 * time.Minute, Poll: time.Second,
		DialTimeout: f.Dial, HeaderTimeout: f.Header, TotalTimeout: f.Total,
		MaxBody: f.MaxBody, MaxCompressed: f.MaxCompressed,
		Robots: true, HonourOptOuts: true,
		MaxDepth: 4, MaxPagesPerSite: 100_000, MaxQueries: 1000, MaxAttempts: 5, RetryMin: 30 * time.Second, RobotsRetry: 5 * time.Minute,
		Continuous: true, RevisitMin: 15 * time.Minute, RevisitMax: 24 * time.Hour,
		PageRevisits: []time.Duration{time.Hour, 24 * time.Hour},
	}
}

var productToken = regexp.MustCompile(`^[A-Za-z_-]{1,64}$`)

// Validate reports the first thing that is wrong, in one line. The error
// matches ErrConfig.
func (c Config) Validate() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrConfig, fmt.Sprintf(format, args...))
	}
	switch {
	case !productToken.MatchString(c.Product):
		return bad("product %q: want letters, - and _", c.Product)
	case c.Workers < 1 || c.Workers > 10_000:
		return bad("workers %d: want 1 to 10000", c.Workers)
	case c.Delay < 0 || c.MaxDelay < c.Delay:
		return bad("delay %v, max delay %v: want 0 <= delay <= max delay", c.Delay, c.MaxDelay)
	case c.Poll <= 0:
		return bad("poll %v: want more than 0", c.Poll)
	case c.MaxDepth < 0 || c.MaxPagesPerSite < 0 || c.MaxQueries < 0:
		return bad("max depth %d, max pages %d, max queries %d: want 0 or more", c.MaxDepth, c.MaxPagesPerSite, c.MaxQueries)
	case c.MaxAttempts < 1:
		return bad("max attempts %d: want 1 or more", c.MaxAttempts)
	case c.RetryMin <= 0 || c.RobotsRetry <= 0:
		return bad("retry after %v, robots.txt after %v: want more than 0", c.RetryMin, c.RobotsRetry)
	case c.RevisitMin <= 0 || c.RevisitMax < c.RevisitMin:
		return bad("revisit between %v and %v: want 0 < min <= max", c.RevisitMin, c.RevisitMax)
	case c.Lease < c.TotalTimeout+10*time.Second:
		return bad("lease %v: want at least 10s more than the total timeout %v", c.Lease, c.TotalTimeout)
	}
	for _, d := range c.PageRevisits {
		if d <= 0 {
			return bad("page revisit after %v: want more than 0", d)
		}
	}
	if err := c.fetch().Validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return nil
}

// UserAgent is the User-Agent header: product, version and contact.
func (c Config) UserAgent() string {
	if c.Contact == "" {
		return c.Product + "/1.0"
	}
	return c.Product + "/1.0 (+" + c.Contact + ")"
}

func (c Config) fetch() fetch.Config {
	return fetch.Config{
		UserAgent: c.UserAgent(), Languages: c.Languages,
		Dial: c.DialTimeout, Header: c.HeaderTimeout, Total: c.TotalTimeout,
		MaxBody: c.MaxBody, MaxCompressed: c.MaxCompressed,
		AllowPrivate: c.AllowPrivate, Resolve: c.Resolve, Proxy: c.Proxy,
	}
}
