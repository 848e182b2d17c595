package e2e

import (
	"testing"
	"time"

	"github.com/winnow-news/winnow/newsroom"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
)

// crawlDelay is the politeness of the test's crawlers.
const crawlDelay = 20 * time.Millisecond

// web is the newsroom over HTTP.
type web struct {
	room   *newsroom.Newsroom
	server *newsroom.Server
}

func startWeb(t *testing.T) *web {
	t.Helper()
	nc := smallNewsroom()
	nc.CrawlDelay = 2 * crawlDelay
	room, err := newsroom.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	server, err := room.Serve(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return &web{room, server}
}

// settings lead a crawler to the newsroom.
func (w *web) settings() []string {
	return []string{
		"crawler.resolve=*.example=" + w.server.Addr(), "crawler.delay=" + crawlDelay.String(),
		"crawler.once=true", "crawler.timeout=2s", "crawler.lease=12s",
	}
}

func (w *web) homes() []string {
	var urls []string
	for _, s := range w.room.Sites() {
		urls = append(urls, s.Home)
	}
	return urls
}

// checkManners looks whether the crawlers have been polite.
func (w *web) checkManners(t *testing.T) {
	t.Helper()
	delays := map[string]time.Duration{}
	for _, s := range w.room.Sites() {
		delays[s.Host] = max(crawlDelay, s.CrawlDelay)
	}
	for host, v := range w.server.Visits().Hosts {
		if v.Violations > 0 {
			t.Errorf("%s: %d requests to what robots.txt disallows", host, v.Violations)
		}
		if v.MinGap < delays[host] {
			t.Errorf("%s: two requests within %v, want %v between them", host, v.MinGap, delays[host])
		}
		if v.MaxParallel > 1 {
			t.Errorf("%s: %d requests at once", host, v.MaxParallel)
		}
	}
}

// crawl crawls the newsroom with a fleet of which two crawl, and calls disturb
// in the middle.
func crawl(t *testing.T, w *web, disturb func(f *fleet, crawlers []*process)) map[string]*pb.Article {
	t.Helper()
	f := startFleet(t, w.settings()...)
	winnow(t, 0, append(append([]string{"site", "add"}, w.homes()...), f.flags()...)...)
	f.work(1)
	crawlers := []*process{f.worker("crawl"), f.worker("crawl")}
	disturb(f, crawlers)
	store := f.store()
	await(t, patience, "the crawl is at its end", func() bool {
		stats, err := store.Stats(t.Context(), "")
		return err == nil && stats.Waiting == 0 && stats.Leased == 0
	})
	f.drain()
	f.noDeadLetters()
	return f.articles()
}

// TestCrawl crawls the newsroom over HTTP four times: with the single process,
// with two crawl workers, with crawl workers that are killed, and with servers
// that are.
func TestCrawl(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers and processes")
	}
	alone := startWeb(t)
	args := append([]string{"run", "--once", "--json", "--data", t.TempDir(), "--log-level", "warn", "--set", window}, alone.homes()...)
	for _, kv := range alone.settings() {
		args = append(args, "--set", kv)
	}
	want := parseArticles(t, winnow(t, 0, args...))
	alone.checkManners(t)
	alone.checkComplete(t, want)

	t.Run("two workers", func(t *testing.T) {
		w := startWeb(t)
		got := crawl(t, w, func(*fleet, []*process) {})
		w.checkManners(t)
		sameArticles(t, found(got), found(want))
	})
	t.Run("workers killed", func(t *testing.T) {
		w := startWeb(t)
		got := crawl(t, w, func(f *fleet, crawlers []*process) {
			for i, c := range crawlers {
				w.awaitRequests(t, 100*(i+1))
				c.kill()
				f.worker("crawl")
			}
		})
		w.checkManners(t)
		sameArticles(t, found(got), found(want))
	})
	t.Run("servers killed", func(t *testing.T) {
		w := startWeb(t)
		got := crawl(t, w, func(f *fleet, _ []*process) {
			w.awaitRequests(t, 100)
			f.redis.Kill()
			f.redis.Restart()
			w.awaitRequests(t, 200)
			f.nats.kill()
			f.startNATS()
		})
		w.checkManners(t)
		sameArticles(t, found(got), found(want))
	})
}

// awaitRequests waits until a crawl is well under way.
func (w *web) awaitRequests(t *testing.T, n int) {
	t.Helper()
	await(t, patience, "the crawl is in the middle", func() bool { return w.server.Visits().Requests >= n })
}

// found gives articles without what depends on the way by which a crawler came
// to their pages: a page that has several addresses has the one under which it
// was met first, and what a feed says of a page is known only if the feed was
// read before the page.
func found(articles map[string]*pb.Article) map[string]*pb.Article {
	out := map[string]*pb.Article{}
	for id, a := range articles {
		a = proto.CloneOf(a)
		a.Url = ""
		if a.MetadataSources["modified"] == "feed" {
			delete(a.MetadataSources, "modified")
			a.Modified, a.ModifiedLocal = nil, ""
		}
		out[id] = a
	}
	return out
}

// checkComplete looks whether every article of the newsroom was found.
func (w *web) checkComplete(t *testing.T, got map[string]*pb.Article) {
	t.Helper()
	for page, err := range w.room.Pages() {
		if err != nil {
			t.Fatal(err)
		}
		if page.Truth.Class == newsroom.ClassArticle && got[page.Truth.ArticleID] == nil {
			t.Errorf("no article of %s", page.URL)
		}
	}
}
