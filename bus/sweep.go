package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/stream"
)

// SweepOversize removes objects that nothing refers to: a publisher that was
// killed between its object and its message leaves one. An object is swept
// when it is older than the given age and its stream is empty, or, for
// segmented pages, its key is gone or refers to another. The age must exceed
// the longest time that a publisher may wait; a day is ample. It gives the
// number removed. Markers of objects that were dropped, as old, go as well and
// are not counted.
func (b *Bus) SweepOversize(ctx context.Context, age time.Duration) (removed int, err error) {
	store, err := b.oversizeStore(ctx)
	if err != nil {
		return 0, err
	}
	objects, err := store.List(ctx, jetstream.ListObjectsShowDeleted())
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("list objects: %w", err)
	}
	for _, o := range objects {
		if time.Since(o.ModTime) < age {
			continue
		}
		used := false
		if !o.Deleted {
			used, err = b.inUse(ctx, o.Name)
		}
		if err == nil && !used {
			if err = b.dropObject(ctx, o.Name); err == nil && !o.Deleted {
				removed++
			}
		}
		if err != nil {
			return removed, fmt.Errorf("sweep object %s: %w", o.Name, err)
		}
	}
	return removed, nil
}

// inUse reports whether an object may still be wanted.
func (b *Bus) inUse(ctx context.Context, object string) (bool, error) {
	owner, rest, _ := strings.Cut(object, "/")
	switch owner {
	case stream.SegmentedBucket:
		key, _, _ := strings.Cut(rest, "/")
		return b.holdsObject(ctx, key, object)
	case controlOwner:
		return false, nil
	}
	s, err := b.js.Stream(ctx, owner)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return true, nil // not ours
	}
	if err != nil {
		return true, err
	}
	return s.CachedInfo().State.Msgs > 0, nil
}

// holdsObject reports whether the page stored under key is in that object.
func (b *Bus) holdsObject(ctx context.Context, key, object string) (bool, error) {
	value, err := b.segmentedValue(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	current, _ := objectOf(value)
	return current == object, nil
}
