package bus

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// TestStranded: messages that stand below their consumer's ack floor, as a
// killed server leaves them, hold the queue until they are queued again; what
// has lost its object was dealt with.
func TestStranded(t *testing.T) {
	t.Parallel()
	b := inside(t, func(c *Config) { c.InlineLimit = 1 << 10 })
	large := make([]byte, 4096)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(large) // never fails, does not compress
	for _, p := range []*pb.Page{{PageId: "small"}, {PageId: "large", Body: large}, {PageId: "dealt with", Body: large}, {PageId: "last"}} {
		p.Site = "a_example"
		if err := b.PublishPage(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	// The server believes that all before the last were acknowledged.
	if _, err := b.js.ResetConsumerToSequence(t.Context(), stream.Pages, stream.SegmentConsumer, 4); err != nil {
		t.Fatal(err)
	}
	gone, err := b.rawMessage(t.Context(), stream.Pages, 3)
	if err != nil || gone.Header.Get(stream.HeaderObject) == "" {
		t.Fatalf("message 3: %v, want one with an object", err)
	}
	if err := b.dropObject(t.Context(), gone.Header.Get(stream.HeaderObject)); err != nil {
		t.Fatal(err)
	}
	came := make(chan string, 9)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- b.Run(ctx, stream.SegmentConsumer, EachOf(func(_ context.Context, p *pb.Page) error {
			came <- p.GetPageId()
			return nil
		}), DefaultRunnerConfig(stream.StageSegment))
	}()
	next := func() string {
		select {
		case id := <-came:
			return id
		case <-time.After(30 * time.Second):
			return "nothing"
		}
	}
	if id := next(); id != "last" {
		t.Fatalf("%s came, want the last alone", id)
	}
	before, n, err := b.requeueStranded(t.Context(), nil)
	if err != nil || n != 0 || len(before[stream.Pages]) != 3 {
		t.Fatalf("first search: %v, %d queued again, %v; want three found and none queued", before, n, err)
	}
	if drained, err := b.Drained(t.Context()); drained || err != nil {
		t.Fatalf("drained %v, %v: three are stranded", drained, err)
	}
	if _, n, err := b.requeueStranded(t.Context(), before); err != nil || n != 3 {
		t.Fatalf("second search: %d queued again, %v; want 3", n, err)
	}
	if a, z := next(), next(); a == z || a != "small" && a != "large" || z != "small" && z != "large" {
		t.Errorf("%s and %s came, want small and large", a, z)
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if drained, err := b.Drained(t.Context()); err != nil || time.Now().After(deadline) {
			t.Fatalf("not drained: %v", err)
		} else if drained {
			break
		}
	}
	if found, _, err := b.requeueStranded(t.Context(), before); err != nil || len(found[stream.Pages]) != 0 {
		t.Errorf("afterwards %v are stranded, %v", found, err)
	}
	stop()
	if err := <-ended; err != nil || len(came) > 0 {
		t.Errorf("run: %v, %d more came", err, len(came))
	}
	if letters, err := b.DeadList(t.Context(), DeadFilter{}, 0); err != nil || len(letters) > 0 {
		t.Errorf("dead letters %v, %v", letters, err)
	}
}
