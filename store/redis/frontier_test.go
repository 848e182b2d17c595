package redis

import (
	"context"
	"errors"
	"testing"

	goredis "github.com/redis/go-redis/v9"
	"github.com/winnow-news/winnow/store"
)

// garbled answers every script with one number.
type garbled struct{ walked }

func (g garbled) ProcessHook(next goredis.ProcessHook) goredis.ProcessHook {
	return func(ctx context.Context, cmd goredis.Cmder) error {
		err := next(ctx, cmd)
		if script, ok := cmd.(*goredis.Cmd); ok {
			script.SetVal([]any{int64(1)})
		}
		return err
	}
}

// TestStatsOfAGarbledReply: numbers of a part of the frontier are an error, not
// a sum.
func TestStatsOfAGarbledReply(t *testing.T) {
	s := opened(t)
	s.client.AddHook(garbled{})
	if sum, err := s.Stats(t.Context(), "a_org"); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("got %+v, %v, want ErrCorrupt", sum, err)
	}
}
