package crawler

import (
	"net/url"
	"time"

	"github.com/winnow-news/winnow/proto/canon"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Priorities: what changes goes first, then what is new, then the rest.
const (
	prioritySeed       = 100
	priorityFeed       = 90
	prioritySitemap    = 80
	priorityFeedEntry  = 70
	priorityNewsEntry  = 65
	priorityLink       = 50 // less 5 for each link followed
	priorityGuess      = 45 // feeds and sitemaps at usual places
	priorityMap        = 42 // a sitemap of an index that may list anything
	priorityFreshEntry = 40 // of a sitemap, changed within freshAge
	priorityOldEntry   = 10
)

// freshAge is the age up to which a sitemap's entry is news.
const freshAge = 7 * 24 * time.Hour

// newTask makes a waiting task, due now. canonical is u's canonical form.
func newTask(u *url.URL, canonical, token string, kind pb.TaskKind, priority int32, depth uint32) *pb.CrawlTask {
	return &pb.CrawlTask{
		Url: canonical, Site: token, Host: hostPort(u), Kind: kind, Depth: depth, Priority: priority,
		Due: timestamppb.Now(), State: pb.TaskState_TASK_STATE_WAITING,
	}
}

// taskFor is newTask for a URL that has yet to be brought to canonical form.
func taskFor(raw, token string, kind pb.TaskKind, priority int32, depth uint32) (*pb.CrawlTask, error) {
	c, err := canon.URL(raw)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(c)
	if err != nil {
		return nil, err
	}
	return newTask(u, c, token, kind, priority, depth), nil
}

// hostPort is the unit of politeness.
func hostPort(u *url.URL) string {
	if u.Port() != "" {
		return u.Host
	}
	if u.Scheme == "http" {
		return u.Host + ":80"
	}
	return u.Host + ":443"
}

// recurring reports whether a task's URL is visited again and again.
func (c *Crawler) recurring(t *pb.CrawlTask) bool {
	return c.cfg.Continuous && t.Kind != pb.TaskKind_TASK_KIND_PAGE
}
