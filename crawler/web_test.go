package crawler

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
)

// answer is what the fake web says at a URL.
type answer struct {
	status int
	kind   string
	header map[string]string
	body   string
	err    error
}

// web is a fake World Wide Web; each request takes took.
type web struct {
	mu      sync.Mutex
	answers map[string][]answer // each request takes the next; the last one stays
	log     []request
	took    time.Duration
}

type request struct {
	fetch.Request
	at, end time.Time
}

func newWeb(pages map[string]string) *web {
	w := &web{answers: map[string][]answer{}, took: 50 * time.Millisecond}
	for u, body := range pages {
		w.set(u, answer{body: body})
	}
	return w
}

func (w *web) set(u string, answers ...answer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answers[u] = answers
}

func (w *web) Get(ctx context.Context, req fetch.Request) (*fetch.Response, error) {
	start := time.Now()
	select {
	case <-time.After(w.took):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.log = append(w.log, request{req, start, time.Now()})
	list := w.answers[req.URL]
	if len(list) == 0 {
		return &fetch.Response{Status: http.StatusNotFound, Header: http.Header{}}, nil
	}
	if len(list) > 1 {
		w.answers[req.URL] = list[1:]
	}
	return list[0].response()
}

func (a answer) response() (*fetch.Response, error) {
	if a.err != nil {
		return nil, a.err
	}
	r := &fetch.Response{Status: a.status, Header: http.Header{}, ContentType: a.kind, Body: []byte(a.body)}
	for k, v := range a.header {
		r.Header.Set(k, v)
	}
	if r.Status == 0 {
		r.Status = http.StatusOK
	}
	if r.ContentType == "" {
		r.ContentType = "text/html; charset=utf-8"
	}
	return r, nil
}

// requests counts the requests for a URL.
func (w *web) requests(u string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for _, r := range w.log {
		if r.URL == u {
			n++
		}
	}
	return n
}

// gaps gives the shortest time between the end of a request to a host and the
// start of the next; negative when two overlap.
func (w *web) gap(prefix string) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	var mine []request
	for _, r := range w.log {
		if strings.HasPrefix(r.URL, prefix) {
			mine = append(mine, r)
		}
	}
	slices.SortFunc(mine, func(a, b request) int { return a.at.Compare(b.at) })
	least := time.Duration(1 << 62)
	for i := 1; i < len(mine); i++ {
		least = min(least, mine[i].at.Sub(mine[i-1].end))
	}
	return least
}
