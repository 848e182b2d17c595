package embedded_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/bus/bustest"
	"github.com/winnow-news/winnow/bus/embedded"
)

// TestCannotStore: a server that could not write once is found out, a healthy
// one is not.
func TestCannotStore(t *testing.T) {
	t.Parallel()
	if !bustest.OwnProcess(t) {
		return
	}
	cfg := embedded.DefaultConfig(t.TempDir())
	cfg.Port = embedded.NoPort
	s := start(t, cfg)
	defer shutdown(t, s)
	nc, err := nats.Connect("", nats.InProcessServer(s))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}}); err != nil {
		t.Fatal(err)
	}
	body := make([]byte, 100<<10)
	if _, err := js.Publish(t.Context(), "s", body); err != nil {
		t.Fatal(err)
	}
	healthy, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.Watch(healthy, time.Millisecond); err != nil {
		t.Errorf("a healthy server: %v", err)
	}

	makeRoom := bustest.FillDisk(t, uint64(len(body)))
	found := make(chan error, 1)
	go func() { found <- s.Watch(t.Context(), time.Millisecond) }()
	if err := nc.Publish("s", body); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-found:
		if !errors.Is(err, embedded.ErrCannotStore) || !strings.Contains(err.Error(), "file too large") || strings.Contains(err.Error(), "\n") {
			t.Errorf("Watch = %v, want one line: ErrCannotStore and why", err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("not found out")
	}
	makeRoom()
	again, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := s.Watch(again, time.Millisecond); !errors.Is(err, embedded.ErrCannotStore) {
		t.Errorf("with room again Watch = %v; if the server recovers by itself now, nobody needs to end for it", err)
	}
}
