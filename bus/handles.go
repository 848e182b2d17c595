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
type handles struct {
	mu        sync.Mutex
	segmented jetstream.KeyValue
	oversize  jetstream.ObjectStore
	streams   map[string]jetstream.Stream
}

// segmentedBucket gives the bucket of segmented pages.
func (b *Bus) segmentedBucket(ctx context.Context) (jetstream.KeyValue, error) {
	h := &b.handles
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.segmented == nil {
		bucket, err := b.js.KeyValue(ctx, stream.SegmentedBucket)
		if err != nil {
			return nil, fmt.Errorf("open bucket %s: %w", stream.SegmentedBucket, err)
		}
		h.segmented = bucket
	}
	return h.segmented, nil
}

// oversizeStore gives the object store.
func (b *Bus) oversizeStore(ctx context.Context) (jetstream.ObjectStore, error) {
	h := &b.handles
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.oversize == nil {
		store, err := b.js.ObjectStore(ctx, stream.Oversize)
		if err != nil {
			return nil, fmt.Errorf("open object store %s: %w", stream.Oversize, err)
		}
		h.oversize = store
	}
	return h.oversize, nil
}

// stream gives a handle for single messages and purges. Its cached state is
// old: whoever wants the state asks the server.
func (b *Bus) stream(ctx context.Context, name string) (jetstream.Stream, error) {
	h := &b.handles
	h.mu.Lock()
	defer h.mu.Unlock()
	if s, ok := h.streams[name]; ok {
		return s, nil
	}
	s, err := b.js.Stream(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("open stream %s: %w", name, err)
	}
	if h.streams == nil {
		h.streams = map[string]jetstream.Stream{}
	}
	h.streams[name] = s
	return s, nil
}
