package crawler

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
	"github.com/winnow-news/winnow/crawler/robots"
	"github.com/winnow-news/winnow/proto/canon"
)

// How long an answer about robots.txt is believed (RFC 9309, 2.3.1, 2.4).
const (
	robotsAge      = 24 * time.Hour
	robotsMaxRetry = time.Hour // the longest Retry-After that is kept to
	robotsMaxHops  = 5
	robotsKept     = 24 * time.Hour // how long a denial is remembered after its end
	gateMaxHosts   = 4096           // parsed files kept in memory
)

// gate knows the robots.txt of the hosts. Files are shared with other workers
// through the Cache; parsed rules are kept in memory.
//
// Invariant: an origin has at most one entry, and an entry is used only before
// its end.
type gate struct {
	cfg   Config
	cache Cache
	get   getter
	mu    sync.Mutex
	known map[string]ruling
}

// ruling is what is known of an origin's robots.txt until a time.
type ruling struct {
	rules       *robots.Rules
	unreachable bool
	why         string        // it is unreachable
	denied      time.Duration // how long it is believed that everything is disallowed; 0: not everything is
	until       time.Time
}

func newGate(cfg Config, cache Cache, get getter) *gate {
	return &gate{cfg: cfg, cache: cache, get: get, known: map[string]ruling{}}
}

// ruling gives what is known of u's origin, from memory or the Cache; ok is
// false when robots.txt has to be fetched.
func (g *gate) ruling(ctx context.Context, u *url.URL) (r ruling, ok bool) {
	origin := originOf(u)
	g.mu.Lock()
	r, ok = g.known[origin]
	g.mu.Unlock()
	if ok && time.Now().Before(r.until) {
		return r, true
	}
	value, ok, err := g.cache.CacheGet(ctx, cacheKey(origin))
	if err != nil || !ok {
		return ruling{}, false
	}
	if r, ok = g.decode(value); ok {
		g.remember(origin, r)
	}
	return r, ok
}

// fetch asks u's origin for its robots.txt and remembers the answer. An error
// is the Cache's; the ruling stands all the same.
func (g *gate) fetch(ctx context.Context, u *url.URL) (ruling, error) {
	origin := originOf(u)
	limited, cancel := context.WithTimeout(ctx, g.cfg.TotalTimeout) // with all redirects: the lease must not run out
	defer cancel()
	state, body, ttl := g.ask(limited, origin)
	if ctx.Err() != nil {
		return ruling{}, context.Cause(ctx)
	}
	kept := ttl
	if state == robotsFile && robots.Parse(body, g.cfg.Product).None() {
		ttl = g.denial(ctx, origin)
		state, body, kept = robotsDenied, []byte(ttl.String()), ttl+robotsKept
	}
	value := encodeRuling(state, time.Now().Add(ttl), body)
	r, _ := g.decode(value)
	g.remember(origin, r)
	return r, g.cache.CachePut(ctx, cacheKey(origin), value, kept)
}

// denial gives how long a file is believed that disallows everything: at first
// as long as one that cannot be had, for it may stand there by mistake, then
// twice as long each time in a row, up to as long as any other.
func (g *gate) denial(ctx context.Context, origin string) time.Duration {
	value, _, _ := g.cache.CacheGet(ctx, cacheKey(origin))
	last, _ := parseRuling(value, g.cfg.Product)
	return min(max(2*last.denied, g.cfg.RobotsRetry), robotsAge)
}

// ask fetches origin's robots.txt, following redirects; of one that is
// unreachable body says why. A redirect that cannot be followed, like any 4xx,
// is as good as no file.
func (g *gate) ask(ctx context.Context, origin string) (state byte, body []byte, ttl time.Duration) {
	at := origin + "/robots.txt"
	for range robotsMaxHops + 1 {
		resp, err := g.get.Get(ctx, fetch.Request{URL: at})
		switch {
		case errors.Is(err, fetch.ErrTooLarge) || errors.Is(err, fetch.ErrEncoding):
			return robotsNone, nil, robotsAge
		case err != nil:
			return robotsUnreachable, []byte(reasonText(err.Error())), g.cfg.RobotsRetry
		case resp.Status == http.StatusTooManyRequests, resp.Status == http.StatusProxyAuthRequired, resp.Status >= 500:
			why := fmt.Appendf(nil, "HTTP %d", resp.Status)
			return robotsUnreachable, why, min(max(retryAfter(resp.Header), g.cfg.RobotsRetry), robotsMaxRetry)
		case resp.Status >= 300 && resp.Status < 400:
			next, err := target(at, resp.Header)
			if err != nil {
				return robotsNone, nil, robotsAge
			}
			at = next
		case resp.Status == http.StatusOK:
			return robotsFile, resp.Body[:min(len(resp.Body), robots.MaxBytes+1)], robotsAge
		default:
			return robotsNone, nil, robotsAge
		}
	}
	return robotsNone, nil, robotsAge
}

func (g *gate) remember(origin string, r ruling) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.known) >= gateMaxHosts {
		clear(g.known)
	}
	g.known[origin] = r
}

// States of a cached robots.txt.
const (
	robotsFile        byte = 'f'
	robotsNone        byte = 'n'
	robotsUnreachable byte = 'u'
	robotsDenied      byte = 'd'
)

// encodeRuling gives a cache value: state, end of belief (RFC 3339 and a line
// end), file; of one that is unreachable, why, and of one that disallows
// everything, how long that is believed.
func encodeRuling(state byte, until time.Time, body []byte) []byte {
	value := append([]byte{state}, until.UTC().Format(time.RFC3339)...)
	return append(append(value, '\n'), body...)
}

// decode undoes encodeRuling; ok is false when the value is none, or its time
// is over.
func (g *gate) decode(value []byte) (r ruling, ok bool) {
	r, ok = parseRuling(value, g.cfg.Product)
	return r, ok && time.Now().Before(r.until)
}

func parseRuling(value []byte, product string) (r ruling, ok bool) {
	const head = 1 + len("2006-01-02T15:04:05Z") + 1
	if len(value) < head {
		return ruling{}, false
	}
	until, err := time.Parse(time.RFC3339, string(value[1:head-1]))
	if err != nil {
		return ruling{}, false
	}
	switch value[0] {
	case robotsFile:
		return ruling{rules: robots.Parse(value[head:], product), until: until}, true
	case robotsNone:
		return ruling{rules: &robots.Rules{}, until: until}, true
	case robotsUnreachable:
		return ruling{rules: robots.DisallowAll(), unreachable: true, why: string(value[head:]), until: until}, true
	case robotsDenied:
		denied, err := time.ParseDuration(string(value[head:]))
		return ruling{rules: robots.DisallowAll(), denied: denied, until: until}, err == nil && denied > 0
	}
	return ruling{}, false
}

func originOf(u *url.URL) string { return u.Scheme + "://" + u.Host }

func cacheKey(origin string) string { return "robots:" + origin }

// target gives the canonical URL that a redirect points to.
func target(from string, h http.Header) (string, error) {
	base, err := url.Parse(from)
	if err != nil {
		return "", err
	}
	to, err := base.Parse(h.Get("Location"))
	if err != nil {
		return "", err
	}
	return canon.Parsed(to)
}
