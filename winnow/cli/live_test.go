package cli

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/winnow-news/winnow/bus"
)

// TestPoll: a server that is away for a while ends nothing.
func TestPoll(t *testing.T) {
	away := errors.New("away")
	for _, tt := range []struct {
		name    string
		answers []error // nil: done
		want    error
	}{
		{"done", []error{nil}, nil},
		{"away, then done", []error{away, away, nil}, nil},
		{"closed", []error{away, bus.ErrClosed, nil}, bus.ErrClosed},
	} {
		asked := 0
		err := poll(t.Context(), slog.New(slog.DiscardHandler), time.Millisecond, func() (bool, error) {
			asked++
			return tt.answers[asked-1] == nil, tt.answers[asked-1]
		})
		if !errors.Is(err, tt.want) || err != nil && tt.want == nil {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := poll(ctx, slog.New(slog.DiscardHandler), time.Millisecond, func() (bool, error) {
		cancel()
		return false, away
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("ended: %v", err)
	}
}
