package pipeline

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
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
	endpoint string           // the file that tells others where ours is
}

// ConnectBus connects to the configured NATS server; without one, to the
// process that runs on the data folder; without that, to an embedded server of
// its own, with the topology applied.
func ConnectBus(ctx context.Context, cfg config.Config, log *slog.Logger) (*Messaging, error) {
	if cfg.NATS.URL != "" {
		return dial(ctx, cfg, cfg.NATS.URL, log)
	}
	if url := runningAt(cfg.Data); url != "" {
		return dial(ctx, cfg, url, log)
	}
	return startServer(ctx, cfg, log)
}

// startServer is ConnectBus for a process that must own the data folder.
func startServer(ctx context.Context, cfg config.Config, log *slog.Logger) (*Messaging, error) {
	sc := embedded.DefaultConfig(filepath.Join(cfg.Data, "nats"))
	sc.Port, sc.Log = cfg.NATS.Port, log
	server, err := embedded.Start(sc)
	if err != nil {
		return nil, unreachable(err)
	}
	m := &Messaging{server: server, endpoint: endpointFile(cfg.Data)}
	bc := busConfig(cfg, log)
	bc.InProcess, bc.URL = server, server.URL()
	if m.Bus, err = bus.Connect(ctx, bc); err == nil {
		err = m.Apply(ctx)
	}
	if err == nil && cfg.NATS.Port != embedded.NoPort {
		err = os.WriteFile(m.endpoint, []byte(server.URL()+"\n"), 0o600)
	}
	if err != nil {
		m.Close()
		return nil, unreachable(err)
	}
	return m, nil
}

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
	_ = os.Remove(m.endpoint)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = m.server.Shutdown(ctx)
}

// URL is where other programs can subscribe; empty where nobody listens.
func (m *Messaging) URL() string {
	if m.server == nil {
		return ""
	}
	return m.server.URL()
}

func endpointFile(dir string) string { return filepath.Join(dir, "nats.url") }

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

// segmentedPages is the bucket as the comparer asks for it.
type segmentedPages struct{ *bus.Bus }

// SegmentedBefore gives the ids of the site's pages that were stored before t.
func (p *segmentedPages) SegmentedBefore(ctx context.Context, site string, t time.Time) ([]string, error) {
	stored, err := p.SegmentedKeys(ctx, site)
	if err != nil {
		return nil, fmt.Errorf("listing segmented pages: %w", err)
	}
	var old []string
	for _, s := range stored {
		if s.Stored.Before(t) {
			old = append(old, s.PageID)
		}
	}
	return old, nil
}

// ConnectRunning connects to the process that has the embedded store of the
// data folder open; nil when the store is Redis or nobody has it open.
func ConnectRunning(ctx context.Context, cfg config.Config, log *slog.Logger) (*Messaging, error) {
	if len(cfg.Redis.Addrs) > 0 {
		return nil, nil
	}
	url := runningAt(cfg.Data)
	if url == "" {
		return nil, nil
	}
	return dial(ctx, cfg, url, log)
}
