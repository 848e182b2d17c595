package redis

import (
	"context"
	"fmt"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"
	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/store/internal/record"
)

// Store is Winnow's state in Redis. It satisfies the ports of comparer
// (Journal), classifier (Publications) and crawler (Frontier, Cache, Sites),
// and is safe for concurrent use.
type Store struct {
	cfg      Config
	client   goredis.UniversalClient
	codec    *record.Codec
	scripts  scripts
	warnings []string
}

// Open connects to Redis and sees to it that it answers; a server that does
// not, or is loading, gets cfg.ConnectWait. Errors are one line that says what
// to do.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	codec, err := record.NewCodec()
	if err != nil {
		return nil, err
	}
	// The client library prints what it also returns.
	goredis.SetLogger(&logging.VoidLogger{})
	s := &Store{cfg: cfg, client: goredis.NewUniversalClient(options(cfg)), codec: codec, scripts: newScripts()}
	if err := s.reach(ctx); err != nil {
		_ = s.Close()
		return nil, err
	}
	s.warnings = s.inspect(ctx)
	return s, nil
}

// reachPause is the pause between two attempts of reach.
const reachPause = 250 * time.Millisecond

// reach waits until Redis answers.
func (s *Store) reach(ctx context.Context) error {
	for deadline := time.Now().Add(s.cfg.ConnectWait); ; {
		err := s.client.Ping(ctx).Err()
		if err == nil {
			return nil
		}
		err = openError(s.cfg, err)
		if failure.ClassOf(err) != failure.ClassTransient || time.Until(deadline) < reachPause {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(reachPause):
		}
	}
}

func options(cfg Config) *goredis.UniversalOptions {
	return &goredis.UniversalOptions{
		Addrs:                    cfg.Addrs,
		MasterName:               cfg.MasterName,
		IsClusterMode:            cfg.cluster(),
		Username:                 cfg.Username,
		Password:                 cfg.Password,
		TLSConfig:                cfg.TLS,
		DB:                       cfg.DB,
		ClientName:               "winnow",
		ContextTimeoutEnabled:    true,
		DialTimeout:              cfg.Timeout,
		DialerRetries:            1, // commands are retried as it is
		ReadTimeout:              cfg.Timeout,
		WriteTimeout:             cfg.Timeout,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	}
}

// Close gives back the connections.
func (s *Store) Close() error {
	s.codec.Close()
	return s.client.Close()
}

// Warnings says in one line each what is unsafe about the way Redis is
// configured, as found by Open. A Redis that does not show its configuration
// gives none.
func (s *Store) Warnings() []string { return s.warnings }

func (s *Store) inspect(ctx context.Context) (warnings []string) {
	conf, err := s.client.ConfigGet(ctx, "maxmemory-policy").Result()
	if p := conf["maxmemory-policy"]; err == nil && p != "" && p != "noeviction" {
		warnings = append(warnings, fmt.Sprintf("Redis at %s has maxmemory-policy %s: evicted keys corrupt every count; set it to noeviction", where(s.cfg), p))
	}
	conf, err = s.client.ConfigGet(ctx, "appendonly").Result()
	if err == nil && conf["appendonly"] == "no" {
		warnings = append(warnings, fmt.Sprintf("Redis at %s has no append-only file: a restart loses what it acknowledged; set appendonly yes", where(s.cfg)))
	}
	return warnings
}

func where(cfg Config) string { return strings.Join(cfg.Addrs, ",") }
