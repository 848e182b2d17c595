package cli

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestTell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		ctx, stop := context.WithTimeout(t.Context(), 5*tellEvery+time.Second)
		defer stop()
		steps := []struct {
			pages uint64
			err   error
		}{{0, nil}, {7, nil}, {7, nil}, {0, errors.New("store is away")}, {9, nil}}
		tell(ctx, slog.New(slog.NewTextHandler(&log, nil)), func() (uint64, int, error) {
			step := steps[0]
			steps = steps[1:]
			return step.pages, 3, step.err
		})
		if n := strings.Count(log.String(), "so far"); n != 2 || !strings.Contains(log.String(), "pages=9 publications=3") {
			t.Errorf("told %d times, want of 7 and 9 pages:\n%s", n, log.String())
		}
	})
}
