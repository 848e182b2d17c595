package crawler

import (
	"errors"
	"fmt"
	"net/http"
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
		{"not implemented", answer{status: 501}, quarantined, "HTTP 501", 0, 0},
		{"error", answer{status: 500}, waiting, "HTTP 500", 20 * time.Second, 0},
		{"request timeout", answer{status: 408}, waiting, "HTTP 408", 20 * time.Second, 0},
		{"Cloudflare", answer{status: 524}, waiting, "HTTP 524", 20 * time.Second, 0},
		{"unavailable for 10 minutes", answer{status: 503, header: map[string]string{"Retry-After": "600"}}, waiting, "HTTP 503", 10 * time.Minute, 0},
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
		if err := c.Handle(t.Context(), task); err != nil {
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

func TestRobotsAnswers(t *testing.T) {
	tests := []struct {
		name    string
		answers []answer
		allowed bool
		waits   time.Duration
	}{
		{"none", []answer{{status: 404}}, true, 0},
		{"forbidden", []answer{{status: 403}}, true, 0},
		{"disallowed", []answer{{body: "user-agent: *\ndisallow: /"}}, false, 0},
		{"error, then allowed", []answer{{status: 500}, {status: 404}}, true, 5 * time.Minute},
		{"lost, then allowed", []answer{{err: errors.New("reset")}, {status: 404}}, true, 5 * time.Minute},
		{"busy, then allowed", []answer{{status: 429, header: map[string]string{"Retry-After": "1200"}}, {status: 404}}, true, 20 * time.Minute},
		{"redirect", []answer{{status: 301, header: map[string]string{"Location": "/other.txt"}}}, false, 0},
		{"endless redirect", []answer{{status: 301, header: map[string]string{"Location": "/robots.txt"}}}, true, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, w := newMemory(), newWeb(map[string]string{home: "<p>x", home + "other.txt": "user-agent: *\ndisallow: /"})
				w.set(home+"robots.txt", tt.answers...)
				c := build(t, once(), m, w)
				seed(t, c, home)
				start := time.Now()
				crawl(t, c, 10*time.Hour)
				if got := w.requests(home) > 0; got != tt.allowed {
					t.Fatalf("allowed %v", got)
				}
				if tt.allowed {
					if first := w.log[slices.IndexFunc(w.log, func(r request) bool { return r.URL == home })]; first.at.Sub(start) < tt.waits {
						t.Errorf("fetched after %v, want %v", first.at.Sub(start), tt.waits)
					}
				}
			})
		})
	}
}

func TestRobotsDownCostsNoPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(nil)
		w.set(home+"robots.txt", answer{status: 503})
		w.set(home, answer{body: "<p>x"})
		cfg := DefaultConfig()
		c := build(t, cfg, m, w)
		visitOnce(t, c, m, home+"p", pb.TaskKind_TASK_KIND_PAGE)
		for range 3 * cfg.MaxAttempts {
			again(t, c, m)
		}
		if task := m.task(t, home+"p"); task.State != waiting || task.Attempts != 0 {
			t.Errorf("task %v", task)
		}
		w.set(home+"robots.txt", answer{status: 404})
		w.set(home+"p", answer{body: "<p>p"})
		again(t, c, m)
		again(t, c, m)
		if len(m.pages) != 1 {
			t.Errorf("%d pages after the host came back", len(m.pages))
		}
	})
}

func TestRobotsSharedThroughCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: "<p>x", home + "2": "<p>2", home + "robots.txt": "user-agent: x"})
		first, second := build(t, once(), m, w), build(t, once(), m, w)
		visitOnce(t, first, m, home, pb.TaskKind_TASK_KIND_PAGE)
		again(t, first, m)
		visitOnce(t, second, m, home+"2", pb.TaskKind_TASK_KIND_PAGE)
		if n := w.requests(home + "robots.txt"); n != 1 || len(m.pages) != 2 {
			t.Errorf("%d requests for robots.txt, %d pages", n, len(m.pages))
		}
		time.Sleep(robotsAge)
		visitOnce(t, second, m, home+"3", pb.TaskKind_TASK_KIND_PAGE)
		if n := w.requests(home + "robots.txt"); n != 2 {
			t.Errorf("%d requests after a day", n)
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
		honest := build(t, once(), newMemory(), w)
		seed(t, honest, home)
		crawl(t, honest, time.Hour)
		if n, _ := honest.Progress(t.Context()); n.Published != 1 || n.OptedOut != 1 {
			t.Errorf("honoured: %+v", n)
		}
	})
}

