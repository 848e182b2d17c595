package crawler

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
	"github.com/winnow-news/winnow/proto/failure"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
)

const home = "https://a.test/"

// newsSite is a site with robots.txt, feed, sitemaps, sections and a corner
// that is not for robots.
func newsSite() *web {
	w := newWeb(map[string]string{
		home: `<link rel=alternate type=application/rss+xml href=/rss>` +
			links("/sport/", "/1", "/private/x", "https://b.test/", "/pic.jpg", "/x/x/x/x"),
		"https://a.test/sport/":         links("/2", "/1#top", "/sport/page/2"),
		"https://a.test/sport/page/2":   links("/3"),
		"https://a.test/1":              "<p>one",
		"https://a.test/2":              "<p>two",
		"https://a.test/3":              "<p>three",
		"https://a.test/fed":            "<p>from the feed",
		"https://a.test/mapped":         "<p>from the sitemap",
		"https://a.test/robots.txt":     "user-agent: *\ndisallow: /private\nsitemap: https://a.test/maps.xml",
		"https://a.test/private/x":      "<p>private",
		"https://a.test/maps.xml":       `<sitemapindex><sitemap><loc>https://a.test/map.xml</loc></sitemap></sitemapindex>`,
		"https://a.test/map.xml":        `<urlset><url><loc>https://a.test/mapped</loc><lastmod>1999-12-31</lastmod></url><url><loc>https://b.test/no</loc></url></urlset>`,
		"https://a.test/sitemap.xml":    "",
		"https://b.test/":               "<p>another site",
		"https://a.test/latest/0/0/0/0": "<p>trap",
	})
	w.set("https://a.test/rss", answer{kind: "application/rss+xml", body: `<rss><channel><item><link>/fed</link><title>Fed</title></item></channel></rss>`})
	return w
}

func seed(t *testing.T, c *Crawler, urls ...string) {
	t.Helper()
	for _, u := range urls {
		if _, err := c.Seed(t.Context(), u); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCrawlFindsTheSite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newsSite()
		c := build(t, once(), m, w)
		seed(t, c, "https://a.test")
		crawl(t, c, time.Hour)
		var want []string
		for _, p := range []string{"", "1", "2", "3", "fed", "mapped", "sport/", "sport/page/2"} {
			want = append(want, home+p)
		}
		if got := m.published(); !slices.Equal(got, want) {
			t.Errorf("published %q\nwant      %q", got, want)
		}
		if w.requests("https://a.test/private/x") != 0 || w.requests("https://b.test/") != 0 || w.requests(home+"robots.txt") != 1 {
			t.Error("asked for what is disallowed, elsewhere, or twice for robots.txt")
		}
		if w.requests(home+"feed") != 0 || w.requests(home+"sitemap.xml") != 0 {
			t.Error("guessed although feed and sitemap are declared")
		}
		if gap := w.gap(home); gap < time.Second {
			t.Errorf("two requests %v apart", gap)
		}
		for _, p := range m.pages {
			if p.Url == home+"fed" && p.Feed.GetTitle() != "Fed" {
				t.Errorf("feed entry of %s: %v", p.Url, p.Feed)
			}
			if p.Site != "a_test" || p.PageId == "" || p.Charset != "utf-8" || len(p.Body) == 0 || p.FetchedAt == nil {
				t.Errorf("page %v", p)
			}
		}
		if m.tasks[home+"private/x"] != nil {
			t.Error("a disallowed link has become a task")
		}
		visitOnce(t, c, m, home+"private/y", pb.TaskKind_TASK_KIND_PAGE)
		if task := m.task(t, home+"private/y"); task.State != quarantined || !strings.Contains(task.Reason, "robots.txt") {
			t.Errorf("disallowed page: %v", task)
		}
		n, err := c.Progress(t.Context())
		if err != nil || n.Published != 8 || n.Frontier.Quarantined != 1 || n.Frontier.Waiting != 0 || n.Frontier.Done < 8 {
			t.Errorf("progress %+v, %v", n, err)
		}
	})
}

