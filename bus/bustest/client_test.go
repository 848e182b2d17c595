package bustest_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/bus/bustest"
	"github.com/winnow-news/winnow/bus/embedded"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func newBus(t *testing.T) (*bus.Bus, string) {
	t.Helper()
	server, err := embedded.Start(embedded.DefaultConfig(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Shutdown(context.Background()) })
	cfg := bus.DefaultConfig()
	cfg.URL, cfg.QueueMaxBytes = server.URL(), 16<<20
	b, err := bus.Connect(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	if err := b.Apply(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b, server.URL()
}

func queued(t *testing.T, b *bus.Bus, name string) uint64 {
	t.Helper()
	queues, err := b.Pending(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range queues {
		if q.Stream == name {
			return q.Messages
		}
	}
	t.Fatalf("no stream %s", name)
	return 0
}

func TestDoubleRepeatsEachMessageOnce(t *testing.T) {
	b, url := newBus(t)
	d := bustest.Dial(t, url).Double()
	for _, id := range []string{"1", "2", "3"} {
		if err := b.PublishPage(t.Context(), &pb.Page{PageId: id, Site: "a_example"}); err != nil {
			t.Fatal(err)
		}
	}
	if seen := d.Settled(); seen < 3 {
		t.Errorf("%d messages seen, want 3 at least", seen)
	}
	for deadline := time.Now().Add(30 * time.Second); queued(t, b, stream.Pages) < 6 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	d.Settled() // sees the repetitions, and repeats none
	if n := queued(t, b, stream.Pages); n != 6 {
		t.Errorf("%d messages in the queue, want 6", n)
	}
	ids := map[string]int{}
	var handled atomic.Int64
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	cfg := bus.DefaultRunnerConfig(stream.StageSegment)
	cfg.Workers = 1
	err := b.Run(ctx, stream.SegmentConsumer, bus.EachOf(func(_ context.Context, p *pb.Page) error {
		ids[p.GetPageId()]++
		if handled.Add(1) == 6 {
			stop()
		}
		return nil
	}), cfg)
	if err != nil || ids["1"] != 2 || ids["2"] != 2 || ids["3"] != 2 {
		t.Errorf("handled %v, %v; want each twice", ids, err)
	}
}

func TestPutKeepsHeaderAndBody(t *testing.T) {
	b, url := newBus(t)
	bustest.Dial(t, url).Put(stream.PageSubject("a_example"), map[string]string{stream.HeaderEncoding: "nonsense"}, []byte("x"))
	if n := queued(t, b, stream.Pages); n != 1 {
		t.Errorf("%d messages in the queue, want 1", n)
	}
}
