package metrics

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// world is a World that answers what a test says.
type world struct{ nats, storing, store error }

func (w world) Pending(context.Context) ([]bus.QueueStatus, error) {
	if w.nats != nil {
		return nil, w.nats
	}
	return []bus.QueueStatus{
		{Stream: "PAGES", Messages: 7, Bytes: 900, MaxBytes: 1000, Consumer: "segment", Waiting: 4, AckPending: 3},
		{Stream: "ARTICLES", Messages: 2, Bytes: 100, MaxBytes: -1},
	}, nil
}

func (w world) Storing() error { return w.storing }

func (w world) Stats(ctx context.Context, site string) (proto.FrontierStats, error) {
	if ctx.Err() != nil {
		return proto.FrontierStats{}, ctx.Err()
	}
	if site != "" {
		return proto.FrontierStats{}, errors.New("want all sites")
	}
	return proto.FrontierStats{Waiting: 5, Due: 1, Leased: 2, Done: 9, Quarantined: 3}, w.store
}

func (w world) Site(ctx context.Context, _ string) (*pb.Site, error) {
	return nil, errors.Join(ctx.Err(), w.store)
}

// get asks a handler.
func get(t *testing.T, h http.Handler, path string) (int, string) {
	t.Helper()
	r := httptest.NewRecorder()
	h.ServeHTTP(r, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	return r.Code, r.Body.String()
}

// holds fails the test for each line that the metrics lack.
func holds(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains("\n"+text, "\n"+line+"\n") {
			t.Errorf("no line %q", line)
		}
	}
}

func TestMetrics(t *testing.T) {
	m := New("1.2.3")
	m.Settled(bus.Observation{Stage: stream.StageSegment, Outcome: bus.Processed, Took: 3 * time.Millisecond})
	m.Settled(bus.Observation{Stage: stream.StageSegment, Outcome: bus.Processed, Took: time.Hour})
	m.Settled(bus.Observation{Stage: stream.StageCompare, Outcome: bus.Dead})
	m.Counted(&pb.SiteStats{Fetched: 1})
	m.Counted(&pb.SiteStats{Articles: 1})
	code, text := get(t, m.handler(world{}), "/metrics")
	if code != http.StatusOK {
		t.Fatalf("status %d: %s", code, text)
	}
	holds(t, text,
		`winnow_deliveries_total{outcome="processed",stage="segment"} 2`,
		`winnow_deliveries_total{outcome="dead",stage="compare"} 1`,
		`winnow_deliveries_total{outcome="retried",stage="classify"} 0`,
		`winnow_delivery_seconds_bucket{stage="segment",le="+Inf"} 2`,
		`winnow_delivery_seconds_count{stage="segment"} 2`,
		`winnow_visits_total{outcome="fetched"} 1`,
		`winnow_visits_total{outcome="failed"} 0`,
		`winnow_pages_total{class="article"} 1`,
		`winnow_up{server="nats"} 1`,
		`winnow_up{server="store"} 1`,
		`winnow_stream_messages{stream="PAGES"} 7`,
		`winnow_stream_bytes{stream="ARTICLES"} 100`,
		`winnow_stream_limit_bytes{stream="PAGES"} 1000`,
		`winnow_stream_waiting{stream="PAGES"} 4`,
		`winnow_stream_in_work{stream="PAGES"} 3`,
		`winnow_frontier_urls{state="given_up"} 3`,
	)
	for _, absent := range []string{`limit_bytes{stream="ARTICLES"`, `waiting{stream="ARTICLES"`, `delivery_seconds_count{stage="compare"}`} {
		if strings.Contains(text, absent) {
			t.Errorf("%s is there", absent)
		}
	}
	if !strings.Contains(text, `version="1.2.3"`) || !strings.Contains(text, "go_goroutines") || !strings.Contains(text, "process_cpu_seconds_total") {
		t.Error("no version, no runtime or no process")
	}
}