func TestGuessesWhereNothingIsDeclared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMemory()
		w := newWeb(map[string]string{home: "<p>home", home + "n": "<p>n", home + "m": "<p>m"})
		w.set(home+"feed", answer{kind: "application/xml", body: `<rss><channel><item><link>/n</link></item></channel></rss>`})
		w.set(home+"sitemap.xml", answer{kind: "application/xml", body: `<urlset><url><loc>https://a.test/m</loc></url></urlset>`})
		c := build(t, once(), m, w)
		seed(t, c, home)
		crawl(t, c, time.Hour)
		if got, want := m.published(), []string{home, home + "m", home + "n"}; !slices.Equal(got, want) {
			t.Errorf("published %q, want %q", got, want)
		}
	})
}

func TestWrongGuessesAreNotRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: `<link rel=alternate type=application/rss+xml href=/declared>`})
		for _, p := range slices.Concat(usualMaps, []string{"/declared"}) { // a site that answers 200 to everything
			w.set(strings.TrimSuffix(home, "/")+p, answer{body: "<html><p>Nothing here"})
		}
		c := build(t, once(), m, w)
		seed(t, c, home)
		crawl(t, c, 24*time.Hour)
		if n := w.requests(home + "sitemap.xml"); n != 1 {
			t.Errorf("%d requests for a guess that was wrong", n)
		}
		if n := w.requests(home + "declared"); n != c.cfg.MaxAttempts {
			t.Errorf("%d requests for a declared feed that is broken, want %d", n, c.cfg.MaxAttempts)
		}
	})
}

func TestPolitenessAcrossCrawlers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(nil)
		for _, host := range []string{"https://a.test/", "https://b.test/"} {
			var paths []string
			for i := range 20 {
				paths = append(paths, fmt.Sprintf("/p%d", i))
				w.set(fmt.Sprintf("%sp%d", host, i), answer{body: "<p>text"})
			}
			w.set(host, answer{body: links(paths...)})
		}
		w.set("https://b.test/robots.txt", answer{body: "user-agent: *\ncrawl-delay: 7"})
		first, second := build(t, once(), m, w), build(t, once(), m, w)
		seed(t, first, "https://a.test/", "https://b.test/")
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- second.Run(ctx) }()
		crawl(t, first, time.Hour)
		cancel()
		<-done
		if got := len(m.published()); got != 42 {
			t.Errorf("%d pages, want 42", got)
		}
		if gap := w.gap("https://a.test/"); gap < time.Second {
			t.Errorf("a: two requests %v apart", gap)
		}
		if gap := w.gap("https://b.test/"); gap < 7*time.Second {
			t.Errorf("b: two requests %v apart, crawl-delay is 7s", gap)
		}
	})
}

func TestDelays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: links("/1", "/2"), home + "1": "x", home + "2": "y",
			home + "robots.txt": "user-agent: *\ncrawl-delay: 900"})
		c := build(t, once(), m, w)
		seed(t, c, home)
		m.sites["a_test"].MinDelay = durationpb.New(3 * time.Second)
		crawl(t, c, 4*time.Hour)
		if gap := w.gap(home); gap < 120*time.Second || gap > 130*time.Second {
			t.Errorf("gap %v: a crawl-delay of 900s is honoured to 120s", gap)
		}
	})
}

// leased gives a crawler that has leased its only task, the home page.
func leased(t *testing.T) (*memory, *web, *Crawler, *pb.CrawlTask) {
	t.Helper()
	m, w := newMemory(), newWeb(map[string]string{home: "<p>home"})
	cfg := once()
	cfg.Robots = false
	c := build(t, cfg, m, w)
	seed(t, c, home)
	task, _, err := m.Next(t.Context(), time.Now(), cfg.Lease)
	if err != nil || task == nil {
		t.Fatal(task, err)
	}
	return m, w, c, task
}

func TestCrashBetweenPublishAndFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w, c, task := leased(t)
		m.failures["Finish"], m.errs["Finish"] = 1, failure.Poison(errors.New("killed here"))
		if err := c.handle(t.Context(), &visit{task: task}); err == nil {
			t.Fatal("handle reports nothing")
		}
		if len(m.pages) != 1 {
			t.Fatalf("%d pages before the crash", len(m.pages))
		}
		if next, _, _ := m.Next(t.Context(), time.Now(), c.cfg.Lease); next != nil {
			t.Fatal("the lease does not hold")
		}
		crawl(t, build(t, c.cfg, m, w), time.Hour)
		if len(m.pages) != 2 || m.pages[0].PageId != m.pages[1].PageId {
			t.Errorf("%d pages, want the same one twice", len(m.pages))
		}
		if got := m.task(t, home).State; got != pb.TaskState_TASK_STATE_DONE {
			t.Errorf("state %v", got)
		}
	})
}

func TestPortsFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newsSite()
		c := build(t, once(), m, w)
		seed(t, c, home)
		for _, method := range []string{"Next", "Put", "Finish", "PublishPage", "CacheGet", "CachePut", "CountSite", "Sites", "Block"} {
			m.failures[method] = 5
		}
		crawl(t, c, 2*time.Hour)
		if got := m.published(); len(got) != 8 {
			t.Errorf("published %q: 8 pages wanted, none lost, none twice", got)
		}
	})
}

// An outage is told once, and its end, however long it lasts, however many
// workers meet it and give their tasks back meanwhile, and whatever the port calls
// it.
func TestOutageOfAPortIsToldOnce(t *testing.T) {
	for _, tt := range []struct {
		method string
		err    error
	}{
		{"Next", errDown}, {"Next", failure.Permanent(errDown)}, {"Put", nil}, {"Finish", nil}, {"PublishPage", nil}, {"CachePut", nil}, {"Site", nil}, {"Sites", nil},
	} {
		method := tt.method
		t.Run(method, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, w := newMemory(), newWeb(nil)
				var log strings.Builder
				cfg := DefaultConfig()
				cfg.Workers, cfg.Poll = 16, time.Minute
				c, err := New(cfg, Ports{Frontier: m, Cache: m, Sites: m, Publisher: m, Log: slog.New(slog.NewTextHandler(&log, nil))})
				if err != nil {
					t.Fatal(err)
				}
				c = newCrawler(cfg, c.ports, w)
				for i := range 20 {
					site := fmt.Sprintf("https://n%d.test/", i)
					w.set(site, answer{body: "<p>home" + links("/1")})
					w.set(site+"1", answer{body: "<p>one"})
					seed(t, c, site)
				}
				m.failures[method] = 1 << 30
				if tt.err != nil {
					m.errs[method] = tt.err
				}
				time.AfterFunc(20*time.Minute, func() {
					m.mu.Lock()
					defer m.mu.Unlock()
					m.failures[method] = 0
				})
				run(t, c, 26*time.Hour)
				if n := len(slices.Compact(m.published())); n != 40 {
					t.Errorf("%d pages, want 40", n)
				}
				told := map[string]int{}
				for _, line := range strings.Split(log.String(), "\n") {
					if _, what, ok := strings.Cut(line, "level="); ok {
						told[strings.Split(what, " error=")[0]]++
					}
				}
				for what, n := range told {
					if n != 1 || told[strings.Replace(what, "WARN msg=waiting", `INFO msg="going on"`, 1)] != 1 {
						t.Errorf("%d times %s:\n%s", n, what, log.String())
					}
				}
				if len(told) == 0 || len(told) > 4 {
					t.Errorf("told:\n%s", log.String())
				}
			})
		})
	}
}

func TestPublisherRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: links("/1"), home + "1": "<p>one"})
		m.failures["PublishPage"], m.errs["PublishPage"] = 1, failure.Poison(errors.New("too big for the stream"))
		c := build(t, once(), m, w)
		seed(t, c, home)
		crawl(t, c, time.Hour)
		if task := m.task(t, home); task.State != pb.TaskState_TASK_STATE_QUARANTINED || !strings.Contains(task.Reason, "too big") {
			t.Errorf("task %v", task)
		}
		if got := m.published(); !slices.Equal(got, []string{home + "1"}) {
			t.Errorf("published %q: the links of an unpublished page count", got)
		}
	})
}

// TestFrontierRefuses: a page with a link that can never be stored is given up,
// instead of being fetched again for ever.
func TestFrontierRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: "<p>home", home + "p": links("/1")})
		cfg := once()
		cfg.Robots = false
		c := build(t, cfg, m, w)
		m.sites["a_test"] = &pb.Site{Token: "a_test"}
		task, err := taskFor(home+"p", "a_test", pb.TaskKind_TASK_KIND_PAGE, priorityFeedEntry, 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Put(t.Context(), task); err != nil {
			t.Fatal(err)
		}
		m.failures["Put"], m.errs["Put"] = 1, failure.Poison(errors.New("not UTF-8"))
		again(t, c, m)
		if task := m.task(t, home+"p"); task.State != quarantined || !strings.Contains(task.Reason, "not UTF-8") {
			t.Errorf("task %v", task)
		}
		if len(m.pages) != 1 {
			t.Errorf("%d pages published, want the one", len(m.pages))
		}
	})
}

func TestStopGivesTasksBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: "<p>home"})
		w.took = time.Minute
		cfg := once()
		cfg.Robots = false
		c := build(t, cfg, m, w)
		seed(t, c, home)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if err := c.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if task, _, _ := m.Next(t.Context(), time.Now().Add(cfg.Delay), cfg.Lease); task == nil {
			t.Error("the task was not given back")
		}
		if len(m.pages) != 0 {
			t.Error("published after the end")
		}
	})
}

// While the stream is full a page is held by one worker, for one lease, and then
// given back; the others are free for other hosts.
func TestFullStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: "<p>home"})
		m.failures["PublishPage"] = 1 << 30
		cfg := once()
		cfg.Robots = false
		c := build(t, cfg, m, w)
		seed(t, c, home)
		run(t, c, 2*time.Hour)
		if n := w.requests(home); n < 2 || n > 25 {
			t.Errorf("%d requests for a page in 2 hours", n)
		}
		if gap := w.gap(home); gap < 3*cfg.Lease/2 {
			t.Errorf("asked again after %v, with a lease of %v", gap, cfg.Lease)
		}
		m.failures["PublishPage"] = 0
		crawl(t, c, time.Hour)
		if task := m.task(t, home); len(m.pages) != 1 || task.State != done {
			t.Errorf("%d pages when the stream took again, task %v", len(m.pages), task)
		}
	})
}

// A Finish that has failed for longer than its lease does not come later, when
// the lease is another worker's.
func TestNoLateFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, _, c, task := leased(t)
		start := time.Now()
		m.failures["Finish"] = 1 << 30
		if err := c.handle(t.Context(), &visit{task: task}); !errors.Is(err, errLease) || time.Since(start) >= c.cfg.Lease {
			t.Errorf("%v after %v, want an end before the lease's", err, time.Since(start))
		}
	})
}

// A stop in the middle of a request gives the host no earlier turn than it asks
// for.
func TestStopKeepsDelays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: "<p>home", home + "robots.txt": "user-agent: *\ncrawl-delay: 60"})
		w.took = 10 * time.Second
		c := build(t, once(), m, w)
		seed(t, c, home)
		run(t, c, 75*time.Second) // robots.txt, a minute, half the page
		stopped := time.Now()
		crawl(t, build(t, once(), m, w), time.Hour)
		if len(m.pages) != 1 {
			t.Fatalf("%d pages", len(m.pages))
		}
		if gap := w.log[1].at.Sub(stopped); gap < time.Minute {
			t.Errorf("the host was asked again %v after the stop, crawl-delay is 60s", gap)
		}
	})
}

