package crawler

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

const (
	// maxBackoff is the longest wait after a failure, maxRetryAfter the
	// longest that a server may ask for.
	maxBackoff    = 6 * time.Hour
	maxRetryAfter = 24 * time.Hour
	// forgetAfter is the number of visits after which what was seen counts half,
	// so that a feed that wakes up is noticed; but not while it has changed no
	// more than once, as each does at its first visit: what never changes comes
	// to be visited less and less.
	forgetAfter = 32
	// trustEvery: one visit in so many sends no validators, to find those
	// that lie.
	trustEvery = 8
	// distrusted stands in CrawlTask.etag for validators that lied; no entity
	// tag begins so (RFC 9110, 8.8.3).
	distrusted = "!"
)

// backoff is the wait before the next attempt, after so many: four times as
// long each time, with a quarter of jitter.
func (c *Crawler) backoff(attempts uint32) time.Duration {
	d := c.cfg.RetryMin
	for range min(attempts, 20) {
		if d *= 4; d >= maxBackoff {
			d = maxBackoff
			break
		}
	}
	return jitter(d)
}

// jitter gives d, give or take a quarter.
func jitter(d time.Duration) time.Duration {
	if d < 4 {
		return d
	}
	return d - d/4 + rand.N(d/2)
}

// revisit is the wait until a seed, feed or sitemap is visited again: about as
// long as it has taken to change, by the share of visits that saw a change
// (rule of succession), within the configured bounds.
func (c *Crawler) revisit(t *pb.CrawlTask) time.Duration {
	share := float64(t.Changes+1) / float64(t.Fetches+1)
	d := time.Duration(float64(c.cfg.RevisitMin) / min(share, 1))
	return jitter(min(d, c.cfg.RevisitMax))
}

// note counts a visit that saw a change, or none.
func note(t *pb.CrawlTask, changed, recurring bool) {
	t.Fetches++
	if changed {
		t.Changes++
	}
	if recurring && t.Fetches >= forgetAfter && t.Changes > 1 {
		t.Fetches, t.Changes = t.Fetches/2, t.Changes/2
	}
}

// settle gives a task that was served its next state and time.
func (c *Crawler) settle(t *pb.CrawlTask, now time.Time) {
	t.Attempts, t.Hops, t.Reason = 0, 0, ""
	t.FetchedAt = timestamppb.New(now)
	visits := int(t.Fetches)
	switch {
	case c.recurring(t):
		wait(t, now.Add(c.revisit(t)))
	case c.cfg.Continuous && !guarded(t) && 0 < visits && visits <= len(c.cfg.PageRevisits):
		wait(t, now.Add(jitter(c.cfg.PageRevisits[visits-1])))
	default: // until a feed says that it has changed since
		t.State, t.Due = pb.TaskState_TASK_STATE_DONE, timestamppb.New(now)
	}
}

// settledAge is the age from which a feed is believed that a page has changed.
// Some feeds say so of all their pages, and always of the present.
const settledAge = 15 * time.Minute

// changed gives those of the tasks of which a feed says that the page has
// changed since it was published. Sitemaps that are no news sitemaps do not
// count: many say so of every page, every day.
func changed(tasks []*pb.CrawlTask, now time.Time) (some []*pb.CrawlTask) {
	for _, t := range tasks {
		published, modified := t.GetFeed().GetPublished(), t.GetFeed().GetModified()
		if published.IsValid() && modified.IsValid() && modified.AsTime().After(published.AsTime()) && now.Sub(modified.AsTime()) >= settledAge {
			some = append(some, t)
		}
	}
	return some
}

func wait(t *pb.CrawlTask, due time.Time) {
	t.State, t.Due = pb.TaskState_TASK_STATE_WAITING, timestamppb.New(due)
}

// retryAfter reads a Retry-After header, in seconds or as a date; 0 when
// there is none.
func retryAfter(h http.Header) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseInt(v, 10, 32); err == nil {
		return min(max(0, time.Duration(s)*time.Second), maxRetryAfter)
	}
	if at, err := http.ParseTime(v); err == nil {
		return min(max(0, time.Until(at)), maxRetryAfter)
	}
	return 0
}

// validators gives what to send along to learn whether a URL has changed.
func validators(t *pb.CrawlTask) (etag, lastModified string) {
	if t.Etag == distrusted || t.Fetches == 0 || t.Fetches%trustEvery == trustEvery-1 {
		return "", ""
	}
	return t.Etag, t.LastModified
}

// keepValidators takes over a response's validators, unless they are the old
// ones on a new body: then they lie, and are not used again.
func keepValidators(t *pb.CrawlTask, h http.Header, changed bool) {
	etag, modified := fetch.Storable(h.Get("ETag")), fetch.Storable(h.Get("Last-Modified"))
	same := etag == t.Etag && modified == t.LastModified && (etag != "" || modified != "")
	switch {
	case t.Etag == distrusted:
	case changed && same && t.Fetches > 0:
		t.Etag, t.LastModified = distrusted, ""
	default:
		t.Etag, t.LastModified = etag, modified
	}
}
