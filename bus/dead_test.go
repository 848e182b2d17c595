package bus_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/bus/embedded"
	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func TestDeadLetters(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b, js := connect(t, s), raw(t, s)
	big := noise(1 << 20)
	subject := stream.PageSubject("a_example")
	for _, d := range []struct {
		stage, site, subject string
		payload              []byte
	}{
		{stream.StageCrawl, "a_example", subject, big},
		{stream.StageCrawl, "b_example", "", []byte("x")},
		{stream.StageCompare, "", "winnow.v1.article.en.x", nil},
	} {
		if err := b.PublishDead(t.Context(), d.stage, d.site, d.subject, "a\r\nreason "+strings.Repeat("long ", 200), d.payload); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		filter bus.DeadFilter
		limit  int
		want   int
	}{{bus.DeadFilter{}, 0, 3}, {bus.DeadFilter{}, 2, 2}, {bus.DeadFilter{Stage: "crawl"}, 0, 2},
		{bus.DeadFilter{Site: "b_example"}, 0, 1}, {bus.DeadFilter{Site: "c"}, 0, 0}, {bus.DeadFilter{Site: "unknown"}, 0, 1}} {
		letters, err := b.DeadList(t.Context(), tc.filter, tc.limit)
		if err != nil || len(letters) != tc.want {
			t.Errorf("list %+v of %d = %v, %v, want %d", tc.filter, tc.limit, letters, err, tc.want)
		}
	}
	first := dead(t, b)[0]
	if first.GetPayloadBytes() != 1<<20 || first.GetPayload() != nil || strings.ContainsAny(first.GetReason(), "\r\n") ||
		len(first.GetReason()) > 500 || time.Since(first.GetDiedAt().AsTime()) > time.Minute {
		t.Errorf("listed = %v", first)
	}
	if l, err := b.DeadShow(t.Context(), 1); err != nil || !bytes.Equal(l.GetPayload(), big) {
		t.Errorf("show: payload of %d bytes, %v", len(l.GetPayload()), err)
	}
	for _, sequence := range []uint64{2, 3} {
		if err := b.DeadRetry(t.Context(), sequence); !errors.Is(err, bus.ErrNotRetryable) {
			t.Errorf("retry %d = %v, want ErrNotRetryable", sequence, err)
		}
	}
	if err := b.DeadRetry(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if n := messages(t, js, stream.Pages); n != 1 {
		t.Errorf("PAGES holds %d after the retry, want 1", n)
	}
	if err := b.DeadDrop(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	for _, sequence := range []uint64{0, 1, 2, 99} {
		if _, err := b.DeadShow(t.Context(), sequence); !errors.Is(err, bus.ErrNoDeadLetter) {
			t.Errorf("show %d = %v, want ErrNoDeadLetter", sequence, err)
		}
		if err := b.DeadDrop(t.Context(), sequence); !errors.Is(err, bus.ErrNoDeadLetter) {
			t.Errorf("drop %d = %v, want ErrNoDeadLetter", sequence, err)
		}
	}
}

// TestDeadThenWell: what died is retried and comes through, under an id that
// the server does not take for a duplicate.
func TestDeadThenWell(t *testing.T) {
	t.Parallel()
	b := newBus(t)
	sick := make(chan bool, 1)
	sick <- true
	healed := make(chan []byte, 1)
	run(t, b, stream.SegmentConsumer, bus.Each(func(_ context.Context, m bus.Message) error {
		select {
		case <-sick:
			return failure.Poison(errors.New("a bug"))
		default:
			healed <- m.Data
			return nil
		}
	}), quick(stream.StageSegment))
	mustPublish(t, b, page("a_example", "x", []byte("body")))
	eventually(t, "dead", func() bool { return len(dead(t, b)) == 1 })
	if err := b.DeadRetry(t.Context(), dead(t, b)[0].GetSequence()); err != nil {
		t.Fatal(err)
	}
	if data := receive(t, healed); !bytes.Contains(data, []byte("body")) {
		t.Errorf("data = %q", data)
	}
	if letters := dead(t, b); len(letters) != 0 {
		t.Errorf("dead letters = %v, want none", letters)
	}
}

// TestReaper: a message whose workers never answer is buried with its payload
// and leaves its queue, once, however often the advisory comes.
func TestReaper(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b := connect(t, s, func(c *bus.Config) { c.MaxDeliver, c.AckWait = 2, 150*time.Millisecond })
	js := raw(t, s)
	big := noise(1 << 20)
	mustPublish(t, b, page("a_example", "killer", big))
	c, err := js.Consumer(t.Context(), stream.Pages, stream.SegmentConsumer)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // two workers take it and die
		if _, err := c.Next(jetstream.FetchMaxWait(5 * time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	// Somebody has to ask for messages before the server notices.
	run(t, b, stream.SegmentConsumer, bus.Each(func(_ context.Context, m bus.Message) error {
		t.Errorf("delivered again: %s, attempt %d", m.ID, m.Attempt)
		return nil
	}), quick(stream.StageSegment))
	ctx, cancel := context.WithCancel(t.Context())
	reaped := make(chan error, 1)
	observed := make(chan bus.Observation, 4)
	go func() { reaped <- b.Reap(ctx, func(o bus.Observation) { observed <- o }) }()
	eventually(t, "drained", isDrained(t, b))
	repeat := `{"stream":"PAGES","consumer":"segment","stream_seq":1,"deliveries":2}`
	for _, body := range []string{repeat, `{"stream":"OTHERS","stream_seq":1}`, `not JSON`} {
		if _, err := js.Publish(t.Context(), "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.PAGES.segment", []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "advisories read", func() bool { return messages(t, js, stream.Advisories) == 0 })
	cancel()
	if err := receive(t, reaped); err != nil {
		t.Error(err)
	}
	if o := receive(t, observed); o.Stage != "segment" || o.Outcome != bus.Dead || len(observed) > 0 {
		t.Errorf("observed %+v and %d more, want one dead message of segment", o, len(observed))
	}
	letters := dead(t, b)
	if len(letters) != 1 || letters[0].GetStage() != "segment" || letters[0].GetAttempts() != 2 || letters[0].GetMessageId() != "p-killer-0" {
		t.Fatalf("dead letters = %v, want one of segment", letters)
	}
	if l, err := b.DeadShow(t.Context(), letters[0].GetSequence()); err != nil || !bytes.Contains(l.GetPayload(), big) {
		t.Errorf("the payload is not kept: %d bytes, %v", len(l.GetPayload()), err)
	}
}

// TestHostilePayloads: what no publisher of ours wrote becomes a dead letter
// with its reason and its bytes, and the stage goes on.
func TestHostilePayloads(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b := connect(t, s, func(c *bus.Config) { c.MaxPayload = 1 << 20 })
	js := raw(t, s)
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	bomb := enc.EncodeAll(make([]byte, 64<<20), nil)
	hostile := []struct {
		encoding, object, reason string
		body                     []byte
	}{
		{"zstd", "", "cannot be decoded", []byte("garbage")},
		{"zstd", "", "cannot be decoded", enc.EncodeAll(noise(1000), nil)[:500]},
		{"zstd", "", "more than 1048576 bytes", bomb},
		{"br", "", `encoding "br" is unknown`, []byte("x")},
		{"zstd", "PAGES/none", "object is missing", nil},
		{"", "", "cannot be decoded", []byte("\xff\xff no protobuf")},
	}
	for _, h := range hostile {
		m := nats.NewMsg(stream.PageSubject("a_example"))
		m.Data = h.body
		m.Header.Set(stream.HeaderEncoding, h.encoding)
		m.Header.Set(stream.HeaderTraceparent, "no trace")
		if h.object != "" {
			m.Header.Set(stream.HeaderObject, h.object)
		}
		if _, err := js.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	mustPublish(t, b, page("a_example", "well", nil))
	got := make(chan bus.Message, 1)
	decode := bus.EachOf(func(context.Context, *pb.Page) error { return nil })
	run(t, b, stream.SegmentConsumer, func(ctx context.Context, batch []bus.Message) []error {
		if batch[0].ID == "p-well-0" {
			got <- batch[0]
		}
		return decode(ctx, batch)
	}, quick(stream.StageSegment))
	receive(t, got)
	eventually(t, "drained", isDrained(t, b))
	letters := dead(t, b)
	if len(letters) != len(hostile) {
		t.Fatalf("%d dead letters, want %d", len(letters), len(hostile))
	}
	for _, h := range hostile {
		found := false
		for _, l := range letters {
			full, err := b.DeadShow(t.Context(), l.GetSequence())
			found = found || err == nil && strings.Contains(l.GetReason(), h.reason) && bytes.Equal(full.GetPayload(), h.body)
		}
		if !found {
			t.Errorf("no dead letter says %q and keeps its %d bytes", h.reason, len(h.body))
		}
	}
}
