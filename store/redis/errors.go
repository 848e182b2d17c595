package redis

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"

	goredis "github.com/redis/go-redis/v9"
	"github.com/winnow-news/winnow/proto/failure"
)

// openError says in one line why Redis could not be used. It is transient where
// waiting may help.
func openError(cfg Config, err error) error {
	text := err.Error()
	if why, ok := strings.CutPrefix(text, noSentinel); ok {
		return sentinelError(cfg, why)
	}
	var network net.Error
	_, badCertificate := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case badCertificate:
		return failure.Permanent(fmt.Errorf("the Redis at %s: %w; SSL_CERT_FILE names a file of authorities to trust", where(cfg), err))
	case strings.HasPrefix(text, "NOAUTH"):
		return failure.Permanent(fmt.Errorf("the Redis at %s wants a password", where(cfg)))
	case strings.HasPrefix(text, "WRONGPASS"), goredis.IsAuthError(err):
		return failure.Permanent(fmt.Errorf("the Redis at %s refuses the user name or password", where(cfg)))
	case strings.HasPrefix(text, "DENIED"):
		return failure.Permanent(fmt.Errorf("the Redis at %s is in protected mode: give it a password or bind it to this machine", where(cfg)))
	case strings.HasPrefix(text, "NOPERM"):
		return failure.Permanent(fmt.Errorf("the Redis at %s: %w; grant it to the user", where(cfg), err))
	case strings.Contains(text, "cluster support disabled"):
		return failure.Permanent(fmt.Errorf("the Redis at %s is not a cluster: give one address only", where(cfg)))
	case strings.Contains(text, "can't parse"), strings.Contains(text, "invalid reply"),
		strings.Contains(text, "malformed HTTP"):
		return failure.Permanent(fmt.Errorf("the server at %s is not a Redis server", where(cfg)))
	case errors.As(err, &network), errors.Is(err, context.DeadlineExceeded):
		return failure.Transient(fmt.Errorf("cannot reach Redis at %s: %w; start it or pass --redis", where(cfg), err))
	}
	return failure.Transient(fmt.Errorf("the Redis at %s: %w", where(cfg), err))
}

// noSentinel begins the client library's error when no sentinel has named the
// master; what each has said follows, one a line.
const noSentinel = "redis: all sentinels specified in configuration are unreachable: "

// sentinelError is openError where the sentinels are at fault.
func sentinelError(cfg Config, why string) error {
	why = strings.ReplaceAll(why, goredis.Nil.Error(), "they know none of this name")
	why = strings.Join(strings.FieldsFunc(why, func(r rune) bool { return r == '\n' }), "; ")
	err := fmt.Errorf("the sentinels at %s do not name the master %s: %s", where(cfg), cfg.MasterName, why)
	if strings.Contains(why, "NOAUTH") || strings.Contains(why, "WRONGPASS") {
		return failure.Permanent(err)
	}
	return failure.Transient(err)
}

// failed wraps an error of Redis. All of them are transient: a lost
// connection, a full memory, a node that is loading or has been demoted.
func failed(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	doing := fmt.Sprintf(format, args...)
	if goredis.IsOOMError(err) {
		return failure.Transient(fmt.Errorf("%s: Redis is full (maxmemory): %w", doing, err))
	}
	return failure.Transient(fmt.Errorf("%s: %w", doing, err))
}
