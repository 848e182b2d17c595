package bus_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/bus/embedded"
)

// plainServer runs a server that is not of our making.
func plainServer(t *testing.T, o *server.Options) *server.Server {
	t.Helper()
	o.Host, o.Port, o.NoSigs, o.NoLog = "127.0.0.1", server.RANDOM_PORT, true, true
	n, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	n.Start()
	t.Cleanup(n.Shutdown)
	if !n.ReadyForConnections(30 * time.Second) {
		t.Fatal("server not ready")
	}
	return n
}

func oneLineError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error = %v, want one line with %q", err, want)
	}
}

func TestConnectErrors(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := "nats://" + l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	cfg := bus.DefaultConfig()
	cfg.URL, cfg.ConnectWait = free, 300*time.Millisecond
	_, err = bus.Connect(t.Context(), cfg)
	oneLineError(t, err, "cannot reach NATS at "+free+": nats: no servers available for connection; start it or pass --nats")

	cfg.URL = strings.Replace(free, "nats://", "nats://user:secret@", 1)
	_, err = bus.Connect(t.Context(), cfg)
	oneLineError(t, err, "nats://xxxxx@")
	if strings.Contains(err.Error(), "secret") {
		t.Errorf("%v tells the password", err)
	}

	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	cfg.ConnectWait = time.Hour
	_, err = bus.Connect(cancelled, cfg)
	oneLineError(t, err, "cannot reach NATS")

	cfg = bus.DefaultConfig()
	cfg.URL = plainServer(t, &server.Options{}).ClientURL()
	_, err = bus.Connect(t.Context(), cfg)
	oneLineError(t, err, "without JetStream")
	if !errors.Is(err, bus.ErrNoJetStream) {
		t.Errorf("%v is not ErrNoJetStream", err)
	}

	cfg.URL = plainServer(t, &server.Options{JetStream: true, StoreDir: t.TempDir(), MaxPayload: 64 << 10}).ClientURL()
	_, err = bus.Connect(t.Context(), cfg)
	oneLineError(t, err, "max_payload of 65536 bytes is too small")

	cfg = bus.DefaultConfig()
	cfg.URL = plainServer(t, &server.Options{Username: "u", Password: "p"}).ClientURL()
	cfg.ConnectWait = time.Hour // not to be waited for
	_, err = bus.Connect(t.Context(), cfg)
	oneLineError(t, err, "Authorization Violation; name a user that it knows, nats://user:password@host:port")

	cfg.Credentials = filepath.Join(t.TempDir(), "none.creds")
	_, err = bus.Connect(t.Context(), cfg)
	oneLineError(t, err, "no such file or directory; nats.credentials names the file")

	cfg = bus.DefaultConfig()
	cfg.ConnectWait = 300 * time.Millisecond
	open := plainServer(t, &server.Options{})
	cfg.URL = strings.Replace(open.ClientURL(), "nats://", "tls://", 1)
	_, err = bus.Connect(t.Context(), cfg)
	oneLineError(t, err, "nats:// is without TLS, tls:// with it")

	web := httptest.NewUnstartedServer(nil) // for its certificate, which nobody trusts
	web.StartTLS()
	web.Close()
	cfg.URL = plainServer(t, &server.Options{TLS: true, TLSTimeout: 10, TLSConfig: web.TLS}).ClientURL()
	_, err = bus.Connect(t.Context(), cfg)
	oneLineError(t, err, "SSL_CERT_FILE names a file of authorities to trust")
}

// TestNoRoom: a server with less room than the queues reserve says so, and what
// can be done.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	cfg := bus.DefaultConfig()
	cfg.URL = plainServer(t, &server.Options{JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: 8 << 20}).ClientURL()
	b, err := bus.Connect(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	oneLineError(t, b.Apply(t.Context()), fmt.Sprintf("each of the three queues reserves nats.max_bytes, %d: lower it, or raise max_file_store of the server, or max_file of the account", cfg.QueueMaxBytes))
}

// TestConnectWaits: a server that comes up later is found.
func TestConnectWaits(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	cfg := bus.DefaultConfig()
	cfg.URL = "nats://" + l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	connected := make(chan error, 1)
	go func() {
		b, err := bus.Connect(t.Context(), cfg)
		if err == nil {
			b.Close()
		}
		connected <- err
	}()
	server := embedded.DefaultConfig(t.TempDir())
	server.Port = port
	s, err := embedded.Start(server)
	if err != nil {
		t.Fatal(err)
	}
	if err := receive(t, connected); err != nil {
		t.Error(err)
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestConfigIsChecked(t *testing.T) {
	t.Parallel()
	if err := bus.DefaultConfig().Validate(); err != nil {
		t.Errorf("the default is refused: %v", err)
	}
	for want, break_ := range map[string]func(*bus.Config){
		"url is empty":         func(c *bus.Config) { c.URL = "" },
		"connect wait":         func(c *bus.Config) { c.ConnectWait = 0 },
		"queue max bytes":      func(c *bus.Config) { c.QueueMaxBytes = 5 },
		"articles max age":     func(c *bus.Config) { c.ArticlesMaxAge = time.Second },
		"dead max age":         func(c *bus.Config) { c.DeadMaxAge = 0 },
		"replicas 2":           func(c *bus.Config) { c.Replicas = 2 },
		"ack wait":             func(c *bus.Config) { c.AckWait = time.Millisecond },
		"max deliver 0":        func(c *bus.Config) { c.MaxDeliver = 0 },
		"publish timeout":      func(c *bus.Config) { c.PublishTimeout = 0 },
		"max inflight bytes 0": func(c *bus.Config) { c.MaxInflightBytes = 0 },
		"inline limit":         func(c *bus.Config) { c.InlineLimit = 64 << 20 },
		"max payload":          func(c *bus.Config) { c.MaxPayload = 1 },
	} {
		cfg := bus.DefaultConfig()
		break_(&cfg)
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: Validate = %v", want, err)
		}
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	b := newBus(t)
	mustPublish(t, b, page("a_example", "x", noise(10_000)))
	st, err := b.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if st.ServerVersion == "" || st.StoreBytes < 10_000 || len(st.Queues) != 6 {
		t.Errorf("status = %+v", st)
	}
	if q := st.Queues[0]; q.Stream != "PAGES" || q.Consumer != "segment" || q.Messages != 1 || q.Bytes < 10_000 || q.MaxBytes != 64<<20 {
		t.Errorf("PAGES = %+v", q)
	}
	eventually(t, "one waiting", func() bool { return pagesQueue(t, b).Waiting == 1 })
}
