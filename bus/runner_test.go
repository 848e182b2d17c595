package bus_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/bus/embedded"
	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

var errWorld = errors.New("the world is at fault")

func mustPublish(t testing.TB, b *bus.Bus, pages ...*pb.Page) {
	t.Helper()
	for _, p := range pages {
		if err := b.PublishPage(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
}

func isDrained(t testing.TB, b *bus.Bus) func() bool {
	return func() bool {
		drained, err := b.Drained(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return drained
	}
}

// pagesQueue is how the segmenters' queue stands.
func pagesQueue(t testing.TB, b *bus.Bus) bus.QueueStatus {
	t.Helper()
	pending, err := b.Pending(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if pending[0].Stream != stream.Pages {
		t.Fatalf("the first queue is %s", pending[0].Stream)
	}
	return pending[0]
}

func dead(t testing.TB, b *bus.Bus) []*pb.DeadLetter {
	t.Helper()
	letters, err := b.DeadList(t.Context(), bus.DeadFilter{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return letters
}

func TestRunnerSettlesByClass(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name     string
		err      func(attempt int) error
		outcomes []bus.Outcome
		reason   string // of the dead letter; empty: none
		attempts uint32
	}{
		{"success", func(int) error { return nil }, []bus.Outcome{bus.Processed}, "", 0},
		{"transient twice", func(n int) error {
			if n < 3 {
				return errWorld
			}
			return nil
		}, []bus.Outcome{bus.Retried, bus.Retried, bus.Processed}, "", 0},
		{"permanent", func(int) error { return failure.Permanent(errors.New("noarchive")) }, []bus.Outcome{bus.Recorded}, "", 0},
		{"poison", func(int) error { return failure.Poison(errors.New("line one\nline two")) },
			[]bus.Outcome{bus.Dead}, "line one line two", 1},
		{"panic", func(int) error { panic("index out of range") }, []bus.Outcome{bus.Dead}, "panic: index out of range", 1},
		{"exhausted", func(int) error { return errWorld }, []bus.Outcome{bus.Retried, bus.Retried, bus.Retried, bus.Dead},
			"gave up after 4 attempts: the world is at fault", 4},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBus(t, func(c *bus.Config) { c.MaxDeliver = 4 })
			observed := make(chan bus.Observation, 10)
			cfg := quick(stream.StageSegment)
			cfg.Observe = func(o bus.Observation) { observed <- o }
			run(t, b, stream.SegmentConsumer, bus.Each(func(_ context.Context, m bus.Message) error { return tc.err(m.Attempt) }), cfg)
			want := page("a_example", "x", []byte("<html>"))
			mustPublish(t, b, want)
			for i, outcome := range tc.outcomes {
				if o := receive(t, observed); o.Outcome != outcome || o.Stage != "segment" {
					t.Errorf("observation %d = %+v, want %v", i, o, outcome)
				}
			}
			eventually(t, "drained", isDrained(t, b))
			letters := dead(t, b)
			if tc.reason == "" {
				if len(letters) != 0 {
					t.Errorf("dead letters = %v, want none", letters)
				}
				return
			}
			if len(letters) != 1 {
				t.Fatalf("dead letters = %v, want one", letters)
			}
			l := letters[0]
			if l.GetReason() != tc.reason || l.GetAttempts() != tc.attempts || l.GetStage() != "segment" ||
				l.GetSite() != "a_example" || l.GetSubject() != stream.PageSubject("a_example") || l.GetMessageId() != "p-x-0" {
				t.Errorf("dead letter = %v", l)
			}
		})
	}
}

// TestPanicInBatch: of a batch only the guilty message dies.
func TestPanicInBatch(t *testing.T) {
	t.Parallel()
	b := newBus(t)
	for i := range 5 {
		mustPublish(t, b, page("a_example", fmt.Sprintf("p%d", i), nil))
	}
	cfg := quick(stream.StageSegment)
	cfg.BatchSize, cfg.Workers = 16, 1
	run(t, b, stream.SegmentConsumer, func(_ context.Context, batch []bus.Message) []error {
		for _, m := range batch {
			if m.ID == "p-p3-0" {
				panic("p3")
			}
		}
		return nil
	}, cfg)
	eventually(t, "drained", isDrained(t, b))
	if letters := dead(t, b); len(letters) != 1 || letters[0].GetMessageId() != "p-p3-0" {
		t.Errorf("dead letters = %v, want p-p3 alone", letters)
	}
}

// TestBatchesHoldOneSite: batches never mix sites, never exceed their size,
// and a site is never in two batches at a time.
func TestBatchesHoldOneSite(t *testing.T) {
	t.Parallel()
	b := newBus(t)
	const pages = 60
	for i := range pages {
		mustPublish(t, b, page([]string{"a_example", "b_example", "c_example"}[i%3], fmt.Sprintf("p%d", i), nil))
	}
	var mu sync.Mutex
	seen, inWork, largest := map[string]bool{}, map[string]bool{}, 0
	cfg := quick(stream.StageSegment)
	cfg.BatchSize, cfg.Workers = 8, 4
	run(t, b, stream.SegmentConsumer, func(_ context.Context, batch []bus.Message) []error {
		mu.Lock()
		site := batch[0].Site
		if inWork[site] {
			t.Errorf("%s is in two batches", site)
		}
		inWork[site] = true
		largest = max(largest, len(batch))
		for _, m := range batch {
			if m.Site != site || seen[m.ID] {
				t.Errorf("message %s of %s in a batch of %s, or again", m.ID, m.Site, site)
			}
			seen[m.ID] = true
		}
		mu.Unlock()
		time.Sleep(5 * time.Millisecond) // work, during which others wait
		mu.Lock()
		defer mu.Unlock()
		inWork[site] = false
		return nil
	}, cfg)
	eventually(t, "drained", isDrained(t, b))
	mu.Lock()
	defer mu.Unlock()
	if len(seen) != pages || largest < 2 || largest > 8 {
		t.Errorf("%d messages in batches of up to %d, want %d in 2 to 8", len(seen), largest, pages)
	}
}

// TestPullsOnlyFreeSlots: what no worker can take stays in the queue.
func TestPullsOnlyFreeSlots(t *testing.T) {
	t.Parallel()
	b := newBus(t)
	for i := range 20 {
		mustPublish(t, b, page("a_example", fmt.Sprintf("p%d", i), nil))
	}
	block, begun := make(chan struct{}), make(chan struct{}, 20)
	cfg := quick(stream.StageSegment)
	cfg.Workers = 3
	run(t, b, stream.SegmentConsumer, bus.Each(func(context.Context, bus.Message) error {
		begun <- struct{}{}
		<-block
		return nil
	}), cfg)
	for range 3 {
		receive(t, begun)
	}
	eventually(t, "3 in hand and 17 waiting", func() bool {
		q := pagesQueue(t, b)
		return q.AckPending == 3 && q.Waiting == 17 && q.Messages == 20
	})
	if isDrained(t, b)() {
		t.Error("drained while messages are in hand")
	}
	close(block)
	eventually(t, "drained", isDrained(t, b))
}

// attempts runs a segmenter to which all is well, and gives the attempt of each
// delivery.
func attempts(t *testing.T, b *bus.Bus) <-chan int {
	t.Helper()
	seen := make(chan int, 8)
	run(t, b, stream.SegmentConsumer, bus.Each(func(_ context.Context, m bus.Message) error {
		seen <- m.Attempt
		return nil
	}), quick(stream.StageSegment))
	return seen
}

// TestDrain: at the end a running handler finishes, and what waits goes back
// at once, not after the ack wait.
func TestDrain(t *testing.T) {
	t.Parallel()
	b := newBus(t)
	mustPublish(t, b, page("a_example", "first", nil), page("a_example", "second", nil), page("a_example", "third", nil))
	begun, finish := make(chan string, 3), make(chan struct{})
	cfg := quick(stream.StageSegment)
	// One site and batches of one message of three: two wait in hand.
	cfg.Workers, cfg.BatchSize = 1, 2
	stop := run(t, b, stream.SegmentConsumer, func(ctx context.Context, batch []bus.Message) []error {
		begun <- batch[0].ID
		<-finish
		return []error{ctx.Err(), ctx.Err()}[:len(batch)]
	}, cfg)
	receive(t, begun)
	ended := make(chan error)
	go func() { ended <- stop() }()
	select {
	case err := <-ended:
		t.Fatalf("run ended (%v) while a handler was running", err)
	case <-time.After(50 * time.Millisecond):
	}
	close(finish)
	if err := receive(t, ended); err != nil {
		t.Fatal(err)
	}
	rest := make(chan string, 3)
	run(t, b, stream.SegmentConsumer, bus.Each(func(_ context.Context, m bus.Message) error {
		rest <- m.ID
		return nil
	}), quick(stream.StageSegment))
	eventually(t, "drained without the ack wait of a minute", isDrained(t, b))
	if n := len(rest); n == 0 || n > 2 {
		t.Errorf("%d messages were left to the second runner, want 1 or 2", n)
	}
}

// TestRenew: what was delivered and not settled comes again at once, as if for
// the first time.
func TestRenew(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b := connect(t, s) // with an ack wait of a minute
	mustPublish(t, b, page("a_example", "x", nil))
	c, err := raw(t, s).Consumer(t.Context(), stream.Pages, stream.SegmentConsumer)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Next(jetstream.FetchMaxWait(5 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if err := b.Renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	again := attempts(t, b)
	if attempt := receive(t, again); attempt != 1 {
		t.Errorf("attempt = %d, want 1", attempt)
	}
	eventually(t, "drained", isDrained(t, b))
}

// TestGraceEnds: a handler that goes on beyond the grace time has its context
// cancelled, and its message goes back at once.
func TestGraceEnds(t *testing.T) {
	t.Parallel()
	b := newBus(t)
	mustPublish(t, b, page("a_example", "x", nil))
	begun := make(chan struct{}, 1)
	cfg := quick(stream.StageSegment)
	cfg.Grace = 50 * time.Millisecond
	stop := run(t, b, stream.SegmentConsumer, bus.Each(func(ctx context.Context, _ bus.Message) error {
		begun <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	}), cfg)
	receive(t, begun)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	again := attempts(t, b)
	if attempt := receive(t, again); attempt != 2 {
		t.Errorf("attempt = %d, want 2", attempt)
	}
}

// TestHeartbeat: a handler that takes several ack waits is not interrupted by
// a second delivery.
func TestHeartbeat(t *testing.T) {
	t.Parallel()
	b := newBus(t, func(c *bus.Config) { c.AckWait = 300 * time.Millisecond })
	mustPublish(t, b, page("a_example", "slow", nil))
	var calls atomic.Int32
	cfg := quick(stream.StageSegment)
	cfg.Workers = 2
	run(t, b, stream.SegmentConsumer, bus.Each(func(context.Context, bus.Message) error {
		calls.Add(1)
		time.Sleep(time.Second) // only time shows that no second delivery comes
		return nil
	}), cfg)
	eventually(t, "drained", isDrained(t, b))
	if n := calls.Load(); n != 1 {
		t.Errorf("handled %d times, want once", n)
	}
}

// TestAbandonedRunner: the messages of a worker that is gone come again.
func TestAbandonedRunner(t *testing.T) {
	t.Parallel()
	s := startServer(t, 0)
	short := func(c *bus.Config) { c.AckWait = 200 * time.Millisecond }
	b, victim := connect(t, s, short), connect(t, s, short)
	mustPublish(t, b, page("a_example", "x", nil))
	begun, block := make(chan struct{}, 1), make(chan struct{})
	gone := make(chan error, 1)
	cfg := quick(stream.StageSegment)
	cfg.Grace = 0
	go func() {
		gone <- victim.Run(context.Background(), stream.SegmentConsumer, bus.Each(func(context.Context, bus.Message) error {
			begun <- struct{}{}
			<-block
			return nil
		}), cfg)
	}()
	receive(t, begun)
	victim.Close() // as if killed: no ack, no nak
	again := attempts(t, b)
	if attempt := receive(t, again); attempt < 2 {
		t.Errorf("attempt = %d, want a second one", attempt)
	}
	eventually(t, "drained", isDrained(t, b))
	close(block)
	if err := receive(t, gone); !errors.Is(err, bus.ErrClosed) {
		t.Errorf("the victim's Run = %v, want ErrClosed", err)
	}
}

// TestOutage: while nothing succeeds, messages stay in hand, use up no
// deliveries, and nothing dies; afterwards all goes on.
func TestOutage(t *testing.T) {
	t.Parallel()
	b := newBus(t, func(c *bus.Config) { c.MaxDeliver = 3 })
	for i := range 4 {
		mustPublish(t, b, page("a_example", fmt.Sprintf("p%d", i), nil))
	}
	var calls atomic.Int32
	var highest atomic.Int32
	cfg := quick(stream.StageSegment)
	cfg.OutageAfter = 2
	run(t, b, stream.SegmentConsumer, bus.Each(func(_ context.Context, m bus.Message) error {
		highest.Store(max(highest.Load(), int32(m.Attempt)))
		if calls.Add(1) < 60 { // far more than 4 messages have deliveries
			return errWorld
		}
		return nil
	}), cfg)
	eventually(t, "drained", isDrained(t, b))
	if letters := dead(t, b); len(letters) != 0 {
		t.Errorf("dead letters = %v, want none", letters)
	}
	if calls.Load() < 60 || highest.Load() > 3 {
		t.Errorf("%d calls, up to attempt %d", calls.Load(), highest.Load())
	}
}

func TestRunnerWaitsForItsConsumer(t *testing.T) {
	t.Parallel()
	s := startServer(t, 0)
	b := connect(t, s)
	if err := b.Run(t.Context(), "nobody", nil, quick("x")); !errors.Is(err, bus.ErrUnknownConsumer) {
		t.Errorf("Run of an unknown consumer = %v", err)
	}
	late := startServer(t, 0)
	cfg := bus.DefaultConfig()
	cfg.URL = late.URL()
	early, err := bus.Connect(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer early.Close()
	got := make(chan string, 1)
	stop := run(t, early, stream.SegmentConsumer, bus.Each(func(_ context.Context, m bus.Message) error {
		got <- m.ID
		return nil
	}), quick(stream.StageSegment))
	mustPublish(t, connect(t, late), page("a_example", "x", nil))
	if id := receive(t, got); id != "p-x-0" {
		t.Errorf("got %q", id)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}

// TestLostConsumer: what is in hand when somebody deletes the consumer is not told
// message by message, and what is to be done is.
func TestLostConsumer(t *testing.T) {
	t.Parallel()
	var log syncBuffer
	s := startServer(t, embedded.NoPort)
	b, js := connect(t, s, func(c *bus.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) }), raw(t, s)
	const many = 20
	for i := range many {
		mustPublish(t, b, page("a_example", fmt.Sprint(i), nil))
	}
	cfg := quick(stream.StageSegment)
	cfg.Workers = many
	begun, goOn, handled := make(chan bool, many), make(chan bool), make(chan bool, 2*many)
	run(t, b, stream.SegmentConsumer, bus.Each(func(context.Context, bus.Message) error {
		begun <- true
		<-goOn
		handled <- true
		return nil
	}), cfg)
	for range many {
		receive(t, begun)
	}
	if err := js.DeleteConsumer(t.Context(), stream.Pages, stream.SegmentConsumer); err != nil {
		t.Fatal(err)
	}
	close(goOn)
	eventually(t, "the loss is told", func() bool { return log.count("consumer not found; winnow topology apply") == 1 })
	if n := log.count("acknowledge"); n > 1 {
		t.Errorf("told %d times that nothing is acknowledged", n)
	}
	if err := b.Apply(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range many {
		receive(t, handled)
	}
	eventually(t, "drained", isDrained(t, b))
}

func TestRunnerConfigIsChecked(t *testing.T) {
	t.Parallel()
	b := newBus(t)
	err := b.Run(t.Context(), stream.SegmentConsumer, nil, bus.RunnerConfig{Stage: "a b"})
	if err == nil || !strings.Contains(err.Error(), "workers 0") || !strings.Contains(err.Error(), `stage "a b"`) {
		t.Errorf("Run with a bad configuration = %v", err)
	}
}

func TestHandlerThatMiscounts(t *testing.T) {
	t.Parallel()
	b := newBus(t, func(c *bus.Config) { c.MaxDeliver = 1 })
	mustPublish(t, b, page("a_example", "x", nil))
	run(t, b, stream.SegmentConsumer, func(context.Context, []bus.Message) []error { return make([]error, 5) }, quick(stream.StageSegment))
	eventually(t, "drained", isDrained(t, b))
	if letters := dead(t, b); len(letters) != 1 || !strings.Contains(letters[0].GetReason(), "5 for 1") {
		t.Errorf("dead letters = %v", letters)
	}
}

// TestDrainGivesBackOnce: messages that come while the runner ends go back
// when it takes no more. Given back while it still takes, they would come to it
// again and again until their deliveries are exhausted.
func TestDrainGivesBackOnce(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b, js := connect(t, s), raw(t, s)
	cfg := quick(stream.StageSegment)
	cfg.BatchSize = 16
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- b.Run(ctx, stream.SegmentConsumer, bus.Each(func(context.Context, bus.Message) error { return nil }), cfg)
	}()
	eventually(t, "the runner asks for messages", func() bool {
		c, err := js.Consumer(t.Context(), stream.Pages, stream.SegmentConsumer)
		return err == nil && c.CachedInfo().NumWaiting > 0
	})
	cancel()
	mustPublish(t, b, page("a_example", "late", nil), page("a_example", "later", nil))
	if err := receive(t, ended); err != nil {
		t.Fatal(err)
	}
	again := attempts(t, b)
	for range 2 {
		if attempt := receive(t, again); attempt > 2 {
			t.Errorf("delivered %d times, want at most 2", attempt)
		}
	}
}
