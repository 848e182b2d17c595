package bus

import (
	"context"
	"fmt"
)

// QueueStatus is how a stream and its durable consumer stand.
type QueueStatus struct {
	Stream   string
	Messages uint64
	Bytes    uint64
	// MaxBytes is the stream's limit, -1 for none.
	MaxBytes int64
	// Consumer is empty for streams that belong to no stage.
	Consumer string
	// AckPending were delivered and not settled.
	AckPending int
	// Redelivered of these were delivered more than once.
	Redelivered int
	// Waiting were not delivered yet. The server counts a message here a moment
	// later than among Messages.
	Waiting uint64
}

// Status is how the bus stands.
type Status struct {
	URL           string
	ServerVersion string
	// StoreBytes is what JetStream holds on disk.
	StoreBytes uint64
	Queues     []QueueStatus
}

// Status asks the server for all streams of the topology.
func (b *Bus) Status(ctx context.Context) (Status, error) {
	account, err := b.js.AccountInfo(ctx)
	if err != nil {
		return Status{}, fmt.Errorf("ask for the account: %w", err)
	}
	queues, err := b.Pending(ctx)
	if err != nil {
		return Status{}, err
	}
	return Status{
		URL: Redacted(b.conn.ConnectedUrl()), ServerVersion: b.conn.ConnectedServerVersion(), StoreBytes: account.Store, Queues: queues,
	}, nil
}

// Pending gives what every stream of the topology holds, in its order.
func (b *Bus) Pending(ctx context.Context) ([]QueueStatus, error) {
	var all []QueueStatus
	for _, s := range declare(b.cfg).streams {
		consumer := ""
		if len(s.consumers) > 0 {
			consumer = s.consumers[0].Durable
		}
		q, err := b.queueStatus(ctx, s.Name, consumer)
		if err != nil {
			return nil, err
		}
		all = append(all, q)
	}
	return all, nil
}

func (b *Bus) queueStatus(ctx context.Context, name, consumer string) (QueueStatus, error) {
	s, err := b.js.Stream(ctx, name)
	if err != nil {
		return QueueStatus{}, fmt.Errorf("look at stream %s: %w", name, err)
	}
	info := s.CachedInfo()
	q := QueueStatus{
		Stream: name, Messages: info.State.Msgs, Bytes: info.State.Bytes,
		MaxBytes: noLimit(info.Config.MaxBytes), Consumer: consumer,
	}
	if consumer == "" {
		return q, nil
	}
	c, err := s.Consumer(ctx, consumer)
	if err != nil {
		return q, fmt.Errorf("look at consumer %s of %s: %w", consumer, name, err)
	}
	now := c.CachedInfo()
	q.AckPending, q.Redelivered, q.Waiting = now.NumAckPending, now.NumRedelivered, now.NumPending
	return q, nil
}

// Drained reports whether no page is under way. What is delivered and not
// acknowledged stays in its queue, so empty queues are enough; they are looked
// at in the order in which a page passes them, and every stage publishes
// before it acknowledges, so that no page slips past between two looks. Dead
// letters are not under way, but messages that the reaper has yet to bury are.
func (b *Bus) Drained(ctx context.Context) (bool, error) {
	for _, name := range queues() {
		s, err := b.js.Stream(ctx, name)
		if err != nil {
			return false, fmt.Errorf("look at stream %s: %w", name, err)
		}
		if s.CachedInfo().State.Msgs > 0 {
			return false, nil
		}
	}
	return true, nil
}
