package crawler

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func TestRevisits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home + "p": "<p>first"})
		cfg := DefaultConfig()
		cfg.Robots, cfg.PageRevisits = false, []time.Duration{time.Hour, 6 * time.Hour}
		c := build(t, cfg, m, w)
		start := time.Now()
		visitOnce(t, c, m, home+"p", pb.TaskKind_TASK_KIND_PAGE)
		archived := &pb.CrawlTask{Kind: pb.TaskKind_TASK_KIND_PAGE, Priority: priorityOldEntry, Fetches: 1}
		if c.settle(&visit{task: archived, now: start}, true, false); archived.State != done {
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
		if task := m.task(t, home+"p"); task.State != done || task.Fetches != 3 || len(m.pages) != 2 {
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

// What is visited again and again is so while it redirects, and is read as
// before when it does no more; its target is visited too.
func TestRedirectedForAWhile(t *testing.T) {
	for kind, at := range map[string]string{"new seed": home, "seed": home, "feed": home + "rss"} {
		t.Run(kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, w := newMemory(), newWeb(map[string]string{home + "1": "<p>1", home + "2": "<p>2"})
				w.set(home, answer{body: "<link rel=alternate type=application/rss+xml href=/rss>"})
				rss := func(p string) answer {
					return answer{kind: "application/rss+xml", body: "<rss><channel><item><link>/" + p + "</link></item></channel></rss>"}
				}
				w.set(home+"rss", rss("1"))
				w.set(home+"moved", answer{status: 503})
				cfg := DefaultConfig()
				cfg.Poll = time.Hour
				c := build(t, cfg, m, w)
				normal := w.answers[at]
				if kind != "new seed" {
					seed(t, c, home)
					run(t, c, 2*time.Hour)
				}
				w.set(at, answer{status: 302, header: map[string]string{"Location": "/moved"}})
				seed(t, c, home)
				run(t, c, 2*time.Hour)
				if task := m.task(t, at); task.State != waiting || task.Reason != "redirects to https://a.test/moved" {
					t.Errorf("while it redirects: %v", task)
				}
				if m.task(t, home+"moved").Kind != m.task(t, at).Kind {
					t.Error("the target is of another kind")
				}
				w.set(at, normal...)
				if kind == "feed" {
					w.set(home+"rss", rss("2"))
				}
				run(t, c, 48*time.Hour)
				if task := m.task(t, at); task.State != waiting || task.Reason != "" {
					t.Errorf("afterwards: %v", task)
				}
				want := []string{home, home + "1", home + "2"}
				if kind != "feed" {
					want = want[:2]
				}
				if got := m.published(); !slices.Equal(got, want) {
					t.Errorf("published %q, want %q", got, want)
				}
			})
		})
	}
}

// A seed that leads elsewhere at each visit, by a session's number, brings one
// further task and not one a visit; what has been served counts hops anew.
func TestRedirectsElsewhereEachTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(nil)
		var answers []answer
		for i := range 100 {
			answers = append(answers, answer{status: 302, header: map[string]string{"Location": fmt.Sprintf("/?sid=%d", i)}})
			w.set(fmt.Sprintf("%s?sid=%d", home, i), answer{body: links("/1")})
		}
		w.set(home, answers...)
		cfg := DefaultConfig()
		cfg.Poll = time.Hour
		c := build(t, cfg, m, w)
		seed(t, c, home)
		run(t, c, 24*time.Hour)
		seeds := 0
		for _, task := range m.tasks {
			if task.Kind == pb.TaskKind_TASK_KIND_SEED {
				seeds++
			}
		}
		if seeds != 2 || w.requests(home) < 3 {
			t.Errorf("%d seeds after %d visits, want 2", seeds, w.requests(home))
		}
		if task := m.task(t, home+"?sid=0"); task.Hops != 0 {
			t.Errorf("%d hops after it was served", task.Hops)
		}
	})
}

// A page that is done comes again when a feed says that it has changed since,
// and not for a feed that says so of the present, or of a page that it does not
// say the publication of.
func TestChangedPagesComeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home + "p": "<p>first"})
		cfg := DefaultConfig()
		cfg.Robots, cfg.PageRevisits = false, nil
		c := build(t, cfg, m, w)
		entry := func(published, updated time.Time) answer {
			body := `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><title>T</title><link href="` + home + `p"/>`
			if !published.IsZero() {
				body += "<published>" + published.UTC().Format(time.RFC3339) + "</published>"
			}
			return answer{kind: "application/atom+xml", body: body + "<updated>" + updated.UTC().Format(time.RFC3339) + "</updated></entry></feed>"}
		}
		published := time.Now().Add(-time.Hour)
		visitOnce(t, c, m, home+"p", pb.TaskKind_TASK_KIND_PAGE)
		if task := m.task(t, home+"p"); task.State != done || !task.Due.AsTime().Equal(task.FetchedAt.AsTime()) {
			t.Fatalf("after the first visit: %v", task)
		}
		time.Sleep(24 * time.Hour)
		now := time.Now()
		for name, tt := range map[string]struct {
			published, updated time.Time
			want               pb.TaskState
		}{
			"of the present":      {published, now, done},
			"as it was fetched":   {published, now.Add(-25 * time.Hour), done},
			"never published":     {time.Time{}, now.Add(-time.Hour), done},
			"only just published": {now.Add(-time.Hour), now.Add(-time.Hour), done},
			"changed":             {published, now.Add(-time.Hour), pb.TaskState_TASK_STATE_WAITING},
		} {
			kept := m.task(t, home+"p")
			w.set(home+"feed", entry(tt.published, tt.updated))
			delete(m.tasks, home+"feed")
			visitOnce(t, c, m, home+"feed", pb.TaskKind_TASK_KIND_FEED)
			if got := m.task(t, home+"p"); got.State != tt.want {
				t.Errorf("%s: state %v, want %v", name, got.State, tt.want)
			}
			m.tasks[home+"p"] = kept
		}
		w.set(home+"feed", entry(published, now.Add(-time.Hour)))
		w.set(home+"p", answer{body: "<p>corrected"})
		delete(m.tasks, home+"feed")
		visitOnce(t, c, m, home+"feed", pb.TaskKind_TASK_KIND_FEED)
		again(t, c, m)
		if task := m.task(t, home+"p"); task.State != done || len(m.pages) != 2 {
			t.Errorf("%d pages, task %v", len(m.pages), task)
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

// What never changes is visited as rarely as RevisitMax says in the end, and
// what wakes up then is soon visited often.
func TestSleepAndWake(t *testing.T) {
	c := &Crawler{cfg: DefaultConfig()}
	task := &pb.CrawlTask{Kind: pb.TaskKind_TASK_KIND_FEED}
	c.note(task, true, true)
	for range 1000 {
		c.note(task, false, true)
	}
	if d := c.revisit(task); d < c.cfg.RevisitMax*3/4 {
		t.Errorf("%v between two visits of a feed that never changes, want about %v", d, c.cfg.RevisitMax)
	}
	for range 8 {
		c.note(task, true, true)
	}
	if d := c.revisit(task); d > 8*c.cfg.RevisitMin {
		t.Errorf("%v between two visits of a feed that has changed 8 times in a row", d)
	}
	for range 1000 {
		c.note(task, true, true)
		c.note(task, false, true)
	}
	if d := c.revisit(task); d > 3*c.cfg.RevisitMin || task.Fetches >= 2*forgetAfter {
		t.Errorf("%v between two visits of a feed that changes every other time, %d visits remembered", d, task.Fetches)
	}
}
