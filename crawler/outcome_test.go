package crawler

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

const (
	done        = pb.TaskState_TASK_STATE_DONE
	waiting     = pb.TaskState_TASK_STATE_WAITING
	quarantined = pb.TaskState_TASK_STATE_QUARANTINED
)

// TestOutcomes visits one page once and looks at what its task has become.
func TestOutcomes(t *testing.T) {
	tests := []struct {
		name    string
		answer  answer
		state   pb.TaskState
		reason  string // part of it
		atLeast time.Duration
		pages   int
	}{
		{"page", answer{body: "<p>x"}, done, "", 0, 1},
		{"no type, but HTML", answer{kind: "?", body: "<!doctype html><p>x"}, done, "", 0, 1},
		{"plain text that is HTML", answer{kind: "text/plain", body: "<html><p>x"}, done, "", 0, 1},
		{"pdf", answer{kind: "application/pdf", body: "%PDF-1.4"}, quarantined, "application/pdf is not HTML", 0, 0},
		{"binary that claims to be HTML", answer{body: strings.Repeat("\x00\x01", 500)}, quarantined, "binary", 0, 0},
		{"empty", answer{}, waiting, "empty body", 20 * time.Second, 0},
		{"no content", answer{status: 204}, quarantined, "HTTP 204", 0, 0},
		{"not found", answer{status: 404}, quarantined, "HTTP 404", 0, 0},
		{"gone", answer{status: 410}, quarantined, "HTTP 410", 0, 0},
		{"forbidden", answer{status: 403}, quarantined, "HTTP 403", 0, 0},
		{"method unknown to the server", answer{status: 501}, quarantined, "HTTP 501", 0, 0},
		{"error", answer{status: 500}, waiting, "HTTP 500", 20 * time.Second, 0},
		{"request timeout", answer{status: 408}, waiting, "HTTP 408", 20 * time.Second, 0},
		{"Cloudflare", answer{status: 524}, waiting, "HTTP 524", 20 * time.Second, 0},
		{"unavailable for 10 minutes", answer{status: 503, header: map[string]string{"Retry-After": "600"}}, waiting, "HTTP 503", 10 * time.Minute, 0},
		{"refused by the proxy", answer{status: 407}, waiting, "HTTP 407", 20 * time.Second, 0},
		{"too many requests", answer{status: 429, header: map[string]string{"Retry-After": "90"}}, waiting, "HTTP 429", 90 * time.Second, 0},
		{"unasked 304", answer{status: 304}, done, "", 0, 0},
		{"connection lost", answer{err: errors.New("connection reset")}, waiting, "connection reset", 20 * time.Second, 0},
		{"private address", answer{err: fmt.Errorf("10.0.0.1: %w", fetch.ErrAddress)}, quarantined, "not public", 0, 0},
		{"too large", answer{err: fmt.Errorf("x: %w", fetch.ErrTooLarge)}, quarantined, "too large", 0, 0},
		{"bad encoding", answer{err: fmt.Errorf("x: %w", fetch.ErrEncoding)}, quarantined, "encoding", 0, 0},
		{"redirect", answer{status: 302, header: map[string]string{"Location": "/new"}}, done, "redirects to https://a.test/new", 0, 0},
		{"redirect nowhere", answer{status: 301}, quarantined, "to itself", 0, 0},
		{"redirect to rubbish", answer{status: 301, header: map[string]string{"Location": "http://[x"}}, quarantined, "no usable place", 0, 0},
		{"redirect to itself", answer{status: 307, header: map[string]string{"Location": "https://A.test/p#x"}}, quarantined, "to itself", 0, 0},
		{"redirect off the site", answer{status: 308, header: map[string]string{"Location": "https://b.test/"}}, quarantined, "another site: b_test", 0, 0},
		{"noindex", answer{body: "<meta name=robots content=noindex>"}, done, "not published: noindex", 0, 0},
		{"tdm header", answer{body: "<p>x", header: map[string]string{"tdm-reservation": "1"}}, done, "not published: tdm-reservation", 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, w := newMemory(), newWeb(nil)
				w.set(home+"p", tt.answer)
				cfg := once()
				cfg.Robots = false
				c := build(t, cfg, m, w)
				visitOnce(t, c, m, home+"p", pb.TaskKind_TASK_KIND_PAGE)
				task := m.task(t, home+"p")
				if task.State != tt.state || !strings.Contains(task.Reason, tt.reason) || (tt.reason == "") != (task.Reason == "") {
					t.Errorf("task %v %q, want %v %q", task.State, task.Reason, tt.state, tt.reason)
				}
				if left := time.Until(task.Due.AsTime()); tt.state == waiting && left < tt.atLeast {
					t.Errorf("due in %v, want at least %v", left, tt.atLeast)
				}
				if len(m.pages) != tt.pages {
					t.Errorf("%d pages, want %d", len(m.pages), tt.pages)
				}
			})
		})
	}
}

