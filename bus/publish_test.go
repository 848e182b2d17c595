package bus_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/bus/embedded"
	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
)

// raw gives a plain JetStream client of the same server.
func raw(t testing.TB, s *embedded.Server) jetstream.JetStream {
	t.Helper()
	nc, err := nats.Connect("", nats.InProcessServer(s))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

func messages(t testing.TB, js jetstream.JetStream, name string) uint64 {
	t.Helper()
	s, err := js.Stream(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return s.CachedInfo().State.Msgs
}

// syncBuffer is a log that goroutines share.
type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) count(what string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Count(b.buf.String(), what)
}

// TestBackPressure: a full queue holds its publishers back, drops nothing,
// says so when that lasts, and does not hold back the stage behind it.
func TestBackPressure(t *testing.T) {
	t.Parallel()
	var log syncBuffer
	b := newBus(t, func(c *bus.Config) {
		c.QueueMaxBytes, c.MaxInflightBytes = 1<<20, 1<<20
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	body := noise(150 << 10)
	const pages = 20
	errs := make(chan error, pages)
	for i := range pages {
		go func() { errs <- b.PublishPage(t.Context(), page("a_example", fmt.Sprintf("p%d", i), body)) }()
	}
	eventually(t, "a publisher waits", func() bool { return log.count("msg=waiting for=PAGES") > 0 })
	if err := b.PublishBlocks(t.Context(), &pb.SegmentedPage{Site: "a_example", PageId: "x"}); err != nil {
		t.Errorf("BLOCKS is held back by PAGES: %v", err)
	}
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := b.PublishPage(short, page("a_example", "late", body)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("publishing to a full queue = %v, want the context's end", err)
	}
	got := make(chan string, pages+1)
	run(t, b, stream.SegmentConsumer, bus.Each(func(_ context.Context, m bus.Message) error {
		got <- m.ID
		return nil
	}), quick(stream.StageSegment))
	for range pages {
		if err := receive(t, errs); err != nil {
			t.Error(err)
		}
	}
	seen := map[string]bool{}
	for range pages {
		seen[receive(t, got)] = true
	}
	if len(seen) != pages {
		t.Errorf("%d different pages came through, want %d", len(seen), pages)
	}
	if n := log.count("msg=waiting for=PAGES"); n > pages/2 {
		t.Errorf("logged the wait %d times", n)
	}
}

// TestOversize: a payload above the inline limit comes through whole, and its
// object is gone once its message is acknowledged.
func TestOversize(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b, js := connect(t, s), raw(t, s)
	body := noise(2 << 20)
	mustPublish(t, b, page("a_example", "big", body))
	if n := messages(t, js, "OBJ_OVERSIZE"); n < 2 {
		t.Fatalf("the object store holds %d messages, want chunks and their meta", n)
	}
	mustPublish(t, b, page("a_example", "big", body)) // a duplicate takes its object along
	got := make(chan bool, 1)
	stop := run(t, b, stream.SegmentConsumer, bus.EachOf(func(_ context.Context, p *pb.Page) error {
		got <- bytes.Equal(p.GetBody(), body)
		return nil
	}), quick(stream.StageSegment))
	if !receive(t, got) {
		t.Error("the body is damaged")
	}
	eventually(t, "drained", isDrained(t, b))
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if n := messages(t, js, "OBJ_OVERSIZE"); n != 1 {
		t.Errorf("the object store holds %d messages afterwards, want the mark that one was dropped", n)
	}
	if n, err := b.SweepOversize(t.Context(), time.Hour); n != 0 || err != nil || messages(t, js, "OBJ_OVERSIZE") != 1 {
		t.Errorf("a sweep of what is older than the mark = %d, %v, and the mark is gone", n, err)
	}
	if n, err := b.SweepOversize(t.Context(), 0); n != 0 || err != nil || messages(t, js, "OBJ_OVERSIZE") != 0 {
		t.Errorf("a sweep = %d, %v, and the mark is left", n, err)
	}
}

// TestLostParts: an object of which the server has nothing but the name is missing,
// not slow.
func TestLostParts(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b, js := connect(t, s, func(c *bus.Config) { c.PublishTimeout = 300 * time.Millisecond }), raw(t, s)
	mustPublish(t, b, page("a_example", "big", noise(1<<20)))
	objects, err := js.Stream(t.Context(), "OBJ_OVERSIZE")
	if err != nil {
		t.Fatal(err)
	}
	if err := objects.Purge(t.Context(), jetstream.WithPurgeSubject("$O.OVERSIZE.C.>")); err != nil {
		t.Fatal(err)
	}
	run(t, b, stream.SegmentConsumer, bus.EachOf(func(context.Context, *pb.Page) error { return nil }), quick(stream.StageSegment))
	eventually(t, "drained", isDrained(t, b))
	letters, err := b.DeadList(t.Context(), bus.DeadFilter{}, 0)
	if err != nil || len(letters) != 1 || letters[0].GetAttempts() != 1 || !strings.Contains(letters[0].GetReason(), "object is missing") {
		t.Errorf("dead letters %v, %v, want one of a missing object", letters, err)
	}
}

// TestSmallMaxPayload: what travels in a message is what the server takes.
func TestSmallMaxPayload(t *testing.T) {
	t.Parallel()
	cfg := bus.DefaultConfig()
	cfg.URL = plainServer(t, &server.Options{JetStream: true, StoreDir: t.TempDir(), MaxPayload: 256 << 10}).ClientURL()
	cfg.QueueMaxBytes = 64 << 20
	b, err := bus.Connect(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := b.Apply(t.Context()); err != nil {
		t.Fatal(err)
	}
	body := noise(300 << 10)
	mustPublish(t, b, page("a_example", "1", body))
	got := make(chan bool, 1)
	run(t, b, stream.SegmentConsumer, bus.EachOf(func(_ context.Context, p *pb.Page) error {
		got <- bytes.Equal(p.GetBody(), body)
		return nil
	}), quick(stream.StageSegment))
	if !receive(t, got) {
		t.Error("the body is damaged")
	}
	stored := &pb.SegmentedPage{Site: "a_example", PageId: "1", ClassReason: hex.EncodeToString(body)}
	if _, err := b.PutSegmented(t.Context(), stored); err != nil {
		t.Fatal(err)
	}
	if p, err := b.Segmented(t.Context(), "a_example", "1"); err != nil || !proto.Equal(p, stored) {
		t.Errorf("the stored page is damaged: %v", err)
	}
}

// TestServerForgetsAnAcknowledgement: a killed server may deliver once more what
// was acknowledged. If its object is gone by then, that is no dead letter.
func TestServerForgetsAnAcknowledgement(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b, js := connect(t, s), raw(t, s)
	mustPublish(t, b, page("a_example", "big", noise(1<<20)))
	queue, err := js.Stream(t.Context(), stream.Pages)
	if err != nil {
		t.Fatal(err)
	}
	first, err := queue.GetMsg(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	run(t, b, stream.SegmentConsumer, bus.EachOf(func(context.Context, *pb.Page) error { return nil }), quick(stream.StageSegment))
	eventually(t, "drained", isDrained(t, b))
	eventually(t, "the object is dropped", func() bool { return messages(t, js, "OBJ_OVERSIZE") == 1 })
	again := nats.NewMsg(first.Subject)
	again.Header, again.Data = first.Header, first.Data
	again.Header.Set(jetstream.MsgIDHeader, "the same again")
	if _, err := js.PublishMsg(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	eventually(t, "drained", isDrained(t, b))
	for _, l := range dead(t, b) {
		t.Errorf("dead letter: %s", l.GetReason())
	}
}

func TestSweepOversize(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b, js := connect(t, s), raw(t, s)
	store, err := js.ObjectStore(t.Context(), stream.Oversize)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"BLOCKS/orphan", "SEGMENTED/a_example.orphan", "others/thing"} {
		if _, err := store.PutBytes(t.Context(), name, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	mustPublish(t, b, page("a_example", "big", noise(1<<20)))
	if n, err := b.SweepOversize(t.Context(), time.Hour); n != 0 || err != nil {
		t.Errorf("a sweep of young objects = %d, %v, want none", n, err)
	}
	if n, err := b.SweepOversize(t.Context(), 0); n != 2 || err != nil {
		t.Errorf("sweep = %d, %v, want the two orphans", n, err)
	}
	left, err := store.List(t.Context())
	if err != nil || len(left) != 2 {
		t.Errorf("left = %v, %v, want the page's object and the foreign one", left, err)
	}
}

func TestDedupe(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b, js := connect(t, s), raw(t, s)
	for range 3 {
		mustPublish(t, b, page("a_example", "x", nil))
	}
	for position := range uint64(3) {
		p := &pb.ScoredPage{Page: &pb.SegmentedPage{Site: "a_example", PageId: "x"}, Position: position / 2}
		if err := b.PublishScored(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if n := messages(t, js, stream.Pages); n != 1 {
		t.Errorf("PAGES holds %d, want 1", n)
	}
	if n := messages(t, js, stream.Scored); n != 2 {
		t.Errorf("SCORED holds %d, want 2: one a position", n)
	}
}

func TestArticleOnTheWire(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b, js := connect(t, s), raw(t, s)
	ctx := bus.ContextWithTrace(t.Context(), "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	err := b.PublishArticle(ctx, &pb.Article{Id: "id1", Revision: 12, Event: pb.Article_RECLEANED,
		Site: "bbc_co_uk", Language: "en", CanonicalUrl: "https://bbc.co.uk/x", WordCount: 3})
	if err != nil {
		t.Fatal(err)
	}
	st, err := js.Stream(t.Context(), stream.Articles)
	if err != nil {
		t.Fatal(err)
	}
	m, err := st.GetMsg(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if m.Subject != "winnow.v1.article.en.bbc_co_uk" {
		t.Errorf("subject = %s", m.Subject)
	}
	for header, want := range map[string]string{
		"Winnow-Event": "recleaned", "Winnow-Article": "id1", "Winnow-Revision": "12", "Nats-Msg-Id": "a-id1-0-12",
		"Content-Type": "application/json", "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
	} {
		if got := m.Header.Get(header); got != want {
			t.Errorf("%s = %q, want %q", header, got, want)
		}
	}
	got := strings.ReplaceAll(string(m.Data), " ", "")
	want := `{"id":"id1","revision":"12","event":"RECLEANED","canonical_url":"https://bbc.co.uk/x","site":"bbc_co_uk","language":"en","word_count":3}`
	if got != want {
		t.Errorf("body = %s\nwant   %s", got, want)
	}
}

func TestPublishRefuses(t *testing.T) {
	t.Parallel()
	b := newBus(t, func(c *bus.Config) { c.MaxPayload = 1 << 20 })
	for name, err := range map[string]error{
		"no site":         b.PublishPage(t.Context(), page("", "x", nil)),
		"a wildcard":      b.PublishPage(t.Context(), page("a.>", "x", nil)),
		"a space":         b.PublishArticle(t.Context(), &pb.Article{Site: "a_example", Language: "e n"}),
		"invalid UTF-8":   b.PublishPage(t.Context(), &pb.Page{Site: "a_example", Url: "\xff"}),
		"a huge payload":  b.PublishPage(t.Context(), page("a_example", "x", make([]byte, 2<<20))),
		"a huge article":  b.PublishArticle(t.Context(), &pb.Article{Site: "a_example", Language: "en", Text: strings.Repeat("x", 2<<20)}),
		"no page":         b.PublishScored(t.Context(), &pb.ScoredPage{}),
		"a bad key":       second(b.PutSegmented(t.Context(), &pb.SegmentedPage{Site: "a_example", PageId: "a b"})),
		"a dead letter's": b.PublishDead(t.Context(), "a.b", "a_example", "", "", nil),
	} {
		if failure.ClassOf(err) != failure.ClassPoison {
			t.Errorf("%s: %v, want poison", name, err)
		}
	}
}

// TestServerGoesAway: publishers and runners outlive a restart of the server,
// and what was acknowledged is still there.
func TestServerGoesAway(t *testing.T) {
	t.Parallel()
	cfg := embedded.DefaultConfig(t.TempDir())
	s, err := embedded.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	b := connect(t, s)
	mustPublish(t, b, page("a_example", "before", nil))
	if _, err := fmt.Sscanf(s.URL(), "nats://127.0.0.1:%d", &cfg.Port); err != nil {
		t.Fatal(err)
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	published := make(chan error, 1)
	go func() { published <- b.PublishPage(t.Context(), page("a_example", "during", nil)) }()
	got := make(chan string, 2)
	run(t, b, stream.SegmentConsumer, bus.Each(func(_ context.Context, m bus.Message) error {
		got <- m.ID
		return nil
	}), quick(stream.StageSegment))
	select {
	case err := <-published:
		t.Fatalf("published without a server: %v", err)
	case <-time.After(100 * time.Millisecond):
	}
	again, err := embedded.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = again.Shutdown(context.Background()) })
	if err := receive(t, published); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{receive(t, got): true, receive(t, got): true}
	if !seen["p-before-0"] || !seen["p-during-0"] {
		t.Errorf("got %v", seen)
	}
}

func second(_ uint64, err error) error { return err }
