package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// NoPort keeps the server off the network.
const NoPort = -1

// Config of an embedded server.
type Config struct {
	// Dir holds JetStream's files and the lock. It is created when missing.
	Dir string
	// Port on 127.0.0.1: 0 chooses a free one, NoPort listens nowhere.
	Port int
	// MaxStoreBytes bounds the disk that JetStream may reserve.
	MaxStoreBytes int64
	// StartWait is how long the server may take to be ready; recovering a
	// large store takes a while.
	StartWait time.Duration
	// Log receives the server's warnings and errors; nil discards them.
	Log *slog.Logger
}

// DefaultConfig gives a server on a free loopback port.
func DefaultConfig(dir string) Config {
	return Config{Dir: dir, Port: 0, MaxStoreBytes: 1 << 40, StartWait: 30 * time.Second}
}

// Validate gives every fault of the configuration, one line each.
func (c Config) Validate() error {
	var faults []error
	if c.Dir == "" {
		faults = append(faults, errors.New("embedded NATS: the store directory is empty"))
	}
	if c.Port < NoPort || c.Port > 65535 {
		faults = append(faults, fmt.Errorf("embedded NATS: port %d must be -1 (none), 0 (any) or up to 65535", c.Port))
	}
	if c.MaxStoreBytes <= 0 {
		faults = append(faults, fmt.Errorf("embedded NATS: max store bytes %d must be above 0", c.MaxStoreBytes))
	}
	if c.StartWait <= 0 {
		faults = append(faults, fmt.Errorf("embedded NATS: start wait %v must be above 0", c.StartWait))
	}
	return errors.Join(faults...)
}

var (
	// ErrLocked is returned when another process uses the store directory.
	ErrLocked = errors.New("store directory is in use by another process")
	// ErrPort is returned when the port cannot be listened on.
	ErrPort = errors.New("cannot listen")
)

// Server is a running embedded server.
type Server struct {
	nats   *server.Server
	unlock func() error
	url    string
}

// Start locks the store directory and brings the server up.
func Start(cfg Config) (*Server, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("embedded NATS: make store directory: %w", err)
	}
	unlock, err := lock(filepath.Join(cfg.Dir, "LOCK"))
	if err != nil {
		return nil, fmt.Errorf("embedded NATS in %s: %w", cfg.Dir, err)
	}
	s, err := start(cfg)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("embedded NATS in %s: %w", cfg.Dir, err), unlock())
	}
	s.unlock = unlock
	return s, nil
}

func start(cfg Config) (*Server, error) {
	if err := checkPort(cfg.Port); err != nil {
		return nil, err
	}
	log := newLogger(cfg.Log)
	n, err := server.NewServer(options(cfg))
	if err != nil {
		return nil, fmt.Errorf("make server: %w", err)
	}
	n.SetLoggerV2(log, false, false, false)
	n.Start()
	if err := ready(n, log, cfg.StartWait); err != nil {
		n.Shutdown()
		n.WaitForShutdown()
		return nil, err
	}
	s := &Server{nats: n, url: "nats://in-process"}
	if cfg.Port != NoPort {
		s.url = "nats://" + n.Addr().String()
	}
	return s, nil
}

func options(cfg Config) *server.Options {
	port := cfg.Port
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return &server.Options{
		ServerName: "winnow-embedded",
		Host:       "127.0.0.1", Port: port, DontListen: cfg.Port == NoPort,
		JetStream: true, StoreDir: cfg.Dir, SyncAlways: true,
		JetStreamMaxStore: cfg.MaxStoreBytes, JetStreamMaxMemory: 64 << 20,
		NoSigs: true,
	}
}

// checkPort looks whether the port is free, because the server itself only
// logs that it is not.
func checkPort(port int) error {
	if port <= 0 {
		return nil
	}
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("%w on port %d: %w", ErrPort, port, err)
	}
	return l.Close()
}

// ready waits until the server takes connections and JetStream is up.
func ready(n *server.Server, log *logger, wait time.Duration) error {
	deadline := time.Now().Add(wait)
	for !n.ReadyForConnections(100 * time.Millisecond) {
		if fatal := log.fatalError(); fatal != nil {
			return fatal
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("not ready after %v", wait)
		}
	}
	if fatal := log.fatalError(); fatal != nil {
		return fatal
	}
	if !n.JetStreamEnabled() {
		return errors.New("JetStream did not start")
	}
	return nil
}

// InProcessConn gives a connection that no network carries.
func (s *Server) InProcessConn() (net.Conn, error) { return s.nats.InProcessConn() }

// URL is where other processes on this machine connect; "nats://in-process"
// when the server listens nowhere.
func (s *Server) URL() string { return s.url }

// Shutdown stops the server and unlocks the directory. What was acknowledged
// is on disk already. When ctx ends first the directory stays locked until the
// process ends.
func (s *Server) Shutdown(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
		close(done)
	}()
	select {
	case <-done:
		return s.unlock()
	case <-ctx.Done():
		return fmt.Errorf("embedded NATS: shut down: %w", ctx.Err())
	}
}
