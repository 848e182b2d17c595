package fetch

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Config says how to fetch.
type Config struct {
	// UserAgent is the User-Agent header.
	UserAgent string
	// Languages is the Accept-Language header; empty: none is sent.
	Languages string
	// Dial bounds the connection, Header the time from the sent request to
	// the response's header, Total the whole exchange with its body. TLS
	// handshakes are bounded by Dial too.
	Dial, Header, Total time.Duration
	// MaxBody caps a body in bytes after decompression, MaxCompressed
	// before.
	MaxBody, MaxCompressed int64
	// AllowPrivate lifts the guard on addresses that are not public.
	AllowPrivate bool
	// Resolve maps hosts to ip:port, like curl's --resolve. A key is a host
	// or *.suffix; the longest suffix wins. Scheme and Host header stay as
	// they are. Addresses that are given here need not be public.
	Resolve map[string]string
	// Proxy is the URL of an HTTP or SOCKS5 proxy through which everything goes
	// but what Resolve names; empty: none. It need not be public. It looks names
	// up itself, so the guard sees addresses in URLs only.
	Proxy string
}

// DefaultConfig gives the timeouts and caps that suit news sites.
func DefaultConfig() Config {
	return Config{
		UserAgent:     "WinnowBot/1.0",
		Dial:          10 * time.Second,
		Header:        20 * time.Second,
		Total:         30 * time.Second,
		MaxBody:       16 << 20,
		MaxCompressed: 8 << 20,
	}
}

// Validate reports the first thing that is wrong, in one line.
func (c Config) Validate() error {
	switch {
	case strings.TrimSpace(c.UserAgent) == "" || strings.ContainsAny(c.UserAgent, "\r\n"):
		return fmt.Errorf("user agent %q: want one line of text", c.UserAgent)
	case c.Dial <= 0 || c.Header <= 0 || c.Total <= 0:
		return fmt.Errorf("timeouts dial %v, header %v, total %v: want more than 0", c.Dial, c.Header, c.Total)
	case c.MaxBody <= 0 || c.MaxCompressed <= 0:
		return fmt.Errorf("caps of %d and %d bytes: want more than 0", c.MaxBody, c.MaxCompressed)
	}
	if _, _, err := c.proxy(); err != nil {
		return err
	}
	for _, host := range slices.Sorted(maps.Keys(c.Resolve)) {
		if name := strings.TrimPrefix(host, "*."); name == "" || strings.ContainsAny(name, "*:/ ") {
			return fmt.Errorf("resolve %q: want a host or *.suffix", host)
		}
		if _, err := netip.ParseAddrPort(c.Resolve[host]); err != nil {
			return fmt.Errorf("resolve %q to %q: want ip:port", host, c.Resolve[host])
		}
	}
	return nil
}

// resolve gives the configured address for host, if there is one.
func (c Config) resolve(host string) (addr string, ok bool) {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if addr, ok = c.Resolve[host]; ok {
		return addr, true
	}
	for rest := host; ; {
		_, suffix, found := strings.Cut(rest, ".")
		if !found {
			return "", false
		}
		if addr, ok = c.Resolve["*."+suffix]; ok {
			return addr, true
		}
		rest = suffix
	}
}
