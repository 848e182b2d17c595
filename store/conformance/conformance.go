// Package conformance is the contract of the store's ports as tests. Every
// implementation passes it: store/bolt, and store/redis on a single server and
// on a cluster.
package conformance

import (
	"context"
	"testing"
	"time"

	"github.com/winnow-news/winnow/proto"
	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Store is all that the stages ask of an engine. The contract of each method
// is told where its port is declared (docs/ARCHITECTURE.md) and held by the
// test of its name here.
type Store interface {
	Read(ctx context.Context, site string, after uint64) ([]journal.Entry, error)
	Append(ctx context.Context, site string, head journal.Head, keep int, entries []journal.Entry) (journal.Head, error)

	Publication(ctx context.Context, site, articleID string) (*pb.Publication, error)
	SetPublication(ctx context.Context, site string, expect uint64, p *pb.Publication) error

	Put(ctx context.Context, tasks ...*pb.CrawlTask) (int, error)
	Renew(ctx context.Context, tasks ...*pb.CrawlTask) (int, error)
	Next(ctx context.Context, now time.Time, lease time.Duration) (*pb.CrawlTask, time.Time, error)
	Finish(ctx context.Context, task *pb.CrawlTask, hostNext time.Time) error
	Block(ctx context.Context, host string, until time.Time) error
	Lookup(ctx context.Context, url string) (*pb.CrawlTask, error)
	Stats(ctx context.Context, site string) (proto.FrontierStats, error)

	CacheGet(ctx context.Context, key string) ([]byte, bool, error)
	CachePut(ctx context.Context, key string, value []byte, ttl time.Duration) error

	Sites(ctx context.Context) ([]*pb.Site, error)
	Site(ctx context.Context, token string) (*pb.Site, error)
	PutSite(ctx context.Context, s *pb.Site) error
	RemoveSite(ctx context.Context, token string) error
	CountSite(ctx context.Context, token string, delta *pb.SiteStats) error
	SiteStats(ctx context.Context, token string) (*pb.SiteStats, error)
}

// Open gives a new, empty Store that ends with the test. Its Stats and, where
// it has no other clock, its expiry go by now; its Config.Poll is Poll.
type Open func(t *testing.T, now func() time.Time) Store

// Poll is what the suite expects of Config.Poll.
const Poll = time.Second

// Run holds the contract against an implementation.
func Run(t *testing.T, open Open) {
	t.Run("Journal", func(t *testing.T) { runAll(t, open, journalTests()) })
	t.Run("Publications", func(t *testing.T) { runAll(t, open, publicationTests()) })
	t.Run("Frontier", func(t *testing.T) { runAll(t, open, frontierTests()) })
	t.Run("Politeness", func(t *testing.T) { runAll(t, open, politenessTests()) })
	t.Run("Cache", func(t *testing.T) { runAll(t, open, cacheTests()) })
	t.Run("Sites", func(t *testing.T) { runAll(t, open, siteTests()) })
}

type test struct {
	name string
	run  func(t *testing.T, s Store)
}

func runAll(t *testing.T, open Open, tests []test) {
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			tc.run(t, open(t, func() time.Time { return epoch }))
		})
	}
}

// epoch is the suite's "now".
var epoch = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// at gives the instant d behind epoch.
func at(d time.Duration) time.Time { return epoch.Add(d) }

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		ok(t, err)
		return v
	}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("unexpected error: %v", err)
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}
