package crawler

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

const (
	// maxBackoff is the longest wait after a failure, maxRetryAfter the
	// longest that a server may ask for.
	maxBackoff    = 6 * time.Hour
	maxRetryAfter = 24 * time.Hour
	// forgetAfter is the number of visits after which what was seen counts half,
	// so that a feed that wakes up is noticed; but not while it has brought
	// news no more than once, as each does at its first visit: what never does
	// comes to be visited less and less.
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

// revisit is the wait until a seed, feed, sitemap or front is visited again: by
// the share of visits that brought news (rule of succession), within the
// configured bounds. What changes and brings none, as most home pages do at each
// visit, is not asked for more often.
func (c *Crawler) revisit(t *pb.CrawlTask) time.Duration {
	share := float64(t.Changes+1) / float64(t.Fetches+1)
	d := time.Duration(float64(c.cfg.RevisitMin) / min(share, 1))
	return jitter(min(d, c.cfg.RevisitMax))
}

// silentMost is the longest wait for a sitemap that brings nothing.
const silentMost = 7 * 24 * time.Hour

// silent is the wait until a sitemap is visited again that has brought nothing
// since its first visit: twice as long each time. Most of a site's sitemaps list
// what is old, and nothing tells which ones but what they bring.
func (c *Crawler) silent(t *pb.CrawlTask) time.Duration {
	d := c.cfg.RevisitMin
	for range min(t.Fetches+1, 20) {
		d = min(2*d, max(silentMost, c.cfg.RevisitMax))
	}
	return jitter(d)
}

// note counts a visit, and whether it has brought news. All that a first visit
// finds is new: that tells something only of what is made to change.
func (c *Crawler) note(t *pb.CrawlTask, news, lively bool) {
	if t.Fetches++; news && (t.Fetches > 1 || lively) {
		t.Changes++
	}
	// A sitemap of an index may have had its day.
	least := uint32(1)
	if t.Kind == pb.TaskKind_TASK_KIND_SITEMAP && t.Depth > 0 {
		least = 0
	}
	if t.Fetches >= forgetAfter && t.Changes > least {
		t.Fetches, t.Changes = t.Fetches/2, t.Changes/2
	}
}

// settle gives a task that was served its next state and time.
func (c *Crawler) settle(v *visit, news, lively bool) {
	t := v.task
	front := c.front(t)
	c.note(t, news, lively)
	t.Attempts, t.Hops, t.Reason = 0, 0, ""
	t.FetchedAt = timestamppb.New(v.now)
	switch {
	case c.recurring(t) && t.Kind == pb.TaskKind_TASK_KIND_SITEMAP && t.Changes == 0:
		wait(t, v.now.Add(c.silent(t)))
	case c.recurring(t):
		wait(t, v.now.Add(c.revisit(t)))
	case !c.cfg.Continuous || guarded(t):
		rest(t, v.now)
	case int(t.Fetches) <= len(c.cfg.PageRevisits):
		wait(t, v.now.Add(jitter(c.cfg.PageRevisits[t.Fetches-1])))
	case front && c.front(t):
		wait(t, v.now.Add(c.revisit(t)))
	case int(t.Fetches) > len(c.cfg.PageRevisits)+1 && t.Changes == 0: // no front: not every day
		rest(t, v.now.Add(min(time.Duration(t.Fetches)*c.cfg.RevisitMax, silentMost)))
	default: // until a feed says that it has changed since, or it has stood on a home page for long
		rest(t, v.now)
	}
}

// frontShare: a page is a front if one visit in so many brings news.
const frontShare = 10

// front reports whether a page has led to news again and again, as the front of a
// section does. A story does so, too, now and then: it takes a page that is
// visited more often than PageRevisits say, because it stands on a home page for
// long.
func (c *Crawler) front(t *pb.CrawlTask) bool {
	return t.Kind == pb.TaskKind_TASK_KIND_PAGE && int(t.Fetches) > len(c.cfg.PageRevisits) && frontShare*t.Changes >= t.Fetches
}

// standing gives tasks for what a home page links to, to be visited again if that
// is long ago: what stands there for long is a section's front, as a rule, and
// leads to stories that are named nowhere else.
func (c *Crawler) standing(v *visit, found []*pb.CrawlTask) (some []*pb.CrawlTask) {
	if v.task.Kind != pb.TaskKind_TASK_KIND_SEED {
		return nil
	}
	since := timestamppb.New(v.now.Add(-c.cfg.RevisitMax))
	for _, t := range found {
		if t.Kind == pb.TaskKind_TASK_KIND_PAGE {
			t = proto.CloneOf(t)
			t.Feed = &pb.FeedEntry{Modified: since}
			some = append(some, t)
		}
	}
	return some
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

func rest(t *pb.CrawlTask, now time.Time) {
	t.State, t.Due = pb.TaskState_TASK_STATE_DONE, timestamppb.New(now)
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