func TestPauseAndRemove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: "<p>home"})
		c := build(t, once(), m, w)
		seed(t, c, home)
		m.sites["a_test"].Paused = true
		time.Sleep(registryAge)
		started := time.Now()
		crawl(t, c, 5*time.Minute)
		if len(w.log) != 0 {
			t.Fatalf("%d requests to a paused site", len(w.log))
		}
		if took := time.Since(started); took > time.Minute {
			t.Errorf("waited %v for a paused site", took)
		}
		m.sites["a_test"].Paused = false
		crawl(t, c, 5*time.Minute)
		if len(m.pages) != 1 {
			t.Errorf("%d pages after the pause", len(m.pages))
		}
		m.tasks[home].State = pb.TaskState_TASK_STATE_WAITING
		delete(m.sites, "a_test")
		time.Sleep(registryAge)
		task, _, _ := m.Next(t.Context(), time.Now(), time.Minute)
		if err := c.handle(t.Context(), &visit{task: task}); err != nil {
			t.Fatal(err)
		}
		if len(m.pages) != 1 || m.busy[task.Host] != "" {
			t.Error("a removed site was fetched, or keeps its host")
		}
	})
}

func TestSeedsOfTheRegistry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: "<p>home"})
		c := build(t, DefaultConfig(), m, w)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- c.Run(ctx) }()
		time.Sleep(time.Minute)
		if err := m.PutSite(ctx, &pb.Site{Token: "a_test", Seeds: []string{home}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		cancel()
		<-done
		if len(m.pages) != 1 {
			t.Errorf("%d pages of a site that was added elsewhere", len(m.pages))
		}
	})
}

// A URL that was crawled as a page becomes a seed or feed, though not under the hands of
// the worker that fetches it.
func TestPagesBecomeSeeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: links("/sport/"), home + "1": "<p>1", home + "2": "<p>2"})
		w.set(home+"sport/", answer{body: links("/1")}, answer{body: links("/2")})
		cfg := DefaultConfig()
		cfg.Robots, cfg.Poll, cfg.PageRevisits = false, time.Hour, nil
		c := build(t, cfg, m, w)
		seed(t, c, home)
		run(t, c, 3*time.Hour)
		if n := w.requests(home + "sport/"); n != 1 {
			t.Fatalf("%d requests for a page", n)
		}
		seed(t, c, home+"sport/")
		run(t, c, 3*time.Hour)
		if task := m.task(t, home+"sport/"); task.Kind != pb.TaskKind_TASK_KIND_SEED || w.requests(home+"sport/") < 3 || w.requests(home+"2") != 1 {
			t.Errorf("%d requests, task %v", w.requests(home+"sport/"), task)
		}

		w.set(home+"rss", answer{body: "<p>no feed yet"})
		visitOnce(t, c, m, home+"rss", pb.TaskKind_TASK_KIND_PAGE)
		w.set(home, answer{body: "<link rel=alternate type=application/rss+xml href=/rss>"})
		time.Sleep(2 * cfg.RevisitMax)
		run(t, c, time.Hour)
		if task := m.task(t, home+"rss"); task.Kind != pb.TaskKind_TASK_KIND_FEED {
			t.Errorf("task %v", task)
		}

		page, _ := taskFor(home+"new", "a_test", pb.TaskKind_TASK_KIND_PAGE, 1000, 1)
		if _, err := m.Put(t.Context(), page); err != nil {
			t.Fatal(err)
		}
		time.Sleep(cfg.RevisitMax) // the host's turn comes
		leased, _, err := m.Next(t.Context(), time.Now(), cfg.Lease)
		if err != nil || leased.GetUrl() != home+"new" {
			t.Fatal(leased, err)
		}
		seed(t, c, home+"new")
		if !m.leases[home+"new"].After(time.Now()) {
			t.Error("the lease of a page that is being fetched has ended")
		}
		if err := c.handle(t.Context(), &visit{task: leased}); err != nil {
			t.Fatal(err)
		}
		seed(t, c, home+"new")
		if task := m.task(t, home+"new"); task.Kind != pb.TaskKind_TASK_KIND_SEED {
			t.Errorf("task %v", task)
		}
	})
}

func TestCaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(nil)
		w.set(home, answer{body: links("/0")})
		for i := range 300 { // a chain without end, and a calendar
			w.set(fmt.Sprintf("%s%d", home, i), answer{body: links(fmt.Sprintf("/%d", i+1), fmt.Sprintf("/cal?day=%d", i))})
		}
		cfg := once()
		cfg.MaxDepth, cfg.MaxPagesPerSite, cfg.MaxQueries = 1000, 60, 5
		c := build(t, cfg, m, w)
		seed(t, c, home)
		crawl(t, c, 10*time.Hour)
		calendar := 0
		for u := range maps.Keys(m.tasks) {
			if strings.Contains(u, "?day=") {
				calendar++
			}
		}
		if n := len(m.tasks) - len(usualFeeds) - len(usualMaps); n != 60 || calendar != 5 {
			t.Errorf("%d pages, %d of the calendar; want 60 and 5", n, calendar)
		}
		cfg.MaxDepth, cfg.MaxPagesPerSite = 2, 0
		m2 := newMemory()
		c2 := build(t, cfg, m2, w)
		seed(t, c2, home)
		crawl(t, c2, 10*time.Hour)
		if got := m2.published(); !slices.Equal(got, []string{home, home + "0", home + "1"}) {
			t.Errorf("depth 2: %q", got)
		}
	})
}

// What is no page takes no place of a page.
func TestMaxPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(nil)
		w.set(home, answer{body: links("/section", "/9")})
		w.set(home+"section", answer{status: 302, header: map[string]string{"Location": "/moved"}})
		w.set(home+"moved", answer{body: links("/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8")})
		for i := range 9 {
			w.set(fmt.Sprintf("%s%d", home, i+1), answer{body: "<p>x"})
		}
		c := build(t, once(), m, w)
		seed(t, c, home)
		m.sites["a_test"].MaxPages = 10
		crawl(t, c, time.Hour)
		if n := len(m.published()); n != 10 {
			t.Errorf("%d pages, want 10", n)
		}
	})
}

// What was put lately as a link is put again as a feed's entry, and not a second
// time as what it is.
func TestPutLately(t *testing.T) {
	m := newMemory()
	site := &pb.Site{Token: "a_test"}
	c := build(t, DefaultConfig(), m, newWeb(nil))
	link, err := taskFor(home+"x", site.Token, pb.TaskKind_TASK_KIND_PAGE, priorityLink-10, 2)
	if err != nil {
		t.Fatal(err)
	}
	sooner, entry := proto.CloneOf(link), proto.CloneOf(link)
	sooner.Priority = priorityFeedEntry
	entry.Priority, entry.Feed = priorityFeedEntry, &pb.FeedEntry{Title: "T"}
	for _, task := range []*pb.CrawlTask{link, sooner, entry} {
		if fresh := c.admit.fresh(site, []*pb.CrawlTask{task}); len(fresh) != 1 {
			t.Errorf("%v: was put as another task only", task)
		}
		if _, err := c.admit.put(t.Context(), site, []*pb.CrawlTask{task}); err != nil {
			t.Fatal(err)
		}
		if fresh := c.admit.fresh(site, []*pb.CrawlTask{task}); len(fresh) != 0 {
			t.Errorf("%v: is not known as put", task)
		}
	}
	if task := m.task(t, home+"x"); guarded(task) {
		t.Errorf("task %v: the feed's priority is lost", task)
	}
}

func TestSeedErrors(t *testing.T) {
	c := build(t, DefaultConfig(), newMemory(), newWeb(nil))
	for _, bad := range []string{"", "nonsense", "ftp://a.test/", "https://"} {
		if _, err := c.Seed(t.Context(), bad); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("Seed(%q): %v", bad, err)
		}
	}
}

