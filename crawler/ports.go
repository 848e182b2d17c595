package crawler

import (
	"context"
	"log/slog"
	"time"

	"github.com/winnow-news/winnow/proto"
	"github.com/winnow-news/winnow/proto/site"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Frontier is the queue of URLs, shared by all crawl workers. It is safe for
// concurrent use. Its errors are transient unless they are marked otherwise.
type Frontier interface {
	// Put adds tasks whose URL is not known and gives how many were new. Of
	// a known URL's task that waits only a higher priority is taken over,
	// with it what its feed entry says, and an earlier due if it comes with a
	// feed entry.
	Put(ctx context.Context, tasks ...*pb.CrawlTask) (added int, err error)
	// Renew makes those of the tasks wait again, due at once, that are known and
	// done, and whose due lies before the feed.modified that they come with; it
	// gives how many there were.
	Renew(ctx context.Context, tasks ...*pb.CrawlTask) (renewed int, err error)
	// Next leases the best due task of a host whose turn it is. The host has
	// no other turn until Finish or the end of the lease. When nothing is
	// due it gives nil and the time at which to ask again.
	Next(ctx context.Context, now time.Time, lease time.Duration) (task *pb.CrawlTask, again time.Time, err error)
	// Finish stores the task as it is now, ends its lease and gives the host
	// its next turn at hostNext. It may be repeated. A task of a site that is
	// no longer registered is not stored.
	Finish(ctx context.Context, task *pb.CrawlTask, hostNext time.Time) error
	// Block keeps a host from having a turn until then.
	Block(ctx context.Context, host string, until time.Time) error
	// Lookup gives the task of a canonical URL; nil when it is not known.
	Lookup(ctx context.Context, url string) (*pb.CrawlTask, error)
	// Stats counts the tasks of a site; of all sites for "".
	Stats(ctx context.Context, site string) (proto.FrontierStats, error)
}

// Cache keeps robots.txt files for all workers. Values may be lost at any
// time; an error is treated like an absent value.
type Cache interface {
	CacheGet(ctx context.Context, key string) (value []byte, ok bool, err error)
	CachePut(ctx context.Context, key string, value []byte, ttl time.Duration) error
}

// Sites is the part of the site registry that the crawler uses.
type Sites interface {
	Sites(ctx context.Context) ([]*pb.Site, error)
	// Site gives nil for an unknown site.
	Site(ctx context.Context, token string) (*pb.Site, error)
	PutSite(ctx context.Context, s *pb.Site) error
	// CountSite adds delta's counts and takes over its times.
	CountSite(ctx context.Context, token string, delta *pb.SiteStats) error
}

// Publisher takes pages. A nil error means that the page is stored and will
// not be lost. It blocks or fails while its stream is full.
type Publisher interface {
	PublishPage(ctx context.Context, page *pb.Page) error
}

// Ports is what a Crawler is joined to.
type Ports struct {
	Frontier  Frontier
	Cache     Cache
	Sites     Sites
	Publisher Publisher
	// Namer says which site a URL belongs to; nil: its registrable domain.
	Namer *site.Namer
	// Log takes what Run has to say; nil: nothing is logged.
	Log *slog.Logger
}
