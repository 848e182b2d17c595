package redis

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// together lets no command go before so many have come.
type together struct {
	missing atomic.Int32
	all     chan struct{}
}

func (h *together) ProcessHook(next goredis.ProcessHook) goredis.ProcessHook {
	return func(ctx context.Context, cmd goredis.Cmder) error {
		if h.missing.Add(-1) == 0 {
			close(h.all)
		}
		select {
		case <-h.all:
			return next(ctx, cmd)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (h *together) DialHook(next goredis.DialHook) goredis.DialHook { return next }

func (h *together) ProcessPipelineHook(next goredis.ProcessPipelineHook) goredis.ProcessPipelineHook {
	return next
}

// TestPartitionsAtATime: to ask all partitions takes no longer than to ask one,
// however far away Redis is.
func TestPartitionsAtATime(t *testing.T) {
	s := opened(t)
	for name, do := range map[string]func(context.Context) error{
		"count": func(ctx context.Context) error { _, err := s.Stats(ctx, ""); return err },
		"hosts": func(ctx context.Context) error { _, err := s.hosts(ctx, "a_org"); return err },
	} {
		// The scripts are known, and nobody else asks.
		if err := errors.Join(do(t.Context()), s.PutSite(t.Context(), &pb.Site{Token: "a_org"})); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		h := &together{all: make(chan struct{})}
		h.missing.Store(partitions)
		s.client.AddHook(h)
		if err := do(ctx); err != nil {
			t.Errorf("%s: %v; %d partitions were not asked", name, err, h.missing.Load())
		}
		cancel()
	}
}
