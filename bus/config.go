package bus

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"
)

// Config says how to reach the server and how large things may grow. Zero
// values are not defaults: start from DefaultConfig.
type Config struct {
	// URL is a server or a comma-separated list of servers of one cluster. It
	// is only a name when InProcess is set.
	URL string
	// InProcess connects without a network, to an embedded server.
	InProcess InProcess
	// Credentials is the path of a NATS credentials file; empty for none.
	Credentials string
	// Name is what the server shows of this connection.
	Name string
	// ConnectWait is how long Connect goes on trying.
	ConnectWait time.Duration
	// Ping is how often the server is asked whether it is there. A connection
	// on which two such questions stay without an answer is given up: a network
	// that has forgotten it tells neither side.
	Ping time.Duration

	// QueueMaxBytes bounds each of PAGES, BLOCKS and SCORED. A full queue
	// makes its publishers wait.
	QueueMaxBytes int64
	// ArticlesMaxAge is how long articles can be replayed.
	ArticlesMaxAge time.Duration
	// DeadMaxAge is how long dead letters are kept.
	DeadMaxAge time.Duration
	// Replicas of every stream: 1, 3 or 5. One replica survives a crash of the
	// machine only where the server syncs always.
	Replicas int
	// AckWait is the silence after which a message is given to another worker.
	AckWait time.Duration
	// MaxDeliver is how often a message is delivered before it is dead.
	MaxDeliver int

	// PublishTimeout is how long one attempt waits for the server's word
	// before the next attempt.
	PublishTimeout time.Duration
	// MaxInflightBytes bounds what is being published to one stream at one
	// time, counted before compression.
	MaxInflightBytes int64
	// InlineLimit is the largest compressed body that travels in the message
	// itself, in bytes, where the server's max_payload allows it.
	InlineLimit int
	// MaxPayload is the largest payload before compression, in bytes: above
	// it nothing is published and nothing is decompressed.
	MaxPayload int

	// Log receives changes of state; nil discards them.
	Log *slog.Logger
}

// InProcess is an embedded server.
type InProcess interface {
	InProcessConn() (net.Conn, error)
}

// DefaultConfig gives the configuration for one server on this machine.
func DefaultConfig() Config {
	return Config{
		URL:              "nats://127.0.0.1:4222",
		Name:             "winnow",
		ConnectWait:      10 * time.Second,
		Ping:             15 * time.Second,
		QueueMaxBytes:    4 << 30,
		ArticlesMaxAge:   30 * 24 * time.Hour,
		DeadMaxAge:       90 * 24 * time.Hour,
		Replicas:         1,
		AckWait:          time.Minute,
		MaxDeliver:       10,
		PublishTimeout:   5 * time.Second,
		MaxInflightBytes: 64 << 20,
		InlineLimit:      512 << 10,
		MaxPayload:       64 << 20,
	}
}

// Validate gives every fault of the configuration, one line each.
func (c Config) Validate() error {
	var faults []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Errorf("bus: "+format, args...))
		}
	}
	check(c.URL != "" || c.InProcess != nil, "url is empty")
	check(c.ConnectWait > 0, "connect wait %v must be above 0", c.ConnectWait)
	check(c.Ping > 0, "ping %v must be above 0", c.Ping)
	check(c.QueueMaxBytes >= 1<<20, "queue max bytes %d must be at least 1 MiB", c.QueueMaxBytes)
	check(c.ArticlesMaxAge >= dedupeWindow, "articles max age %v must be at least %v", c.ArticlesMaxAge, dedupeWindow)
	check(c.DeadMaxAge >= dedupeWindow, "dead max age %v must be at least %v", c.DeadMaxAge, dedupeWindow)
	check(c.Replicas == 1 || c.Replicas == 3 || c.Replicas == 5, "replicas %d must be 1, 3 or 5", c.Replicas)
	check(c.AckWait >= 100*time.Millisecond, "ack wait %v must be at least 100ms", c.AckWait)
	check(c.MaxDeliver >= 1, "max deliver %d must be at least 1", c.MaxDeliver)
	check(c.PublishTimeout > 0, "publish timeout %v must be above 0", c.PublishTimeout)
	check(c.MaxInflightBytes >= 1<<20, "max inflight bytes %d must be at least 1 MiB", c.MaxInflightBytes)
	check(c.InlineLimit >= 1<<10 && c.InlineLimit <= 8<<20, "inline limit %d must be between 1 KiB and 8 MiB", c.InlineLimit)
	check(c.MaxPayload >= c.InlineLimit && c.MaxPayload <= 1<<30, "max payload %d must be between the inline limit and 1 GiB", c.MaxPayload)
	return errors.Join(faults...)
}
