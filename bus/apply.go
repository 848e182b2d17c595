package bus

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/stream"
)

// Names under which JetStream keeps the two buckets, and their subjects. They
// are part of NATS' documented layout (ADR-8, ADR-20).
const (
	segmentedStream  = "KV_" + stream.SegmentedBucket
	segmentedSubject = "$KV." + stream.SegmentedBucket + "."
	oversizeStream   = "OBJ_" + stream.Oversize
	oversizeMeta     = "$O." + stream.Oversize + ".M."
	oversizeParts    = "$O." + stream.Oversize + ".C."
)

// Apply makes the server hold the declared topology: it creates what is
// missing and changes what differs. It is idempotent, and several processes
// may apply at once. A shorter age deletes what is older.
func (b *Bus) Apply(ctx context.Context) error {
	return b.create(ctx, creation{
		stream:      b.js.CreateOrUpdateStream,
		consumer:    b.js.CreateOrUpdateConsumer,
		keyValue:    b.js.CreateOrUpdateKeyValue,
		objectStore: b.js.CreateOrUpdateObjectStore,
	})
}

// Ensure creates what is missing of the declared topology. What is there stays
// as others have declared it.
func (b *Bus) Ensure(ctx context.Context) error {
	return b.create(ctx, creation{
		stream:      b.js.CreateStream,
		consumer:    b.js.CreateConsumer,
		keyValue:    b.js.CreateKeyValue,
		objectStore: b.js.CreateObjectStore,
	})
}

// creation is how one part of the topology comes into being, by its kind.
type creation struct {
	stream      func(context.Context, jetstream.StreamConfig) (jetstream.Stream, error)
	consumer    func(context.Context, string, jetstream.ConsumerConfig) (jetstream.Consumer, error)
	keyValue    func(context.Context, jetstream.KeyValueConfig) (jetstream.KeyValue, error)
	objectStore func(context.Context, jetstream.ObjectStoreConfig) (jetstream.ObjectStore, error)
}

func (b *Bus) create(ctx context.Context, one creation) error {
	t := declare(b.cfg)
	for _, s := range t.streams {
		if _, err := one.stream(ctx, s.StreamConfig); missing(err) {
			return fmt.Errorf("apply stream %s: %w%s", s.Name, err, b.room(err))
		}
		for _, c := range s.consumers {
			if _, err := one.consumer(ctx, s.Name, c); missing(err) {
				return fmt.Errorf("apply consumer %s of %s: %w", c.Durable, s.Name, err)
			}
		}
	}
	if _, err := one.keyValue(ctx, t.segmented); missing(err) {
		return fmt.Errorf("apply bucket %s: %w", t.segmented.Bucket, err)
	}
	if _, err := one.objectStore(ctx, t.oversize); missing(err) {
		return fmt.Errorf("apply object store %s: %w", t.oversize.Bucket, err)
	}
	return nil
}

// noStorage is the error code of a server that has less room than a stream
// reserves.
const noStorage = 10047

// room says what to do about a stream that the server has no room for.
func (b *Bus) room(err error) string {
	if api, ok := errors.AsType[*jetstream.APIError](err); !ok || api.ErrorCode != noStorage {
		return ""
	}
	return fmt.Sprintf("; each of the three queues reserves nats.max_bytes, %d: lower it, or raise max_file_store of the server, or max_file of the account", b.cfg.QueueMaxBytes)
}

// missing reports whether the error of a creation leaves nothing behind: none,
// or a word that there is one with other settings, does not.
func missing(err error) bool {
	return err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) &&
		!errors.Is(err, jetstream.ErrConsumerExists) && !errors.Is(err, jetstream.ErrBucketExists)
}

// Renew makes the work queues deliver again, at once and as for the first time,
// what was delivered and not settled. It is for the owner of a server that is
// about to end, when no runner is at work any more: what runners give back does
// not survive the server, and would come again only after the ack wait.
func (b *Bus) Renew(ctx context.Context) error {
	for _, s := range declare(b.cfg).queues() {
		for _, c := range s.consumers {
			if err := b.renew(ctx, s.Name, c); err != nil {
				return fmt.Errorf("renew consumer %s of %s: %w", c.Durable, s.Name, err)
			}
		}
	}
	return nil
}

