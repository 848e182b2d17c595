package bus

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/bus/embedded"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// inside gives a bus on a server of its own, to tests of what is not exported.
func inside(t *testing.T, change func(*Config)) *Bus {
	t.Helper()
	cfg := embedded.DefaultConfig(t.TempDir())
	cfg.Port = embedded.NoPort
	s, err := embedded.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Shutdown(context.Background()) })
	c := DefaultConfig()
	c.InProcess = s
	change(&c)
	b, err := Connect(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	if err := b.Apply(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestBuryTwice: a worker that dies between the dead letter and the end of its
// message buries it again; the second letter is no second letter.
func TestBuryTwice(t *testing.T) {
	t.Parallel()
	b := inside(t, func(*Config) {})
	published := time.Unix(1, 2)
	for sequence := range uint64(2) {
		for range 2 {
			err := b.bury(t.Context(), burial{stage: "segment", site: "a_example", key: burialKey("PAGES", sequence, published)})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if letters, err := b.DeadList(t.Context(), DeadFilter{}, 0); err != nil || len(letters) != 2 {
		t.Errorf("dead letters = %v, %v, want two: one a message", letters, err)
	}
}

func TestQueueOf(t *testing.T) {
	t.Parallel()
	for subject, want := range map[string]string{
		"winnow.v1.page.07.bbc_co_uk":   "PAGES",
		"winnow.v1.blocks.07.bbc_co_uk": "BLOCKS",
		"winnow.v1.scored.07.bbc_co_uk": "SCORED",
		"winnow.v1.article.en.x":        "",
		"winnow.v1.dead.crawl.x":        "",
		"winnow.v1.page.*.x":            "",
		"winnow.v1.page.07.>":           "",
		"$JS.API.STREAM.DELETE.PAGES":   "",
		"":                              "",
	} {
		if got, ok := queueOf(subject); got != want || ok != (want != "") {
			t.Errorf("queueOf(%q) = %q, %v, want %q", subject, got, ok, want)
		}
	}
}

// leaderless is an object store that answers only so many questions late.
type leaderless struct {
	jetstream.ObjectStore
	unanswered atomic.Int64
}

func (l *leaderless) GetInfo(ctx context.Context, name string, o ...jetstream.GetObjectInfoOpt) (*jetstream.ObjectInfo, error) {
	if l.unanswered.Add(-1) >= 0 {
		return nil, nats.ErrTimeout
	}
	return l.ObjectStore.GetInfo(ctx, name, o...)
}

// TestUnreadableForAWhile: a page whose object cannot be read until its
// deliveries are used up becomes a whole dead letter, not an empty one.
func TestUnreadableForAWhile(t *testing.T) {
	t.Parallel()
	b := inside(t, func(c *Config) { c.MaxDeliver = 3 })
	body := make([]byte, 2<<20)
	rand.NewChaCha8([32]byte{}).Read(body)
	page := &pb.Page{Site: "a_example", PageId: "p", Url: "https://a.example/", Body: body}
	if err := b.PublishPage(t.Context(), page); err != nil {
		t.Fatal(err)
	}
	store, err := b.oversizeStore(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	away := &leaderless{ObjectStore: store}
	away.unanswered.Store(5)
	b.handles.known.Store("object store "+stream.Oversize, away)

	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- b.Reap(ctx, nil) }()
	cfg := DefaultRunnerConfig("segment")
	cfg.BackoffMin, cfg.BackoffMax = time.Millisecond, 20*time.Millisecond
	go func() {
		done <- b.Run(ctx, stream.SegmentConsumer, Each(func(context.Context, Message) error { return nil }), cfg)
	}()
	var letters []*pb.DeadLetter
	for len(letters) == 0 && err == nil {
		time.Sleep(20 * time.Millisecond)
		letters, err = b.DeadList(t.Context(), DeadFilter{}, 0)
	}
	cancel()
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	letter, err := b.DeadShow(t.Context(), letters[0].GetSequence())
	if err != nil || !bytes.Contains(letter.GetPayload(), body) {
		t.Errorf("the letter has %d bytes, %v, want the page's %d", len(letter.GetPayload()), err, len(body))
	}
}

// TestReapWhatWasDealtWith: a message that was dealt with at its last delivery and
// that a killed server has forgotten to remove is no dead letter: its object is
// gone, and the letter would be empty.
func TestReapWhatWasDealtWith(t *testing.T) {
	t.Parallel()
	b := inside(t, func(c *Config) { c.InlineLimit = 1 << 10 })
	body := make([]byte, 4096)
	rand.NewChaCha8([32]byte{2}).Read(body)
	if err := b.PublishPage(t.Context(), &pb.Page{Site: "a_example", PageId: "p", Body: body}); err != nil {
		t.Fatal(err)
	}
	raw, err := b.rawMessage(t.Context(), stream.Pages, 1)
	if err != nil {
		t.Fatal(err)
	}
	if marked, err := b.markDropped(t.Context(), raw.Header.Get(stream.HeaderObject)); !marked || err != nil {
		t.Fatalf("marked %v, %v", marked, err)
	}
	advisory := Message{Data: []byte(`{"stream":"PAGES","consumer":"segment","stream_seq":1,"deliveries":10}`)}
	if err := b.reap(t.Context(), advisory, nil); err != nil {
		t.Fatal(err)
	}
	if letters, err := b.DeadList(t.Context(), DeadFilter{}, 0); err != nil || len(letters) != 0 {
		t.Errorf("dead letters = %v, %v, want none", letters, err)
	}
	if _, err := b.rawMessage(t.Context(), stream.Pages, 1); !errors.Is(err, errNoMessage) {
		t.Errorf("the message: %v, want it gone", err)
	}
}
