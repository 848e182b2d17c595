package redis

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
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
	codec, err := record.NewCodec()
	if err != nil {
		return nil, err
	}
	// The client library prints what it also returns.
	goredis.SetLogger(&logging.VoidLogger{})
	s := &Store{cfg: cfg, client: goredis.NewUniversalClient(options(cfg)), codec: codec, scripts: newScripts()}
	err = s.reach(ctx)
	if err == nil && s.onNode(ctx) {
		_ = s.client.Close()
		s.client = goredis.NewClusterClient(options(cfg).Cluster())
		err = s.reach(ctx)
	}
	if err != nil {
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

// onNode reports whether the one address that was given is that of a node of a
// cluster: many are found by one name. It would answer, and refuse most keys.
// HELLO tells it to any user.
func (s *Store) onNode(ctx context.Context) bool {
	node, single := s.client.(*goredis.Client)
	if !single || s.cfg.MasterName != "" {
		return false
	}
	hello := goredis.NewMapStringInterfaceCmd(ctx, "HELLO", 3)
	return node.Process(ctx, hello) == nil && hello.Val()["mode"] == "cluster"
}

func options(cfg Config) *goredis.UniversalOptions {
	return &goredis.UniversalOptions{
		Addrs:                    cfg.Addrs,
		MasterName:               cfg.MasterName,
		IsClusterMode:            cfg.cluster(),
		Username:                 cfg.Username,
		Password:                 cfg.Password,
		SentinelUsername:         cfg.SentinelUsername,
		SentinelPassword:         cfg.SentinelPassword,
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
// configured, as found by Open. A Redis that does not tell gives none.
func (s *Store) Warnings() []string { return s.warnings }

// inspect asks for INFO, because many providers forbid CONFIG.
func (s *Store) inspect(ctx context.Context) (warnings []string) {
	var mu sync.Mutex
	warn := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		if !slices.Contains(warnings, text) {
			warnings = append(warnings, text)
		}
	}
	_ = s.eachMaster(ctx, func(ctx context.Context, node *goredis.Client) error {
		info := node.Info(ctx).Val()
		if p := field(info, "maxmemory_policy"); p != "" && p != "noeviction" {
			warn(fmt.Sprintf("Redis at %s has maxmemory-policy %s: evicted keys corrupt every count; set it to noeviction", where(s.cfg), p))
		}
		if field(info, "aof_enabled") == "0" {
			warn(fmt.Sprintf("Redis at %s has no append-only file: a restart loses what it acknowledged; set appendonly yes", where(s.cfg)))
		}
		return nil
	})
	return warnings
}

// field gives a field of what INFO has answered, "" when it is not there.
func field(info, name string) string {
	for line := range strings.Lines(info) {
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// eachMaster calls do for every node that holds keys, all at a time.
func (s *Store) eachMaster(ctx context.Context, do func(ctx context.Context, node *goredis.Client) error) error {
	switch client := s.client.(type) {
	case *goredis.ClusterClient:
		return client.ForEachMaster(ctx, do)
	case *goredis.Client:
		return do(ctx, client)
	}
	return nil
}

func where(cfg Config) string { return strings.Join(cfg.Addrs, ",") }
