package crawler

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

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
		{"refused by the proxy, then allowed", []answer{{status: 407}, {status: 404}}, true, 5 * time.Minute},
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

// allowAll, denyAll and denySome are robots.txt files.
const (
	allowAll = "user-agent: *\nallow: /"
	denyAll  = "user-agent: *\ndisallow: /"
	denySome = "user-agent: *\ndisallow: /p"
)

// slowSite is a site of 40 pages whose crawl takes some 40 hours, so that its
// robots.txt is read again before all of them have been fetched.
func slowSite(t *testing.T) (m *memory, w *web, restart func() *Crawler) {
	m, w = newMemory(), newWeb(map[string]string{home + "robots.txt": allowAll})
	var paths []string
	for i := range 40 {
		paths = append(paths, fmt.Sprintf("/p%d", i))
		w.set(fmt.Sprintf("%sp%d", home, i), answer{body: fmt.Sprint("<p>", i)})
	}
	w.set(home, answer{body: links(paths...)})
	cfg := DefaultConfig()
	cfg.Delay, cfg.MaxDelay, cfg.Poll, cfg.PageRevisits = time.Hour, time.Hour, time.Hour, nil
	cfg.RevisitMin = cfg.RevisitMax
	return m, w, func() *Crawler { return build(t, cfg, m, w) }
}

// A robots.txt that disallows for a while costs no page, and what it says is
// kept to: all of the site, or what it names.
func TestRobotsDisallowForAWhile(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		lasts      time.Duration
	}{
		{"everything for an hour", denyAll, 25 * time.Hour},
		{"everything for weeks", denyAll, 40 * 24 * time.Hour},
		{"the pages for a day", denySome, 30 * time.Hour},
		{"the pages for days", denySome, 4 * 24 * time.Hour},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, w, restart := slowSite(t)
				c := restart()
				seed(t, c, home)
				run(t, c, time.Hour)
				w.set(home+"robots.txt", answer{body: tt.file})
				run(t, c, 24*time.Hour) // the cached file runs out
				before := len(m.pages)
				run(t, c, tt.lasts-25*time.Hour+time.Second)
				if s, err := m.Stats(t.Context(), ""); len(m.pages) != before || before > 25 || err != nil || s.Quarantined > len(usualFeeds)+len(usualMaps) {
					t.Errorf("%d pages of it although robots.txt disallows, %d before; %+v", len(m.pages)-before, before, s)
				}
				w.set(home+"robots.txt", answer{body: allowAll})
				c = restart() // nothing of it lives in the process
				run(t, c, 4*24*time.Hour)
				if n := len(m.published()); n != 41 {
					t.Errorf("%d pages after robots.txt was mended, want 41", n)
				}
			})
		})
	}
}

// A site that disallows everything for good is asked for its robots.txt once a
// day, soon more often at first, and for nothing else, however many workers
// there are.
func TestRobotsDisallowEverythingForGood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: "<p>x", home + "robots.txt": denyAll})
		cfg := DefaultConfig()
		cfg.Poll = time.Hour
		c := build(t, cfg, m, w)
		seed(t, c, home)
		days := func(n int) int {
			before := len(w.log)
			for range 24 * n { // one worker after the other
				run(t, build(t, cfg, m, w), time.Hour)
			}
			return len(w.log) - before
		}
		if n := days(1); n < 6 || n > 10 || w.requests(home) != 0 {
			t.Errorf("%d requests on the first day, %d for the home page", n, w.requests(home))
		}
		if n := days(20); n > 21 || w.requests(home) != 0 {
			t.Errorf("%d requests in 20 days, %d for the home page", n, w.requests(home))
		}
		w.set(home+"robots.txt", answer{body: allowAll})
		days(2)
		w.set(home+"robots.txt", answer{body: denyAll})
		days(1)
		if n := days(1); w.requests(home) == 0 || n < 3 {
			t.Errorf("%d requests for the home page, %d on a day after robots.txt was mended and broken anew", w.requests(home), n)
		}
	})
}

// A page that is disallowed for good is given up without a request, after few
// looks at it; a guess at once.
func TestRobotsDisallowPageForGood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home + "robots.txt": "user-agent: *\ndisallow: /p\ndisallow: /feed"})
		cfg := DefaultConfig()
		cfg.Poll = time.Hour
		c := build(t, cfg, m, w)
		visitOnce(t, c, m, home+"p", pb.TaskKind_TASK_KIND_PAGE)
		if task := m.task(t, home+"p"); task.State != waiting || time.Until(task.Due.AsTime()) < 23*time.Hour {
			t.Errorf("disallowed page: %v", task)
		}
		guess, err := taskFor(home+"feed", "a_test", pb.TaskKind_TASK_KIND_FEED, priorityGuess, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Put(t.Context(), guess); err != nil {
			t.Fatal(err)
		}
		run(t, c, time.Hour)
		if task := m.task(t, home+"feed"); task.State != quarantined {
			t.Errorf("guess: %v", task)
		}
		run(t, c, 10*24*time.Hour)
		if task := m.task(t, home+"p"); task.State != quarantined || w.requests(home+"p") != 0 || int(task.Attempts) >= cfg.MaxAttempts {
			t.Errorf("%d requests, task %v", w.requests(home+"p"), task)
		}
	})
}
