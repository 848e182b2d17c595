package bus

import (
	"context"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/stream"
)

// handles are what the bus uses so often that asking the server for it each
// time would double the round trips. They hold names, not state, and stay
// good when a stream is made anew.
type handles struct{ known sync.Map }

// handle gives what is known under a name, or else what ask gives. Nobody waits
// for another who asks: while the server is away that takes a while, and each
// has a context of its own.
func handle[T any](h *handles, name string, ask func() (T, error)) (T, error) {
	if known, ok := h.known.Load(name); ok {
		return known.(T), nil
	}
	answer, err := ask()
	if err != nil {
		return answer, fmt.Errorf("open %s: %w", name, err)
	}
	h.known.Store(name, answer)
	return answer, nil
}

// segmentedBucket gives the bucket of segmented pages.
func (b *Bus) segmentedBucket(ctx context.Context) (jetstream.KeyValue, error) {
	return handle(&b.handles, "bucket "+stream.SegmentedBucket, func() (jetstream.KeyValue, error) {
		return b.js.KeyValue(ctx, stream.SegmentedBucket)
	})
}

// oversizeStore gives the object store.
func (b *Bus) oversizeStore(ctx context.Context) (jetstream.ObjectStore, error) {
	return handle(&b.handles, "object store "+stream.Oversize, func() (jetstream.ObjectStore, error) {
		return b.js.ObjectStore(ctx, stream.Oversize)
	})
}

// stream gives a handle for single messages and purges. Its cached state is
// old: whoever wants the state asks the server.
func (b *Bus) stream(ctx context.Context, name string) (jetstream.Stream, error) {
	return handle(&b.handles, "stream "+name, func() (jetstream.Stream, error) {
		return b.js.Stream(ctx, name)
	})
}
