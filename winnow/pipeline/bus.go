package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/bus/embedded"
	"github.com/winnow-news/winnow/winnow/config"
)

// Messaging is a connection to NATS, and the server where it is our own.
type Messaging struct {
	*bus.Bus
	server   *embedded.Server // nil: not ours
	endpoint string           // the file that tells others where ours is; "": none
}

// OpenBus connects to the configured NATS server; without one, it starts an
// embedded server of its own, with the topology applied, which fails when
// another process runs on the data folder.
func OpenBus(ctx context.Context, cfg config.Config, log *slog.Logger) (*Messaging, error) {
	if cfg.NATS.URL != "" {
		return dial(ctx, cfg, cfg.NATS.URL, log)
	}
	m, err := startWhereItWas(ctx, cfg, log)
	if err != nil || cfg.NATS.Port == embedded.NoPort {
		return m, err
	}
	url := []byte(m.server.URL() + "\n")
	err = errors.Join(os.WriteFile(endpointFile(cfg.Data), url, 0o600), os.WriteFile(lastEndpointFile(cfg.Data), url, 0o600))
	if err != nil {
		m.Close()
		return nil, unreachable(err)
	}
	m.endpoint = endpointFile(cfg.Data)
	return m, nil
}

// startWhereItWas starts the server at the port at which the last one on the
// data folder was, where any will do and that one is free: who has subscribed
// there goes on by himself.
func startWhereItWas(ctx context.Context, cfg config.Config, log *slog.Logger) (*Messaging, error) {
	if b, err := os.ReadFile(lastEndpointFile(cfg.Data)); err == nil && cfg.NATS.Port == 0 {
		_, last, _ := net.SplitHostPort(strings.TrimPrefix(strings.TrimSpace(string(b)), "nats://"))
		if port, err := strconv.ParseUint(last, 10, 16); err == nil && port > 0 {
			if m, err := startServer(ctx, cfg, int(port), log, (*bus.Bus).Apply); !errors.Is(err, embedded.ErrPort) {
				return m, err
			}
		}
	}
	return startServer(ctx, cfg, cfg.NATS.Port, log, (*bus.Bus).Apply)
}

// LookAtBus connects to the configured NATS server; without one, to the
// process that runs on the data folder; without that, to a server of its own
// that nobody else can reach, for as long as it takes to read what the folder
// holds. It gives ErrNoData for a folder in which nothing has run.
func LookAtBus(ctx context.Context, cfg config.Config, log *slog.Logger) (*Messaging, error) {
	cfg.NATS.ConnectWait = min(cfg.NATS.ConnectWait, lookWait)
	if cfg.NATS.URL != "" {
		return dial(ctx, cfg, cfg.NATS.URL, log)
	}
	if _, err := os.Stat(serverDir(cfg.Data)); err != nil {
		return nil, lookError(cfg.Data, err)
	}
	m, err := startServer(ctx, cfg, embedded.NoPort, log, (*bus.Bus).Ensure)
	if errors.Is(err, embedded.ErrLocked) {
		if url := runningAt(cfg.Data); url != "" {
			return dial(ctx, cfg, url, log)
		}
	}
	return m, err
}

// lookWait bounds how long somebody who looks waits for a server: there is
// somebody in front of the screen.
const lookWait = 3 * time.Second

func serverDir(dir string) string { return filepath.Join(dir, "nats") }

// embeddedAckWait is how long a page that a process had in hand when it was
// killed waits for the next process. No network delays the heartbeats, so it
// can be short.
const embeddedAckWait = 10 * time.Second

// startServer starts an embedded server on the data folder, connects to it and
// creates the topology: by bus.Ensure for who looks, which changes nothing that
// is there.
func startServer(ctx context.Context, cfg config.Config, port int, log *slog.Logger, create func(*bus.Bus, context.Context) error) (*Messaging, error) {
	sc := embedded.DefaultConfig(serverDir(cfg.Data))
	sc.Port, sc.Log = port, log
	server, err := embedded.Start(sc)
	if err != nil {
		return nil, folderError(cfg.Data, err)
	}
	m := &Messaging{server: server}
	bc := busConfig(cfg, log)
	bc.InProcess, bc.URL, bc.AckWait = server, server.URL(), embeddedAckWait
	if m.Bus, err = bus.Connect(ctx, bc); err == nil {
		err = create(m.Bus, ctx)
	}
	if err != nil {
		m.Close()
		if full := cannotWrite(cfg.Data); full != nil {
			err = full
		}
		return nil, unreachable(err)
	}
	return m, nil
}

