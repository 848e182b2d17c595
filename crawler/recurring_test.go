package crawler

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// sessions is a site that serves each URL at every other visit, and leads to a
// URL of a new session in between.
type sessions struct {
	*web
	visits map[string]int
	last   int
}

func (s *sessions) Get(ctx context.Context, req fetch.Request) (*fetch.Response, error) {
	if strings.HasSuffix(req.URL, "robots.txt") {
		return s.web.Get(ctx, req)
	}
	time.Sleep(10 * time.Millisecond)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.visits[req.URL]++; s.visits[req.URL]%2 == 1 {
		return answer{body: fmt.Sprint("<p>home ", s.last)}.response()
	}
	s.last++
	return answer{status: http.StatusFound, header: map[string]string{"Location": fmt.Sprint("/?session=", s.last)}}.response()
}

func TestSessionsMultiplyNoSeeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMemory()
		w := &sessions{web: newWeb(nil), visits: map[string]int{}}
		c := build(t, DefaultConfig(), m, w.web)
		c.get, c.gate.get = w, w
		seed(t, c, home)
		run(t, c, 6*time.Hour)
		if seeds := len(m.tasksOf(pb.TaskKind_TASK_KIND_SEED)); seeds != 1 || w.visits[home] < 3 {
			t.Errorf("%d seeds after %d visits of one", seeds, w.visits[home])
		}
	})
}

func TestRedirectMovesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home + "2026": "<p>old", home + "2027": "<p>new"})
		w.set(home, answer{status: http.StatusFound, header: map[string]string{"Location": "/2026"}})
		c := build(t, DefaultConfig(), m, w)
		seed(t, c, home)
		run(t, c, time.Hour)
		w.set(home, answer{status: http.StatusFound, header: map[string]string{"Location": "/2027"}})
		w.set(home+"2026", answer{status: http.StatusNotFound})
		run(t, c, 2*24*time.Hour)
		if w.requests(home+"2026") == 0 || w.requests(home+"2027") == 0 {
			t.Errorf("%d requests for 2026, %d for 2027", w.requests(home+"2026"), w.requests(home+"2027"))
		}
	})
}

// TestBrokenSeedsStarveNobody: a wall before the first pages of a site leaves
// its feed alone.
func TestBrokenSeedsStarveNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const head = `<link rel=alternate type=application/rss+xml href=/rss>`
		m, w := newMemory(), newWeb(map[string]string{home: head, home + "news": head, home + "1": "1", home + "robots.txt": ""})
		w.set(home+"rss", answer{kind: "application/rss+xml", body: `<rss><channel><item><link>/1</link></item></channel></rss>`})
		c := build(t, DefaultConfig(), m, w)
		seed(t, c, home)
		seed(t, c, home+"news")
		run(t, c, time.Hour)
		for _, u := range []string{home, home + "news"} {
			w.set(u, answer{status: http.StatusServiceUnavailable})
		}
		before := w.requests(home + "rss")
		run(t, c, 2*24*time.Hour)
		if n := w.requests(home+"rss") - before; n < 20 {
			t.Errorf("%d requests for the feed in two days", n)
		}
	})
}

func TestDeadHostIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const alone = "https://old.a.test/p"
		m, w := newMemory(), newWeb(map[string]string{home: links(alone), "https://old.a.test/robots.txt": "", home + "robots.txt": ""})
		w.set(alone, answer{status: http.StatusBadGateway})
		cfg := DefaultConfig()
		cfg.Poll = time.Hour
		c := build(t, cfg, m, w)
		seed(t, c, home)
		run(t, c, 2*24*time.Hour)
		if got := m.task(t, alone).State; got != pb.TaskState_TASK_STATE_WAITING {
			t.Errorf("%v after two days", got)
		}
		run(t, c, 10*24*time.Hour)
		if got := m.task(t, alone).State; got != pb.TaskState_TASK_STATE_QUARANTINED {
			t.Errorf("%v after twelve days, %d requests", got, w.requests(alone))
		}
	})
}

// TestFeedThatIsDueAsAPage: a link leads to a feed before it is declared.
func TestFeedThatIsDueAsAPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(map[string]string{home: links("/blog/feed-page")})
		var declaring []answer
		for i := range 20 {
			declaring = append(declaring, answer{body: fmt.Sprint(`<link rel=alternate type=application/rss+xml href=/blog/feed-page><p>`, i)})
		}
		w.set(home+"s", declaring...)
		w.set(home+"blog/feed-page", answer{kind: "application/rss+xml", body: `<rss><channel><item><link>/fed</link></item></channel></rss>`})
		c := build(t, DefaultConfig(), m, w)
		seed(t, c, home)
		seed(t, c, home+"s")
		run(t, c, 24*time.Hour)
		if got := m.task(t, home+"blog/feed-page"); got.Kind != pb.TaskKind_TASK_KIND_FEED || got.Fetches == 0 {
			t.Errorf("got %v", got)
		}
	})
}

// TestFeedAtAnotherSite: what is another site's page stays so.
func TestFeedAtAnotherSite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const other = "https://b.test/"
		m, w := newMemory(), newWeb(map[string]string{
			other: links("/story"), other + "story": "<p>story",
			home: `<link rel=alternate type=application/rss+xml href=https://b.test/story>`,
		})
		c := build(t, DefaultConfig(), m, w)
		seed(t, c, other)
		run(t, c, time.Hour)
		seed(t, c, home)
		run(t, c, 24*time.Hour)
		if got := m.task(t, other+"story"); got.Site != "b_test" || got.Kind != pb.TaskKind_TASK_KIND_PAGE {
			t.Errorf("got %v", got)
		}
	})
}
