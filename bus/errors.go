package bus

import (
	"errors"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

var (
	// ErrNoJetStream is returned when the server runs without JetStream.
	ErrNoJetStream = errors.New("the server runs without JetStream")
	// ErrClosed is returned when the bus was closed while it was in use.
	ErrClosed = errors.New("the bus is closed")
	// ErrTooLarge is returned when a payload is above a cap: MaxPayload, or
	// the server's own limit for an article. It is poison.
	ErrTooLarge = errors.New("payload too large")
	// ErrEncoding is returned when a body is not what its headers say. It is
	// poison.
	ErrEncoding = errors.New("payload cannot be decoded")
	// ErrNoDeadLetter is returned when no dead letter has the sequence.
	ErrNoDeadLetter = errors.New("no such dead letter")
	// ErrNotRetryable is returned when a dead letter has no queue to go back
	// to.
	ErrNotRetryable = errors.New("dead letter has no queue to return to")
	// ErrNobodyAnswers is returned when no running process answers a control
	// request.
	ErrNobodyAnswers = errors.New("no running process answers")
	// ErrUnknownConsumer is returned when the topology has no such consumer.
	ErrUnknownConsumer = errors.New("unknown consumer")
)

// maxReason is the length that a reason is cut to, in bytes: it travels in a
// header.
const maxReason = 400

// oneLine makes a text fit for a header or a line of a log.
func oneLine(text string) string {
	text = strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "?")
	if len(text) > maxReason {
		text = strings.ToValidUTF8(text[:maxReason], "") + "…"
	}
	return text
}

// reason says in one line what an error means. The client calls it a full
// buffer when a request finds no connection, because nothing may lie in one.
func reason(err error) string {
	text := oneLine(err.Error())
	switch {
	case errors.Is(err, nats.ErrReconnectBufExceeded):
		return "NATS is not connected"
	case errors.Is(err, jetstream.ErrStreamNotFound), errors.Is(err, jetstream.ErrConsumerNotFound),
		errors.Is(err, jetstream.ErrBucketNotFound), errors.Is(err, jetstream.ErrNoStreamResponse):
		return text + "; winnow topology apply makes what is missing of the streams"
	}
	return text
}
