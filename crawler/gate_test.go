package crawler

import (
	"errors"
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