// cannotWrite says why nothing can be written to the data folder, which the error
// of its server does not tell; nil where something can.
func cannotWrite(dir string) error {
	const probe = 64 << 10 // bytes
	f, err := os.CreateTemp(dir, "probe-")
	if err == nil {
		_, err = f.Write(make([]byte, probe))
		_, _ = f.Close(), os.Remove(f.Name())
	}
	if err != nil {
		return fmt.Errorf("data folder: %w; %s", err, makeRoom)
	}
	return nil
}

// makeRoom is what to do about a disk that takes nothing more.
const makeRoom = "make room on the disk, or make it writable, and run again: nothing is lost"

func dial(ctx context.Context, cfg config.Config, url string, log *slog.Logger) (*Messaging, error) {
	bc := busConfig(cfg, log)
	bc.URL = url
	b, err := bus.Connect(ctx, bc)
	if err != nil {
		return nil, unreachable(err)
	}
	return &Messaging{Bus: b}, nil
}

func busConfig(cfg config.Config, log *slog.Logger) bus.Config {
	bc := bus.DefaultConfig()
	bc.Credentials, bc.Replicas = cfg.NATS.Credentials, cfg.NATS.Replicas
	bc.QueueMaxBytes, bc.ArticlesMaxAge = cfg.NATS.MaxBytes, cfg.NATS.ArticlesMaxAge
	bc.ConnectWait, bc.Log = cfg.NATS.ConnectWait, log
	return bc
}

// Close ends the connection, and the server where it is our own.
func (m *Messaging) Close() {
	if m.Bus != nil {
		m.Bus.Close()
	}
	if m.server == nil {
		return
	}
	if m.endpoint != "" {
		_ = os.Remove(m.endpoint)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = m.server.Shutdown(ctx)
}

// Watch returns nil when ctx ends, or before that an error when our own server
// cannot store any more: it would not take anything again before it is started
// anew.
func (m *Messaging) Watch(ctx context.Context) error {
	if m.server == nil {
		<-ctx.Done()
		return nil
	}
	if err := m.server.Watch(ctx, watchEvery); err != nil {
		return unreachable(fmt.Errorf("%w; %s", err, makeRoom))
	}
	return nil
}

// watchEvery is how often our own server is looked at.
const watchEvery = 5 * time.Second

// Owned reports whether the server is our own: then nobody else publishes.
func (m *Messaging) Owned() bool { return m.server != nil }

// URL is where other programs can subscribe; empty where nobody listens.
func (m *Messaging) URL() string {
	if m.server == nil {
		return ""
	}
	return m.server.URL()
}

func endpointFile(dir string) string { return filepath.Join(dir, "nats.url") }

// lastEndpointFile keeps the address when the process has ended.
func lastEndpointFile(dir string) string { return filepath.Join(dir, "nats.last") }

// runningAt gives the address of the process that runs on the data folder; ""
// when there is none. The file stays behind when a process is killed, so it is
// believed only if somebody listens.
func runningAt(dir string) string {
	b, err := os.ReadFile(endpointFile(dir))
	if err != nil {
		return ""
	}
	addr := strings.TrimSpace(string(b))
	conn, err := net.DialTimeout("tcp", strings.TrimPrefix(addr, "nats://"), time.Second)
	if err != nil {
		return ""
	}
	_ = conn.Close()
	return addr
}

// ConnectRunning connects to the server over which a process that has the
// embedded store open can be asked; nil when there is no such server or the
// store is Redis, which anybody can open.
func ConnectRunning(ctx context.Context, cfg config.Config, log *slog.Logger) (*Messaging, error) {
	cfg.NATS.ConnectWait = min(cfg.NATS.ConnectWait, lookWait)
	if len(cfg.Redis.Addrs) > 0 {
		return nil, nil
	}
	url := cmp.Or(cfg.NATS.URL, runningAt(cfg.Data))
	if url == "" {
		return nil, nil
	}
	return dial(ctx, cfg, url, log)
}