// visitOnce puts a task into the frontier, leases and handles it.
func visitOnce(t *testing.T, c *Crawler, m *memory, u string, kind pb.TaskKind) {
	t.Helper()
	if m.sites["a_test"] == nil {
		m.sites["a_test"] = &pb.Site{Token: "a_test"}
	}
	task, err := taskFor(u, "a_test", kind, priorityFeedEntry, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Put(t.Context(), task); err != nil {
		t.Fatal(err)
	}
	again(t, c, m)
}

// again waits until a task is due and handles it.
func again(t *testing.T, c *Crawler, m *memory) {
	t.Helper()
	for range 100_000 {
		task, at, err := m.Next(t.Context(), time.Now(), c.cfg.Lease)
		if err != nil {
			t.Fatal(err)
		}
		if task == nil {
			time.Sleep(time.Until(at))
			continue
		}
		if err := c.handle(t.Context(), &visit{task: task}); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatal("no task is ever due")
}

func TestRetriesEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: links("/bad", "/slow")})
		w.set(home+"bad", answer{status: 500})
		w.set(home+"slow", answer{err: errors.New("timeout")}, answer{status: 502}, answer{body: "<p>at last"})
		c := build(t, once(), m, w)
		seed(t, c, home)
		crawl(t, c, 100*time.Hour)
		if n := w.requests(home + "bad"); n != c.cfg.MaxAttempts {
			t.Errorf("%d requests, want %d", n, c.cfg.MaxAttempts)
		}
		if got := m.task(t, home+"bad"); got.State != quarantined {
			t.Errorf("state %v", got.State)
		}
		if got := m.task(t, home+"slow"); got.State != done || got.Attempts != 0 || got.Reason != "" {
			t.Errorf("task %v", got)
		}
		if s := m.stats["a_test"]; s.Fetched != 2 || s.Failed == 0 {
			t.Errorf("stats %v", s)
		}
	})
}

func TestRedirects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to := func(p string) answer { return answer{status: 301, header: map[string]string{"Location": p}} }
		m, w := newMemory(), newWeb(map[string]string{home: links("/a", "/loop1", "/r0"), home + "z": "<p>z"})
		w.set(home+"a", to("/b"))
		w.set(home+"b", to("z"))
		w.set(home+"loop1", to("/loop2"))
		w.set(home+"loop2", to("/loop1"))
		for i := range 10 {
			w.set(fmt.Sprintf("%sr%d", home, i), to(fmt.Sprintf("/r%d", i+1)))
		}
		c := build(t, once(), m, w)
		seed(t, c, home)
		crawl(t, c, time.Hour)
		if got := m.published(); !slices.Equal(got, []string{home, home + "z"}) {
			t.Errorf("published %q", got)
		}
		if got := m.task(t, home+"r5"); got.State != quarantined || w.requests(home+"r6") != 0 {
			t.Errorf("the chain: %v", got)
		}
		if n := w.requests(home+"loop1") + w.requests(home+"loop2"); n != 2 {
			t.Errorf("%d requests in a loop of two", n)
		}
	})
}

func TestBlockedHostWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: links("/1", "/2"), home + "2": "<p>2"})
		w.set(home+"1", answer{status: 429, header: map[string]string{"Retry-After": "300"}}, answer{body: "<p>1"})
		cfg := once()
		cfg.Robots = false
		c := build(t, cfg, m, w)
		seed(t, c, home)
		crawl(t, c, time.Hour)
		if len(m.pages) != 3 {
			t.Fatalf("published %q", m.published())
		}
		refused, next := w.log[1], w.log[2]
		if refused.URL != home+"1" || next.at.Sub(refused.end) < 300*time.Second {
			t.Errorf("%s was asked for %v after the host said 300s", next.URL, next.at.Sub(refused.end))
		}
	})
}

// An outage of a whole host gives up no page, and costs few requests.
func TestOutageCostsNoPage(t *testing.T) {
	for name, lost := range map[string]answer{
		"unreachable": {err: errors.New("connection refused")}, "unavailable": {status: 503}, "too many": {status: 429},
		"bad gateway": {status: 502}, "timeout": {status: 504},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, w := newMemory(), newWeb(nil)
				var paths []string
				for i := range 20 {
					paths = append(paths, fmt.Sprintf("/p%d", i))
					w.set(fmt.Sprintf("%sp%d", home, i), lost)
				}
				w.set(home, answer{body: links(paths...)}, lost)
				cfg := DefaultConfig()
				cfg.Poll = time.Hour
				c := build(t, cfg, m, w)
				seed(t, c, home)
				run(t, c, 12*time.Hour)
				if n := len(w.log); n < cfg.MaxAttempts || n > 40 {
					t.Errorf("%d requests in 12 hours, most of them to a host that is down", n)
				}
				for i := range 20 {
					w.set(fmt.Sprintf("%sp%d", home, i), answer{body: "<p>back"})
				}
				w.set(home, answer{body: links(paths...)})
				run(t, c, 4*time.Hour)
				if n := len(m.published()); n != 21 {
					t.Errorf("%d pages after the outage, want 21", n)
				}
			})
		})
	}
}

