package bus

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/winnow-news/winnow/proto/stream"
)

// Respond answers control requests of a verb until ctx ends, one at a time.
// Several processes that answer the same verb share the requests. An error, or
// a panic, of the function travels to the asker.
func (b *Bus) Respond(ctx context.Context, verb string, answer func(ctx context.Context, request []byte) ([]byte, error)) error {
	if err := checkTokens(verb); err != nil {
		return err
	}
	requests := make(chan *nats.Msg, 64)
	sub, err := b.conn.ChanQueueSubscribe(stream.ControlSubject(verb), "winnow", requests)
	if err != nil {
		return fmt.Errorf("answer %s: %w", verb, err)
	}
	defer sub.Unsubscribe()
	for {
		select {
		case <-ctx.Done():
			return nil
		case m := <-requests:
			if err := b.respond(ctx, m, answer); err != nil {
				b.log.Warn("could not answer a control request", "verb", verb, "error", oneLine(err.Error()))
			}
		}
	}
}

func (b *Bus) respond(ctx context.Context, m *nats.Msg, answer func(context.Context, []byte) ([]byte, error)) error {
	reply := nats.NewMsg(m.Reply)
	data, err := guardedAnswer(ctx, m.Data, answer)
	if err == nil && int64(len(data)) > b.conn.MaxPayload()-headerRoom {
		err = fmt.Errorf("%w: the answer has %d bytes", ErrTooLarge, len(data))
	}
	if err != nil {
		reply.Header.Set(stream.HeaderError, oneLine(err.Error()))
	} else {
		reply.Data = data
	}
	return m.RespondMsg(reply)
}

func guardedAnswer(ctx context.Context, request []byte, answer func(context.Context, []byte) ([]byte, error)) (data []byte, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return answer(ctx, request)
}

// Request asks a running process. ErrNobodyAnswers when there is none; an
// error that the answering function returned comes back as its text.
func (b *Bus) Request(ctx context.Context, verb string, request []byte) ([]byte, error) {
	if err := checkTokens(verb); err != nil {
		return nil, err
	}
	reply, err := b.conn.RequestWithContext(ctx, stream.ControlSubject(verb), request)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil, fmt.Errorf("ask for %s: %w", verb, ErrNobodyAnswers)
	}
	if err != nil {
		return nil, fmt.Errorf("ask for %s: %w", verb, err)
	}
	if text := reply.Header.Get(stream.HeaderError); text != "" {
		return nil, fmt.Errorf("%s: %s", verb, text)
	}
	return reply.Data, nil
}
