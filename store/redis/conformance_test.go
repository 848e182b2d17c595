package redis_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/winnow-news/winnow/store/conformance"
	"github.com/winnow-news/winnow/store/redis"
	"github.com/winnow-news/winnow/store/redistest"
)

// opener gives every test its own key prefix on one Redis.
func opener(addrs []string) conformance.Open {
	var tests atomic.Int32
	return func(t *testing.T, now func() time.Time) conformance.Store {
		cfg := redis.DefaultConfig()
		cfg.Addrs, cfg.Now, cfg.Poll = addrs, now, conformance.Poll
		cfg.Prefix = fmt.Sprintf("test%d:", tests.Add(1))
		return open(t, cfg)
	}
}

func open(tb testing.TB, cfg redis.Config) *redis.Store {
	tb.Helper()
	s, err := redis.Open(tb.Context(), cfg)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

func TestSingle(t *testing.T) {
	conformance.Run(t, opener([]string{redistest.Start(t).Addr}))
}

func TestCluster(t *testing.T) {
	conformance.Run(t, opener(redistest.StartCluster(t).Addrs()))
}
