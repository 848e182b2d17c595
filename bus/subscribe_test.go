package bus_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/bus/embedded"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func publishArticles(t testing.TB, b *bus.Bus, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		a := &pb.Article{Id: fmt.Sprint(i), Revision: 1, Site: []string{"a_example", "b_example"}[i%2], Language: []string{"sv", "en"}[i/2%2]}
		if err := b.PublishArticle(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
}

// collect gives the ids that a replay delivers.
func collect(t testing.TB, b *bus.Bus, o bus.SubscribeOptions) []string {
	t.Helper()
	var ids []string
	err := b.Subscribe(t.Context(), o, func(a *pb.Article, m bus.ArticleMeta) error {
		if m.Subject != stream.ArticleSubject(a.GetLanguage(), a.GetSite()) || len(m.JSON) == 0 {
			t.Errorf("meta = %+v", m)
		}
		ids = append(ids, a.GetId())
		return nil
	})
	if err != nil {
		t.Fatalf("subscribe %+v: %v", o, err)
	}
	return ids
}

func TestReplay(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b, js := connect(t, s), raw(t, s)
	if ids := collect(t, b, bus.SubscribeOptions{All: true}); ids != nil {
		t.Errorf("an empty stream gave %v", ids)
	}
	publishArticles(t, b, 0, 4)
	if _, err := js.Publish(t.Context(), "winnow.v1.article.sv.a_example", []byte("no article")); err != nil {
		t.Fatal(err)
	}
	st, err := js.Stream(t.Context(), stream.Articles)
	if err != nil {
		t.Fatal(err)
	}
	since := st.CachedInfo().State.LastTime.Add(time.Nanosecond)
	publishArticles(t, b, 4, 8)
	for _, tc := range []struct {
		name string
		o    bus.SubscribeOptions
		want []string
	}{
		{"all", bus.SubscribeOptions{All: true}, []string{"0", "1", "2", "3", "4", "5", "6", "7"}},
		{"since a time", bus.SubscribeOptions{Since: since}, []string{"4", "5", "6", "7"}},
		{"since a sequence", bus.SubscribeOptions{SinceSeq: 8}, []string{"6", "7"}},
		{"a language", bus.SubscribeOptions{All: true, Subject: "winnow.v1.article.en.>"}, []string{"2", "3", "6", "7"}},
		{"a site", bus.SubscribeOptions{All: true, Subject: stream.ArticleSubject("*", "b_example")}, []string{"1", "3", "5", "7"}},
		{"nothing", bus.SubscribeOptions{All: true, Subject: stream.ArticleSubject("*", "c_example")}, nil},
		{"the future", bus.SubscribeOptions{Since: time.Now().Add(time.Hour)}, nil},
	} {
		if got := collect(t, b, tc.o); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestSubscribeLive(t *testing.T) {
	t.Parallel()
	b := newBus(t)
	publishArticles(t, b, 0, 2)
	ids, ended := make(chan string, 10), make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		ended <- b.Subscribe(ctx, bus.SubscribeOptions{SinceSeq: 2, Live: true}, func(a *pb.Article, _ bus.ArticleMeta) error {
			ids <- a.GetId()
			return nil
		})
	}()
	if id := receive(t, ids); id != "1" {
		t.Errorf("replayed %s, want 1", id)
	}
	publishArticles(t, b, 2, 3)
	if id := receive(t, ids); id != "2" {
		t.Errorf("live %s, want 2", id)
	}
	cancel()
	if err := receive(t, ended); err != nil {
		t.Errorf("Subscribe = %v after its context ended", err)
	}
}

func TestSubscribeErrors(t *testing.T) {
	t.Parallel()
	b := newBus(t)
	publishArticles(t, b, 0, 3)
	enough := errors.New("disk full")
	calls := 0
	err := b.Subscribe(t.Context(), bus.SubscribeOptions{All: true}, func(*pb.Article, bus.ArticleMeta) error {
		calls++
		return enough
	})
	if !errors.Is(err, enough) || calls != 1 {
		t.Errorf("Subscribe = %v after %d calls, want the handler's error after one", err, calls)
	}
	for _, o := range []bus.SubscribeOptions{{}, {All: true, Subject: "winnow.v1.page.>"}, {All: true, Subject: "winnow.v1.article.a b"}} {
		if err := b.Subscribe(t.Context(), o, nil); err == nil {
			t.Errorf("Subscribe %+v was accepted", o)
		}
	}
}

// TestSubscribeOutlivesServer: a live subscription goes on where it was when
// the server comes back.
func TestSubscribeOutlivesServer(t *testing.T) {
	t.Parallel()
	cfg := embedded.DefaultConfig(t.TempDir())
	s, err := embedded.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var log syncBuffer
	lost := func(times int) func() bool {
		return func() bool { return log.count("connection to NATS lost") == times }
	}
	b := connect(t, s, func(c *bus.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	publishArticles(t, b, 0, 2)
	ctx, cancel := context.WithCancel(t.Context())
	begun := make(chan struct{}, 4)
	ended := make(chan error, 4)
	subscribe := func(o bus.SubscribeOptions) <-chan string {
		ids := make(chan string, 10)
		go func() {
			begun <- struct{}{}
			ended <- b.Subscribe(ctx, o, func(a *pb.Article, _ bus.ArticleMeta) error {
				ids <- a.GetId()
				return nil
			})
		}()
		return ids
	}
	ids := subscribe(bus.SubscribeOptions{All: true, Live: true})
	for _, want := range []string{"0", "1"} {
		if id := receive(t, ids); id != want {
			t.Errorf("got %s, want %s", id, want)
		}
	}
	// Another waits for what is new, and nothing has come when the server goes.
	news := subscribe(bus.SubscribeOptions{Live: true})
	js := raw(t, s)
	eventually(t, "both have subscribed", func() bool {
		articles, err := js.Stream(t.Context(), stream.Articles)
		return err == nil && articles.CachedInfo().State.Consumers == 2
	})
	if _, err := fmt.Sscanf(s.URL(), "nats://127.0.0.1:%d", &cfg.Port); err != nil {
		t.Fatal(err)
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	// Two more subscribe while nobody is there, which the client knows: what it
	// is asked then fails at once.
	eventually(t, "the client notices", lost(1))
	late := subscribe(bus.SubscribeOptions{SinceSeq: 3, Live: true})
	subscribe(bus.SubscribeOptions{Live: true})
	for range cap(begun) {
		receive(t, begun)
	}
	s, err = embedded.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	publishArticles(t, connect(t, s), 2, 4) // sooner than the subscribers are back
	for _, from := range []<-chan string{ids, news, late} {
		for _, want := range []string{"2", "3"} {
			select {
			case id := <-from:
				if id != want {
					t.Errorf("got %s, want %s", id, want)
				}
			case err := <-ended:
				t.Fatalf("Subscribe ended: %v", err)
			case <-time.After(20 * time.Second):
				t.Fatal("nothing came within 20s")
			}
		}
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the client notices again", lost(2))
	cancel() // with nobody there, too, a subscription ends when asked
	for range cap(ended) {
		if err := receive(t, ended); err != nil {
			t.Error(err)
		}
	}
}