// A server that is away is told of, and takes nothing else away.
func TestOutage(t *testing.T) {
	away := errors.New("away")
	for _, tt := range []struct {
		name      string
		world     world
		up, ready string
	}{
		{"nats", world{nats: away}, "winnow_up{server=\"nats\"} 0\nwinnow_up{server=\"store\"} 1", "NATS: away\n"},
		{"disk of nats", world{storing: away}, "winnow_up{server=\"nats\"} 0\nwinnow_up{server=\"store\"} 1", "NATS: away\n"},
		{"store", world{store: away}, "winnow_up{server=\"nats\"} 1\nwinnow_up{server=\"store\"} 0", "store: away\n"},
	} {
		h := New("").handler(tt.world)
		if code, text := get(t, h, "/metrics"); code != http.StatusOK || !strings.Contains(text, tt.up) {
			t.Errorf("%s away: metrics %d\n%s", tt.name, code, text)
		}
		if code, text := get(t, h, "/readyz"); code != http.StatusServiceUnavailable || text != tt.ready {
			t.Errorf("%s away: ready %d %q", tt.name, code, text)
		}
		if code, text := get(t, h, "/healthz"); code != http.StatusOK || text != "ok\n" {
			t.Errorf("%s away: health %d %q", tt.name, code, text)
		}
	}
	if _, text := get(t, New("").handler(world{storing: away}), "/metrics"); !strings.Contains(text, "\nwinnow_stream_messages{stream=\"PAGES\"} 7\n") {
		t.Errorf("NATS does not store: what the streams hold is left out\n%s", text)
	}
	for name, w := range map[string]World{"all there": world{}, "many hosts": large{}} {
		h := New("").handler(w)
		if code, _ := get(t, h, "/readyz"); code != http.StatusOK {
			t.Errorf("%s: ready %d", name, code)
		}
		if _, text := get(t, h, "/metrics"); !strings.Contains(text, `winnow_up{server="store"} 1`) {
			t.Errorf("%s: the store is said to be away\n%s", name, text)
		}
	}
}

// large is a world whose frontier takes too long to count.
type large struct{ world }

func (large) Stats(context.Context, string) (proto.FrontierStats, error) {
	return proto.FrontierStats{}, context.DeadlineExceeded
}

// silent is a world whose NATS does not answer.
type silent struct{ world }

func (silent) Pending(ctx context.Context) ([]bus.QueueStatus, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// Who waits for NATS in vain asks the store all the same.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, text := get(t, New("").handler(silent{}), "/metrics")
		holds(t, text, `winnow_up{server="nats"} 0`, `winnow_up{server="store"} 1`, `winnow_frontier_urls{state="done"} 9`)
	})
}

func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- New("").Serve(ctx, l, world{}) }()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+l.Addr().String()+"/healthz", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if b, _ := io.ReadAll(resp.Body); string(b) != "ok\n" {
		t.Errorf("got %q", b)
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("stopped with %v", err)
	}
}

// slow is a world whose store answers late, whoever still waits.
type slow struct {
	world
	asked, answer chan struct{}
}

func (s slow) Site(context.Context, string) (*pb.Site, error) {
	close(s.asked)
	<-s.answer
	return nil, nil
}

// Serve returns when nobody asks the world any more, which may be closed then.
func TestServeEndsLast(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	w := slow{asked: make(chan struct{}), answer: make(chan struct{})}
	done := make(chan error, 1)
	go func() { done <- New("").Serve(ctx, l, w) }()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr().String()+"/readyz", nil)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		if resp, err := http.DefaultClient.Do(req); err == nil {
			_ = resp.Body.Close()
		}
	}()
	<-w.asked
	stop()
	select {
	case <-done:
		close(w.answer)
		t.Fatal("Serve returned while the store was asked")
	case <-time.After(100 * time.Millisecond):
	}
	close(w.answer)
	if err := <-done; err != nil {
		t.Errorf("stopped with %v", err)
	}
}

// Serve can be called again, and asks the world that it was given then.
func TestServeAgain(t *testing.T) {
	m := New("")
	for _, w := range []world{{store: errors.New("away")}, {}} {
		if _, text := get(t, m.handler(w), "/metrics"); strings.Contains(text, `winnow_up{server="store"} 1`) != (w.store == nil) {
			t.Errorf("store away: %v, got\n%s", w.store, text)
		}
	}
}

// A scrape that ends, ends its questions.
func TestScrapeEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	r := httptest.NewRecorder()
	New("").handler(world{}).ServeHTTP(r, httptest.NewRequestWithContext(ctx, http.MethodGet, "/metrics", nil))
	holds(t, r.Body.String(), `winnow_up{server="store"} 0`)
}
