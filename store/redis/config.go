package redis

import (
	"crypto/tls"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Config says where Redis is and how long it keeps what.
type Config struct {
	// Addrs are host:port: one server, the sentinels when MasterName is set,
	// or nodes of a cluster, one of which is enough while it is there.
	Addrs []string
	// MasterName is the sentinels' name of the master; empty: no sentinels.
	MasterName string
	Username   string
	Password   string
	// SentinelUsername and SentinelPassword are for the sentinels, where they
	// want any.
	SentinelUsername, SentinelPassword string

	TLS *tls.Config // nil: plain TCP
	DB  int         // 0 on a cluster
	// Prefix stands in front of every key, so that several Winnows can share
	// one Redis.
	Prefix string
	// TTL is how long a record is kept after it was last written. The
	// registry is kept for ever.
	TTL time.Duration
	// Poll is the longest time that Next tells a caller to wait, because
	// another process may put a task meanwhile.
	Poll time.Duration
	// Timeout bounds one attempt to connect, read or write.
	Timeout time.Duration
	// ConnectWait is how long Open goes on trying; 0: it tries once.
	ConnectWait time.Duration
	// Now, for tests, is the clock of all: times count as they are given, and
	// Stats counts by it. nil: Redis' own clock counts, whatever the workers' say.
	Now func() time.Time
}

// DefaultConfig is one server on this machine.
func DefaultConfig() Config {
	return Config{
		Addrs:   []string{"127.0.0.1:6379"},
		Prefix:  "winnow",
		TTL:     400 * 24 * time.Hour,
		Poll:    time.Second,
		Timeout: 5 * time.Second,
	}
}

// Validate says what is wrong with c, in one line.
func (c Config) Validate() error {
	switch {
	case len(c.Addrs) == 0:
		return errors.New("redis: no address")
	case c.DB != 0 && c.cluster():
		return fmt.Errorf("redis: database %d: a cluster has only database 0", c.DB)
	case c.DB < 0:
		return fmt.Errorf("redis: database %d", c.DB)
	case strings.ContainsAny(c.Prefix, "{}*?[]\\ \n"):
		return fmt.Errorf("redis: prefix %q: must hold no braces, wildcards or blanks", c.Prefix)
	case c.TTL < time.Minute:
		return fmt.Errorf("redis: ttl %v, at least 1m", c.TTL)
	case c.Poll <= 0:
		return fmt.Errorf("redis: poll %v, must be positive", c.Poll)
	case c.Timeout <= 0:
		return fmt.Errorf("redis: timeout %v, must be positive", c.Timeout)
	case c.ConnectWait < 0:
		return fmt.Errorf("redis: connect wait %v, must not be negative", c.ConnectWait)
	}
	return nil
}

func (c Config) cluster() bool {
	return c.MasterName == "" && len(c.Addrs) > 1
}