// A host that comes up with a wall for robots loses the first few pages that it
// denies, and no more; its home page is asked again within the hour.
func TestWallCostsFewPages(t *testing.T) {
	for _, status := range []int{401, 403} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, w := newMemory(), newWeb(nil)
				var paths []string
				for i := range 40 {
					paths = append(paths, fmt.Sprintf("/p%d", i))
					w.set(fmt.Sprintf("%sp%d", home, i), answer{status: status})
				}
				w.set(home, answer{body: links(paths...)}, answer{status: status})
				for _, guess := range append(slices.Clone(usualFeeds), usualMaps...) {
					w.set(home+guess[1:], answer{status: status})
				}
				cfg := DefaultConfig()
				cfg.Poll = time.Hour
				c := build(t, cfg, m, w)
				seed(t, c, home)
				run(t, c, 3*time.Hour)
				if n := len(w.log); n > 40 {
					t.Errorf("%d requests in 3 hours to a host that lets no robot in", n)
				}
				for i := range 40 {
					w.set(fmt.Sprintf("%sp%d", home, i), answer{body: fmt.Sprint("<p>back ", i)})
				}
				w.set(home, answer{body: links(append(paths, "/new")...)})
				w.set(home+"new", answer{body: "<p>new"})
				run(t, c, 3*time.Hour)
				if n := len(m.published()); n < 42-deniedMost {
					t.Errorf("%d pages after the wall, want all but %d", n, deniedMost)
				}
				if m.task(t, home+"new") == nil {
					t.Error("the home page was not visited")
				}
			})
		})
	}
}

// Pages that are not for everybody, beside others, hold up nothing.
func TestDeniedPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(nil)
		var paths []string
		for i := range 40 {
			paths = append(paths, fmt.Sprintf("/p%d", i))
			w.set(fmt.Sprintf("%sp%d", home, i), answer{body: fmt.Sprint("<p>", i)})
			if i%2 == 0 {
				w.set(fmt.Sprintf("%sp%d", home, i), answer{status: 403})
			}
		}
		w.set(home, answer{body: links(paths...)})
		c := build(t, DefaultConfig(), m, w)
		seed(t, c, home)
		run(t, c, 5*time.Minute)
		if n := len(m.published()); n != 21 {
			t.Errorf("%d pages, want 21", n)
		}
		if task := m.task(t, home+"p0"); task.State != quarantined || w.requests(home+"p0") != 1 {
			t.Errorf("%d requests, task %v", w.requests(home+"p0"), task)
		}
	})
}

// A home page or feed that is gone is asked for ever more rarely, and soon at
// first.
func TestLastingRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: "<p>x"})
		w.set(home, answer{body: "<p>x"}, answer{status: 404})
		cfg := DefaultConfig()
		cfg.Robots = false
		c := build(t, cfg, m, w)
		visitOnce(t, c, m, home, pb.TaskKind_TASK_KIND_SEED)
		visit := func() {
			for n := w.requests(home); w.requests(home) == n; {
				again(t, c, m)
			}
		}
		want := cfg.RevisitMin
		for range 12 {
			visit()
			if left := time.Until(m.task(t, home).Due.AsTime()); left < want*3/4 || left > want*5/4 {
				t.Errorf("again in %v, want about %v", left, want)
			}
			want = min(2*want, cfg.RevisitMax)
		}
		w.set(home, answer{body: "<p>y"})
		visit()
		if task := m.task(t, home); task.Attempts != 0 || task.Reason != "" || time.Until(task.Due.AsTime()) > cfg.RevisitMax/2 {
			t.Errorf("back: %v", task)
		}
	})
}

// A page that alone is not served, of a host that serves, is given up.
func TestBadPageOfAGoodHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: links("/bad")})
		w.set(home+"bad", answer{status: 502})
		cfg := DefaultConfig()
		cfg.Poll, cfg.RevisitMin = time.Hour, 5*time.Minute // the home page shows often that the host serves
		c := build(t, cfg, m, w)
		seed(t, c, home)
		run(t, c, 48*time.Hour)
		if task := m.task(t, home+"bad"); task.State != quarantined || w.requests(home+"bad") > 2*c.cfg.MaxAttempts {
			t.Errorf("%d requests, task %v", w.requests(home+"bad"), task)
		}
		if s := m.stats["a_test"]; int(s.Failed) < w.requests(home+"bad") {
			t.Errorf("stats %v", s)
		}
	})
}

func TestOutagePauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(nil)
		c := build(t, DefaultConfig(), m, w)
		pause := func(a answer) time.Duration {
			v := &visit{task: &pb.CrawlTask{Url: home, Host: "a.test:443", Kind: pb.TaskKind_TASK_KIND_PAGE}, now: time.Now()}
			var err error
			v.resp, err = a.response()
			return c.conclude(v, err).block
		}
		want := 30 * time.Second
		for range 20 {
			if got := pause(answer{status: 503}); got < want*3/4 || got > want*5/4 {
				t.Errorf("pause of %v, want about %v", got, want)
			}
			want = min(2*want, maxOutage)
		}
		if got := pause(answer{status: 429, header: map[string]string{"Retry-After": "7200"}}); got != 2*time.Hour {
			t.Errorf("pause of %v, the host asked for 2h", got)
		}
		if got := pause(answer{status: 404}); got != 0 {
			t.Errorf("pause of %v after an answer", got)
		}
		if got := pause(answer{err: errors.New("reset")}); got > 40*time.Second {
			t.Errorf("pause of %v in a new outage", got)
		}
	})
}

func TestOptOutsAreRecorded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(nil)
		w.set(home, answer{body: `<meta name=robots content="noindex">` + links("/1"), header: map[string]string{"X-Robots-Tag": "noai"}})
		w.set(home+"1", answer{body: `<meta name=robots content="nofollow,nosnippet">` + links("/2")})
		cfg := once()
		cfg.HonourOptOuts = false
		c := build(t, cfg, m, w)
		seed(t, c, home)
		crawl(t, c, time.Hour)
		if got := m.published(); !slices.Equal(got, []string{home, home + "1"}) {
			t.Fatalf("published %q", got)
		}
		if o := m.pages[0].OptOuts; !o.GetNoindex() || !o.GetNoai() || o.GetNofollow() {
			t.Errorf("opt-outs %v", o)
		}
		if o := m.pages[1].OptOuts; !o.GetNosnippet() || !o.GetNofollow() {
			t.Errorf("opt-outs %v", o)
		}
		m = newMemory()
		honest := build(t, once(), m, w)
		seed(t, honest, home)
		crawl(t, honest, time.Hour)
		if got, reason := m.published(), m.task(t, home).Reason; !slices.Equal(got, []string{home + "1"}) || reason != "not published: noindex" {
			t.Errorf("honoured: published %q, the home page is %q", got, reason)
		}
	})
}

// Who waits for the articles of a site whose home page cannot be fetched is told
// why, until it has been fetched once.
func TestHomePageThatCannotBeFetchedIsTold(t *testing.T) {
	elsewhere := map[string]string{"Location": "https://www.b.test/"}
	for _, tt := range []struct {
		name       string
		robots, at answer
		want       string // "": nothing
	}{
		{"no such host", answer{err: errors.New("no such host")}, answer{}, "robots.txt cannot be had: no such host"},
		{"robots.txt fails", answer{status: 500}, answer{}, "robots.txt cannot be had: HTTP 500"},
		{"robots.txt disallows it", answer{body: "user-agent: *\ndisallow: /$"}, answer{}, "robots.txt disallows"},
		{"not found", answer{status: 404}, answer{status: 404}, "HTTP 404"},
		{"host is busy", answer{status: 404}, answer{status: 503}, "HTTP 503"},
		{"another site's", answer{status: 404}, answer{status: 301, header: elsewhere}, "another site: b_test"},
		{"fetched", answer{status: 404}, answer{body: "<p>x"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, w := newMemory(), newWeb(nil)
				w.set(home+"robots.txt", tt.robots)
				w.set(home, tt.at)
				c := build(t, DefaultConfig(), m, w)
				var log strings.Builder
				c.ports.Log = slog.New(slog.NewTextHandler(&log, nil))
				seed(t, c, home)
				again(t, c, m)
				again(t, c, m)
				if told := strings.Contains(log.String(), "a home page cannot be fetched"); told != (tt.want != "") || !strings.Contains(log.String(), tt.want) {
					t.Errorf("want %q, log:\n%s", tt.want, log.String())
				}
				w.set(home+"robots.txt", answer{status: 404})
				w.set(home, answer{body: "<p>x"})
				for m.task(t, home).Fetches == 0 {
					again(t, c, m)
				}
				log.Reset()
				w.set(home, answer{status: 404})
				for m.task(t, home).Reason != "HTTP 404" {
					again(t, c, m)
				}
				if log.Len() > 0 {
					t.Errorf("log of a home page that was fetched before:\n%s", log.String())
				}
			})
		})
	}
}
