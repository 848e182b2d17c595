package embedded_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/bus/embedded"
)

func start(t *testing.T, cfg embedded.Config) *embedded.Server {
	t.Helper()
	s, err := embedded.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func shutdown(t *testing.T, s *embedded.Server) {
	t.Helper()
	if err := s.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestLock(t *testing.T) {
	t.Parallel()
	cfg := embedded.DefaultConfig(filepath.Join(t.TempDir(), "made", "here"))
	s := start(t, cfg)
	_, err := embedded.Start(cfg)
	if !errors.Is(err, embedded.ErrLocked) || !strings.Contains(err.Error(), cfg.Dir) || strings.Contains(err.Error(), "\n") {
		t.Errorf("a second server = %v, want one line: ErrLocked and the directory", err)
	}
	shutdown(t, s)
	shutdown(t, start(t, cfg)) // free again
}

func TestOccupiedPort(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	cfg := embedded.DefaultConfig(t.TempDir())
	cfg.Port = l.Addr().(*net.TCPAddr).Port
	_, err = embedded.Start(cfg)
	if !errors.Is(err, embedded.ErrPort) || strings.Contains(err.Error(), "\n") {
		t.Errorf("an occupied port = %v, want one line: ErrPort", err)
	}
	cfg.Port = 0 // the failure let go of the lock
	shutdown(t, start(t, cfg))
}

// TestAcknowledgedSurvives: what was acknowledged is there after a restart,
// over TCP and in process alike, and nothing goes to standard output.
func TestAcknowledgedSurvives(t *testing.T) {
	stdout := os.Stdout
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout = w
	defer func() { os.Stdout = stdout }()

	cfg := embedded.DefaultConfig(t.TempDir())
	s := start(t, cfg)
	nc, err := nats.Connect(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), "s", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	nc.Close()
	shutdown(t, s)

	cfg.Port = embedded.NoPort
	s = start(t, cfg)
	defer shutdown(t, s)
	if s.URL() != "nats://in-process" {
		t.Errorf("URL = %s", s.URL())
	}
	nc, err = nats.Connect("", nats.InProcessServer(s))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if js, err = jetstream.New(nc); err != nil {
		t.Fatal(err)
	}
	st, err := js.Stream(t.Context(), "S")
	if err != nil {
		t.Fatal(err)
	}
	if m, err := st.GetMsg(t.Context(), 1); err != nil || string(m.Data) != "kept" {
		t.Errorf("after the restart: %v, %v", m, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 {
		t.Errorf("something was written to standard output (%v)", err)
	}
}

func TestBadConfig(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for want, cfg := range map[string]embedded.Config{
		"store directory is empty": embedded.DefaultConfig(""),
		"port 70000":               {Dir: t.TempDir(), Port: 70000, MaxStoreBytes: 1, StartWait: time.Second},
		"max store bytes 0":        {Dir: t.TempDir(), StartWait: time.Second},
		"start wait":               {Dir: t.TempDir(), MaxStoreBytes: 1},
		"make store directory":     embedded.DefaultConfig(filepath.Join(file, "below")),
	} {
		if _, err := embedded.Start(cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: Start = %v", want, err)
		}
	}
}
