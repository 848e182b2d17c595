package bus_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/bus/embedded"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// startServer runs a server of the test's own, with JetStream on disk.
func startServer(t testing.TB, port int) *embedded.Server {
	t.Helper()
	cfg := embedded.DefaultConfig(t.TempDir())
	cfg.Port = port
	s, err := embedded.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

// connect gives a bus on the server with the topology applied.
func connect(t testing.TB, s *embedded.Server, change ...func(*bus.Config)) *bus.Bus {
	t.Helper()
	cfg := bus.DefaultConfig()
	cfg.URL = s.URL()
	if s.URL() == "nats://in-process" {
		cfg.InProcess = s
	}
	cfg.QueueMaxBytes = 64 << 20
	for _, c := range change {
		c(&cfg)
	}
	b, err := bus.Connect(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	if err := b.Apply(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// newBus gives a bus on a server of its own, off the network.
func newBus(t testing.TB, change ...func(*bus.Config)) *bus.Bus {
	t.Helper()
	return connect(t, startServer(t, embedded.NoPort), change...)
}

// quick is a runner that retries fast enough for a test.
func quick(stage string) bus.RunnerConfig {
	cfg := bus.DefaultRunnerConfig(stage)
	cfg.BackoffMin, cfg.BackoffMax = time.Millisecond, 20*time.Millisecond
	cfg.OutageAfter = 1 << 30 // tests of outages set their own
	cfg.Grace = 5 * time.Second
	return cfg
}

// run runs a handler beside the test and gives a function that ends it and
// waits for its drain.
func run(t testing.TB, b *bus.Bus, consumer string, h bus.Handler, cfg bus.RunnerConfig) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx, consumer, h, cfg) }()
	ended := false
	stop = func() error {
		if ended {
			return nil
		}
		ended = true
		cancel()
		return <-done
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return stop
}

// eventually waits for what a server does in its own time.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	within(t, 30*time.Second, what, is)
}

// within is eventually for what takes longer.
func within(t testing.TB, limit time.Duration, what string, is func() bool) {
	t.Helper()
	deadline := time.Now().Add(limit)
	for !is() {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within %v", what, limit)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func page(site, id string, body []byte) *pb.Page {
	return &pb.Page{Site: site, PageId: id, Url: "https://" + site + "/" + id, Body: body}
}

// noise gives bytes that do not compress.
func noise(n int) []byte {
	r := rand.NewChaCha8([32]byte{1})
	p := make([]byte, n)
	_, _ = r.Read(p) // never fails
	return p
}

// receive takes the next value within a while.
func receive[T any](t testing.TB, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(30 * time.Second):
		t.Fatal("nothing came within 30s")
		panic("unreachable")
	}
}
