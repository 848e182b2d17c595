package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/failure"
)

// persist runs a write until it succeeds, ctx ends or no further try can
// help. A full stream, a lost connection and a topology that is not there yet
// all mean: wait. The write must be idempotent; each try gets a context with
// the publish timeout.
func (b *Bus) persist(ctx context.Context, what string, write func(context.Context) error) error {
	for attempt := 1; ; attempt++ {
		try, cancel := context.WithTimeout(ctx, b.cfg.PublishTimeout)
		err := write(try)
		cancel()
		if err == nil {
			b.waits.end(what)
			return nil
		}
		if final := finalError(err); final != nil {
			return fmt.Errorf("write to %s: %w", what, final)
		}
		if ctx.Err() == nil {
			b.waits.begin(what, err)
		}
		if !sleep(ctx, backoff(attempt, 20*time.Millisecond, 2*time.Second)) {
			return fmt.Errorf("write to %s: %w (last error: %s)", what, context.Cause(ctx), oneLine(err.Error()))
		}
	}
}

// finalError gives the error in its class when another try cannot help, else
// nil.
func finalError(err error) error {
	switch {
	case errors.Is(err, nats.ErrMaxPayload), isAPIError(err, jetstream.JSErrCodeStreamMessageExceedsMaximum):
		return failure.Poison(fmt.Errorf("%w: %w", ErrTooLarge, err))
	case errors.Is(err, nats.ErrBadSubject), errors.Is(err, nats.ErrInvalidMsg),
		errors.Is(err, jetstream.ErrInvalidKey):
		return failure.Poison(err)
	case errors.Is(err, nats.ErrConnectionClosed):
		return fmt.Errorf("%w: %w", ErrClosed, err)
	default:
		return nil
	}
}

func isAPIError(err error, code jetstream.ErrorCode) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && api.ErrorCode == code
}