func TestConfigErrors(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"product": func(c *Config) { c.Product = "Bot/1.0" }, "workers": func(c *Config) { c.Workers = 0 },
		"delay": func(c *Config) { c.Delay = -1 }, "max delay": func(c *Config) { c.MaxDelay = 0 },
		"poll": func(c *Config) { c.Poll = 0 }, "depth": func(c *Config) { c.MaxDepth = -1 },
		"attempts": func(c *Config) { c.MaxAttempts = 0 }, "retry": func(c *Config) { c.RetryMin = 0 }, "robots retry": func(c *Config) { c.RobotsRetry = 0 },
		"revisit": func(c *Config) { c.RevisitMax = 1 }, "lease": func(c *Config) { c.Lease = c.TotalTimeout },
		"page revisits": func(c *Config) { c.PageRevisits = []time.Duration{0} },
		"contact":       func(c *Config) { c.Contact = "x\ny" }, "body": func(c *Config) { c.MaxBody = 0 },
		"resolve": func(c *Config) { c.Resolve = map[string]string{"a": "b"} },
	} {
		cfg := DefaultConfig()
		change(&cfg)
		if err := cfg.Validate(); !errors.Is(err, ErrConfig) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one line of ErrConfig", name, err)
		}
	}
	if _, err := New(DefaultConfig(), Ports{}); !errors.Is(err, ErrConfig) {
		t.Errorf("without ports: %v", err)
	}
	if ua := DefaultConfig().UserAgent(); ua != "WinnowBot/1.0 (+https://github.com/winnow-news/winnow)" {
		t.Errorf("user agent %q", ua)
	}
	var _ getter = (*fetch.Client)(nil)
}

// A crawl that has come to an end leaves nothing asleep for the next one, whether
// that is to come to an end or to go on, and a home page that was given up is
// tried again by whoever names it.
func TestNextCrawlWakesWhatTheLastOneEnded(t *testing.T) {
	for name, next := range map[string]Config{"once": once(), "continuous": DefaultConfig()} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, w := newMemory(), newsSite()
				c := build(t, once(), m, w)
				seed(t, c, home)
				crawl(t, c, time.Hour)
				before := len(m.published())
				time.Sleep(time.Hour)
				w.set(home+"rss", answer{kind: "application/rss+xml", body: `<rss><channel><item><link>/new</link></item></channel></rss>`})
				w.set(home+"new", answer{body: "<p>new"})
				w.set(home+"map.xml", answer{body: `<urlset><url><loc>https://a.test/newer</loc></url></urlset>`})
				w.set(home+"newer", answer{body: "<p>newer"})
				for range 2 { // and it comes to its end
					c = build(t, next, m, w)
					seed(t, c, home)
					crawl(t, c, time.Hour)
				}
				got := m.published()
				for _, p := range []string{"new", "newer"} {
					if !slices.Contains(got, home+p) {
						t.Errorf("%s was not found: %q", p, got)
					}
				}
				if w.requests(home+"1") != 1 {
					t.Errorf("%d requests for a page that was fetched, %d pages before", w.requests(home+"1"), before)
				}
			})
		})
	}
}

func TestSeedThatWasGivenUpIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(nil)
		for range 2 {
			c := build(t, once(), m, w)
			seed(t, c, home)
			crawl(t, c, time.Hour)
			if why, err := c.GivenUp(t.Context(), home); why != "HTTP 404" || err != nil {
				t.Fatalf("given up: %q, %v", why, err)
			}
		}
		w.set(home, answer{body: "<p>x"})
		c := build(t, once(), m, w)
		seed(t, c, home)
		crawl(t, c, time.Hour)
		if got := m.published(); len(got) != 1 {
			t.Errorf("published %q", got)
		}
		for _, u := range []string{home, "https://never.test/"} {
			if why, err := c.GivenUp(t.Context(), u); why != "" || err != nil {
				t.Errorf("%s given up: %q, %v", u, why, err)
			}
		}
	})
}

