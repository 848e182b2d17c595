package bus

import (
	"context"
	"errors"
	"fmt"

	"github.com/winnow-news/winnow/proto/failure"
	"google.golang.org/protobuf/proto"
)

// Message is one delivery, as a handler sees it.
type Message struct {
	// Site is the site token of the subject, "" for what belongs to no site.
	Site string
	// ID is the publisher's message id.
	ID string
	// Data is the payload, decompressed.
	Data []byte
	// Attempt counts deliveries, from 1.
	Attempt int
	// Trace is the W3C traceparent, "" when there is none.
	Trace string
}

// Handler works on a batch of messages of one site and gives one error a
// message, in order: nil acknowledges, the classes of proto/failure decide the
// rest. A nil slice means that all went well. The context ends only when a
// drain's grace time is over; it carries the batch's traces.
type Handler func(ctx context.Context, batch []Message) []error

// Each makes a Handler of a function that deals with one message.
func Each(handle func(ctx context.Context, m Message) error) Handler {
	return func(ctx context.Context, batch []Message) []error {
		errs := make([]error, len(batch))
		for i, m := range batch {
			errs[i] = handle(contextWithBatch(ctx, batch[i:i+1]), m)
		}
		return errs
	}
}

// record is a protobuf message held by its pointer.
type record[T any] interface {
	*T
	proto.Message
}

// EachOf is Each for handlers that take the decoded record. A payload that
// does not decode is poison.
func EachOf[T any, R record[T]](handle func(ctx context.Context, r R) error) Handler {
	return Each(func(ctx context.Context, m Message) error {
		r := R(new(T))
		if err := decode(m, r); err != nil {
			return err
		}
		return handle(ctx, r)
	})
}

// BatchOf is a Handler for functions that take a batch of decoded records, of the
// site that their subjects name, and give one error a record, or nil for all well.
// What does not decode is poison and is not part of the batch.
func BatchOf[T any, R record[T]](handle func(ctx context.Context, site string, batch []R) []error) Handler {
	return func(ctx context.Context, batch []Message) []error {
		errs := make([]error, len(batch))
		var records []R
		var places []int
		for i, m := range batch {
			r := R(new(T))
			if errs[i] = decode(m, r); errs[i] == nil {
				records, places = append(records, r), append(places, i)
			}
		}
		if len(records) == 0 {
			return errs
		}
		for i, err := range matched(handle(ctx, batch[0].Site, records), len(records)) {
			errs[places[i]] = err
		}
		return errs
	}
}

func decode(m Message, r proto.Message) error {
	if err := proto.Unmarshal(m.Data, r); err != nil {
		return failure.Poison(fmt.Errorf("%w: %w", ErrEncoding, err))
	}
	return nil
}

// errBatch is the error of every message of a batch whose handler gave a
// wrong number of errors: nobody can say which message was meant.
var errBatch = errors.New("handler gave a wrong number of errors")

// matched gives errs stretched to n.
func matched(errs []error, n int) []error {
	if len(errs) == n {
		return errs
	}
	all := make([]error, n)
	if len(errs) > 0 {
		for i := range all {
			all[i] = fmt.Errorf("%w: %d for %d messages", errBatch, len(errs), n)
		}
	}
	return all
}