func TestRevisits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home + "p": "<p>first"})
		cfg := DefaultConfig()
		cfg.Robots, cfg.PageRevisits = false, []time.Duration{time.Hour, 6 * time.Hour}
		c := build(t, cfg, m, w)
		start := time.Now()
		visitOnce(t, c, m, home+"p", pb.TaskKind_TASK_KIND_PAGE)
		archived := &pb.CrawlTask{Kind: pb.TaskKind_TASK_KIND_PAGE, Priority: priorityOldEntry, Fetches: 1}
		if c.settle(archived, start); archived.State != done {
			t.Error("a page of the archive is visited again")
		}
		w.set(home+"p", answer{body: "<p>corrected", header: map[string]string{"ETag": `"2"`}}, answer{status: 304})
		again(t, c, m)
		if took := time.Since(start); took < 45*time.Minute || took > 76*time.Minute {
			t.Errorf("first revisit after %v", took)
		}
		again(t, c, m)
		if last := w.log[2]; last.ETag != `"2"` {
			t.Errorf("the third request was not conditional: %+v", last)
		}
		if task := m.task(t, home+"p"); task.State != done || task.Fetches != 3 || task.Changes != 2 || len(m.pages) != 2 {
			t.Errorf("%d pages, task %v", len(m.pages), task)
		}
	})
}

func TestSeedsAndFeedsComeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home + "1": "<p>1", home + "2": "<p>2"})
		declared := "<link rel=alternate type=application/rss+xml href=/rss>"
		w.set(home, answer{body: declared}, answer{body: declared + "2"}, answer{body: declared + "3"})
		rss := func(p string) answer {
			return answer{kind: "application/rss+xml", body: "<rss><channel><item><link>/" + p + "</link></item></channel></rss>"}
		}
		w.set(home+"rss", rss("1"), rss("1"), answer{status: 500}, rss("2"))
		cfg := DefaultConfig()
		c := build(t, cfg, m, w)
		seed(t, c, home)
		ctx, cancel := contextFor(t, 6*time.Hour)
		defer cancel()
		if err := c.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if got := m.published(); !slices.Equal(got, []string{home, home + "1", home + "2"}) {
			t.Errorf("published %q: each once, the seed too", got)
		}
		if n := w.requests(home); n < 3 || n > 60 {
			t.Errorf("%d visits of the seed in 6 hours", n)
		}
		if gap := w.gap(home + "rss"); gap < cfg.RevisitMin*3/4 && gap < cfg.RetryMin*3/4 {
			t.Errorf("the feed was visited again after %v", gap)
		}
	})
}

func TestLyingValidators(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tag := map[string]string{"ETag": `"always"`}
		m, w := newMemory(), newWeb(nil)
		w.set(home, answer{body: "<p>1", header: tag}, answer{body: "<p>2", header: tag}, answer{body: "<p>3", header: tag})
		cfg := DefaultConfig()
		cfg.Robots = false
		c := build(t, cfg, m, w)
		visitOnce(t, c, m, home, pb.TaskKind_TASK_KIND_SEED)
		for w.requests(home) < 3 {
			again(t, c, m)
		}
		var sent []string
		for _, r := range w.log {
			if r.URL == home {
				sent = append(sent, r.ETag)
			}
		}
		if !slices.Equal(sent, []string{"", `"always"`, ""}) {
			t.Errorf("validators sent: %q; the second visit shows that they lie", sent)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for value, want := range map[string]time.Duration{
			"": 0, "x": 0, "-5": 0, "120": 2 * time.Minute, "99999999": maxRetryAfter, "999999999999999999999": 0,
			time.Now().Add(time.Hour).UTC().Format(http.TimeFormat):  time.Hour,
			time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat): 0,
		} {
			if got := retryAfter(http.Header{"Retry-After": {value}}); got != want {
				t.Errorf("retryAfter(%q) = %v, want %v", value, got, want)
			}
		}
	})
}

func TestRevisitInterval(t *testing.T) {
	c := &Crawler{cfg: DefaultConfig()}
	mean := func(fetches, changes uint32) time.Duration {
		var sum time.Duration
		for range 200 {
			d := c.revisit(&pb.CrawlTask{Fetches: fetches, Changes: changes})
			if d < c.cfg.RevisitMin*3/4 || d > c.cfg.RevisitMax*5/4 {
				t.Fatalf("revisit(%d, %d) = %v", fetches, changes, d)
			}
			sum += d
		}
		return sum / 200
	}
	always, half, never := mean(30, 30), mean(30, 14), mean(30, 0)
	if !(always < half && half < never) || never < 10*always {
		t.Errorf("intervals %v, %v, %v do not follow the changes", always, half, never)
	}
	for attempts := range uint32(100) {
		if d := c.backoff(attempts); d < c.cfg.RetryMin*3/4 || d > maxBackoff*5/4 {
			t.Fatalf("backoff(%d) = %v", attempts, d)
		}
	}
}