// So is the one that a home page redirects to, by whoever follows it there.
func TestSeedBehindARedirectIsTriedAgain(t *testing.T) {
	for name, next := range map[string]Config{"once": once(), "continuous": DefaultConfig()} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, w := newMemory(), newWeb(nil)
				w.set(home, answer{status: 301, header: map[string]string{"Location": home + "start"}})
				for range 2 {
					c := build(t, once(), m, w)
					seed(t, c, home)
					crawl(t, c, time.Hour)
					why, err := c.GivenUp(t.Context(), "https://a.test")
					if want := "redirects to " + home + "start: HTTP 404"; why != want || err != nil {
						t.Fatalf("given up: %q, %v, want %q", why, err, want)
					}
				}
				if n := w.requests(home + "start"); n != 2 {
					t.Errorf("asked for %d times, want once a crawl", n)
				}
				w.set(home+"start", answer{body: "<p>x"})
				c := build(t, next, m, w)
				seed(t, c, home)
				crawl(t, c, time.Hour)
				if got := m.published(); len(got) != 1 {
					t.Errorf("published %q", got)
				}
			})
		})
	}
}

// A feed and a home page behind a redirect that an earlier crawl gave up are asked
// again by the next one; the feed, which may fail for ever, once.
func TestNextCrawlAsksAgainWhatTheLastOneGaveUp(t *testing.T) {
	for name, next := range map[string]Config{"once": once(), "continuous": DefaultConfig()} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, w := newMemory(), newsSite()
				front, feed := w.answers[home], w.answers[home+"rss"]
				w.set(home, answer{status: http.StatusFound, header: map[string]string{"Location": "/front"}})
				w.set(home+"front", answer{status: http.StatusForbidden})
				given := func(cfg Config) {
					c := build(t, cfg, m, w)
					seed(t, c, home)
					crawl(t, c, 24*time.Hour)
					time.Sleep(time.Hour)
				}
				given(once())
				w.set(home+"front", front...)
				w.set(home+"rss", answer{status: http.StatusServiceUnavailable})
				given(once())
				if w.requests(home+"1") != 1 {
					t.Fatalf("the home page was not asked again: %v", m.task(t, home+"front"))
				}
				before := w.requests(home + "rss")
				given(once())
				if n := w.requests(home+"rss") - before; n != 1 {
					t.Errorf("%d requests for a feed that was given up, want 1", n)
				}
				w.set(home+"rss", feed...)
				given(next)
				if w.requests(home+"fed") == 0 {
					t.Errorf("the feed was not asked again: %v", m.task(t, home+"rss"))
				}
			})
		})
	}
}

// What a crawl gives up itself stays given up, whenever it was planned.
func TestCrawlDoesNotWakeWhatItGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newsSite()
		c := build(t, DefaultConfig(), m, w)
		seed(t, c, home)
		run(t, c, time.Hour)
		w.set(home, answer{status: http.StatusNotFound})
		before := w.requests(home)
		c = build(t, once(), m, w)
		seed(t, c, home)
		crawl(t, c, 24*time.Hour)
		run(t, c, time.Hour)
		if n := w.requests(home) - before; n != 1 || m.task(t, home).State != quarantined {
			t.Errorf("%d requests, %v", n, m.task(t, home))
		}
	})
}

// A home page that redirects leads the next crawl to where it led the last one, at
// its first visit.
func TestNextCrawlFollowsTheRedirectAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home + "front": "<p>front"})
		w.set(home, answer{status: http.StatusFound, header: map[string]string{"Location": "/front"}})
		c := build(t, DefaultConfig(), m, w)
		seed(t, c, home)
		run(t, c, time.Hour)
		c = build(t, once(), m, w)
		seed(t, c, home)
		crawl(t, c, 24*time.Hour)
		time.Sleep(time.Hour)
		before := w.requests(home + "front")
		c = build(t, DefaultConfig(), m, w)
		seed(t, c, home)
		run(t, c, 10*time.Second)
		if w.requests(home+"front") == before {
			t.Errorf("not followed: %v", m.task(t, home))
		}
	})
}
