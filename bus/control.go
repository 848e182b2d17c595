package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

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
				b.log.Warn("could not answer a control request", "verb", verb, "error", reason(err))
			}
		}
	}
}

func (b *Bus) respond(ctx context.Context, m *nats.Msg, answer func(context.Context, []byte) ([]byte, error)) error {
	reply := nats.NewMsg(m.Reply)
	request, err := b.open(ctx, m.Header, m.Data)
	if err == nil {
		var data []byte
		if data, err = guardedAnswer(ctx, request, answer); err == nil {
			_, err = b.seal(ctx, controlOwner, reply, new([]byte), data)
		}
	}
	if err != nil {
		reply.Header.Set(stream.HeaderError, reason(err))
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

// Request asks a running process. ErrNobodyAnswers when there is none, or it
// ends meanwhile; an error that the answering function returned comes back as
// its text.
func (b *Bus) Request(ctx context.Context, verb string, request []byte) ([]byte, error) {
	if err := checkTokens(verb); err != nil {
		return nil, err
	}
	started := time.Now()
	answer, err := b.request(ctx, verb, request)
	err = b.denials.explain(err, started)
	_, denied := errors.AsType[*deniedError](err)
	switch {
	case denied:
	case errors.Is(err, nats.ErrNoResponders):
		err = ErrNobodyAnswers
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		err = fmt.Errorf("%w within %v", ErrNobodyAnswers, controlWait)
	}
	if err != nil {
		return nil, fmt.Errorf("ask for %s: %w", verb, err)
	}
	return answer, nil
}

// controlWait is how long an answer may take: to forget a large site is the
// longest task.
const controlWait = time.Minute

// controlOwner begins the names of objects that hold requests and answers.
const controlOwner = "CONTROL"

func (b *Bus) request(ctx context.Context, verb string, request []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, controlWait)
	defer cancel()
	msg := nats.NewMsg(stream.ControlSubject(verb))
	object, err := b.seal(ctx, controlOwner, msg, new([]byte), request)
	if err != nil {
		return nil, err
	}
	defer b.dropControl(ctx, object)
	reply, err := b.conn.RequestMsgWithContext(ctx, msg)
	if err != nil {
		return nil, err
	}
	defer b.dropControl(ctx, reply.Header.Get(stream.HeaderObject))
	if text := reply.Header.Get(stream.HeaderError); text != "" {
		return nil, errors.New(text)
	}
	return b.open(ctx, reply.Header, reply.Data)
}

// dropControl removes the object of a request or an answer; what stays behind
// is swept.
func (b *Bus) dropControl(ctx context.Context, object string) {
	if object == "" {
		return
	}
	if err := b.dropObject(context.WithoutCancel(ctx), object); err != nil {
		b.log.Warn("could not drop the object of a control request", "error", reason(err))
	}
}
