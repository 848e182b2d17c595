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
	noted := func(once context.Context) error {
		err := write(once)
		if ctx.Err() == nil {
			b.silences.note(what, err)
		}
		return err
	}
	if err := b.keepTrying(ctx, what, noted, finalError); err != nil {
		return fmt.Errorf("write to %s: %w", what, err)
	}
	return nil
}

// keepTrying calls try until it succeeds, ctx ends, or final makes an error of
// its error. Each try gets a context with the publish timeout.
func (b *Bus) keepTrying(ctx context.Context, what string, try func(context.Context) error, final func(error) error) error {
	for attempt := 1; ; attempt++ {
		started := time.Now()
		once, cancel := context.WithTimeout(ctx, b.cfg.PublishTimeout)
		err := b.denials.explain(try(once), started)
		cancel()
		if err == nil {
			b.waits.end(what)
			return nil
		}
		if err := final(err); err != nil {
			return err
		}
		if ctx.Err() == nil {
			b.waits.begin(what, err)
		}
		if !sleep(ctx, backoff(attempt, 20*time.Millisecond, 2*time.Second)) {
			return fmt.Errorf("%w (last error: %s)", context.Cause(ctx), reason(err))
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
	default:
		return closedError(err)
	}
}

// closedError gives ErrClosed when the bus is closed, else nil.
func closedError(err error) error {
	if errors.Is(err, nats.ErrConnectionClosed) {
		return fmt.Errorf("%w: %w", ErrClosed, err)
	}
	return nil
}

// refused gives the error that a server has answered with, nil when none has
// answered or it could not say.
func refused(err error) error {
	if api, ok := errors.AsType[*jetstream.APIError](err); ok && api.Code < 500 {
		return err
	}
	return closedError(err)
}

func isAPIError(err error, code jetstream.ErrorCode) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && api.ErrorCode == code
}