func (b *Bus) renew(ctx context.Context, streamName string, c jetstream.ConsumerConfig) error {
	now, err := b.js.Consumer(ctx, streamName, c.Durable)
	if err != nil || now.CachedInfo().NumAckPending == 0 {
		return err
	}
	if err := b.js.DeleteConsumer(ctx, streamName, c.Durable); err != nil {
		return err
	}
	// The server may still be writing the old one's state, and fails once.
	return b.keepTrying(ctx, "consumer "+c.Durable+" of "+streamName, func(ctx context.Context) error {
		_, err := b.js.CreateConsumer(ctx, streamName, c)
		return err
	}, refused)
}

// Diff says how the server differs from the declared topology, one line a
// difference, and changes nothing. No lines: Apply would do nothing.
func (b *Bus) Diff(ctx context.Context) ([]string, error) {
	var lines []string
	t := declare(b.cfg)
	for _, s := range t.streams {
		more, err := b.diffStream(ctx, s)
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	for _, bucket := range []struct{ kind, name, stream string }{
		{"bucket", t.segmented.Bucket, segmentedStream},
		{"object store", t.oversize.Bucket, oversizeStream},
	} {
		s, err := b.js.Stream(ctx, bucket.stream)
		switch {
		case errors.Is(err, jetstream.ErrStreamNotFound):
			lines = append(lines, fmt.Sprintf("%s %s is missing", bucket.kind, bucket.name))
		case err != nil:
			return nil, fmt.Errorf("look at %s %s: %w", bucket.kind, bucket.name, err)
		default:
			lines = append(lines, compare(bucket.kind+" "+bucket.name,
				field{"replicas", s.CachedInfo().Config.Replicas, b.cfg.Replicas})...)
		}
	}
	return lines, nil
}

func (b *Bus) diffStream(ctx context.Context, want streamSpec) ([]string, error) {
	s, err := b.js.Stream(ctx, want.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return []string{"stream " + want.Name + " is missing"}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look at stream %s: %w", want.Name, err)
	}
	got := s.CachedInfo().Config
	lines := compare("stream "+want.Name,
		field{"subjects", got.Subjects, want.Subjects},
		field{"retention", got.Retention, want.Retention},
		field{"storage", got.Storage, want.Storage},
		field{"discard", got.Discard, want.Discard},
		field{"max bytes", noLimit(got.MaxBytes), noLimit(want.MaxBytes)},
		field{"max age", got.MaxAge, want.MaxAge},
		field{"dedupe window", got.Duplicates, want.Duplicates},
		field{"replicas", got.Replicas, want.Replicas},
	)
	for _, c := range want.consumers {
		more, err := diffConsumer(ctx, s, want.Name, c)
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	return lines, nil
}

func diffConsumer(ctx context.Context, s jetstream.Stream, streamName string, want jetstream.ConsumerConfig) ([]string, error) {
	name := fmt.Sprintf("consumer %s of %s", want.Durable, streamName)
	c, err := s.Consumer(ctx, want.Durable)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return []string{name + " is missing"}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look at %s: %w", name, err)
	}
	got := c.CachedInfo().Config
	return compare(name,
		field{"ack policy", got.AckPolicy, want.AckPolicy},
		field{"ack wait", got.AckWait, want.AckWait},
		field{"max deliver", got.MaxDeliver, want.MaxDeliver},
		field{"max ack pending", got.MaxAckPending, want.MaxAckPending},
		field{"filter", got.FilterSubject, want.FilterSubject},
	), nil
}

// field is one setting, as it is and as it is declared.
type field struct {
	name      string
	got, want any
}

func compare(what string, fields ...field) []string {
	var lines []string
	for _, f := range fields {
		if got, want := fmt.Sprint(f.got), fmt.Sprint(f.want); got != want {
			lines = append(lines, fmt.Sprintf("%s: %s is %s, declared %s", what, f.name, got, want))
		}
	}
	return lines
}

// noLimit: the server shows an absent limit as -1.
func noLimit(n int64) int64 {
	if n <= 0 {
		return -1
	}
	return n
}
