package crawler

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

const (
	// maxOutage is the longest time between two looks whether a host is back.
	maxOutage = time.Hour
	// attemptEvery: one failure in so many of a host counts as an attempt, so
	// that the page of a host that never comes back is given up, in some days.
	attemptEvery = 24
	// outageHosts bounds the hosts whose outages are known.
	outageHosts = 10_000
)

// outages counts how often in a row each host has not served. It may be lost
// at any time, and each process counts for itself: a host is then asked a few
// times more.
type outages struct {
	mu    sync.Mutex
	hosts map[string]int
}

// failed counts a request that a host did not serve, and gives how many there
// were in a row before.
func (o *outages) failed(host string) (before int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.hosts == nil || len(o.hosts) >= outageHosts {
		o.hosts = map[string]int{}
	}
	before = o.hosts[host]
	o.hosts[host]++
	return before
}

// over notes that a host has served.
func (o *outages) over(host string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.hosts, host)
}

// deniedMost is how many pages in a row a host may deny as pages that are not for
// everybody; from then on it is one that lets no robot in.
const deniedMost = 3

// walled reports whether a host denies one page after the other, of a crawl that
// goes on: it has come up with a wall, or thinks that it was asked too often,
// and every page that waits would be given up. Guesses do not count: some hosts
// say so of what they do not have.
func (c *Crawler) walled(v *visit) bool {
	switch {
	case v.resp.Status != http.StatusUnauthorized && v.resp.Status != http.StatusForbidden:
		c.denied.over(v.task.Host)
		return false
	case !c.cfg.Continuous, v.task.Kind != pb.TaskKind_TASK_KIND_PAGE && guessed(v.task):
		return false
	}
	return c.denied.failed(v.task.Host) >= deniedMost
}

// unserved says why a request was not served, by no fault of its page's that
// could be told; empty when it was. after is how long the host asks to be left
// alone.
func unserved(resp *fetch.Response, err error) (reason string, after time.Duration) {
	if err != nil {
		return err.Error(), 0
	}
	switch resp.Status {
	case http.StatusTooManyRequests, http.StatusProxyAuthRequired, http.StatusBadGateway, http.StatusServiceUnavailable,
		http.StatusGatewayTimeout, 522, 524: // the latter two are Cloudflare's timeouts
		return fmt.Sprintf("HTTP %d", resp.Status), retryAfter(resp.Header)
	}
	return "", 0
}

// outage notes that a host has not served: it is left alone, longer each time
// in a row. The first counts as an attempt: behind an answer it may be the
// page's own fault; behind another failure it is the host's, and a host that is
// down costs no page, but for one in attemptEvery. What is never given up counts
// all, and waits the longer for it: several such tasks would else take every
// turn of a host that serves the rest. So does a crawl that is to come to an end.
func (c *Crawler) outage(v *visit, reason string, after time.Duration) outcome {
	if !c.cfg.Continuous {
		c.fail(v, reason, after)
		if v.resp != nil && (v.resp.Status == http.StatusTooManyRequests || v.resp.Status == http.StatusServiceUnavailable) {
			return outcome{block: max(after, c.cfg.RetryMin)}
		}
		return outcome{}
	}
	before := c.down.failed(v.task.Host)
	pause := c.cfg.RetryMin
	for range before {
		if pause *= 2; pause >= maxOutage {
			pause = maxOutage
			break
		}
	}
	out := outcome{block: max(after, jitter(pause))}
	if before%attemptEvery == 0 || c.lasting(v.task) {
		c.fail(v, reason, out.block)
		return out
	}
	v.unserved = true
	c.postpone(v, reason, v.now.Add(out.block+jitter(c.cfg.RetryMin))) // behind others, which may do better
	return out
}
