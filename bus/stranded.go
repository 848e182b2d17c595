package bus

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/stream"
)

const (
	// strandedEvery is how often the queues are searched for stranded messages.
	strandedEvery = 10 * time.Second
	// strandedAtOnce bounds how many of a queue are dealt with in one search.
	strandedAtOnce = 1000
)

// stranded is what one search has found: sequences by queue.
//
// A stranded message stands in its queue at or below its consumer's ack floor,
// so nobody will ever deliver it. A server without replicas that is killed
// leaves such: it forgets that it has removed a message sooner than that the
// message was acknowledged (nats-server 2.15; a cluster looks for them itself).
// Stranded messages count towards the queue's limit for ever, and the queue is
// never empty again.
type stranded map[string][]uint64

// unstrand puts stranded messages back to the end of their queues, every now
// and then until ctx ends. Most have been processed: processing them again
// changes nothing. But a message whose deliveries are exhausted stands below the
// floor, too, and the advisory that the reaper wants may be lost.
func (b *Bus) unstrand(ctx context.Context) {
	var before stranded
	for sleep(ctx, strandedEvery) {
		now, n, err := b.requeueStranded(ctx, before)
		before = now
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			b.log.Debug("stranded messages were not looked for", "error", reason(err))
		case n > 0:
			b.log.Warn("messages that the server had forgotten to remove or to deliver are queued again", "messages", n)
		}
	}
}

// requeueStranded gives what is stranded now, and puts back what was so before,
// too: between an acknowledgement and the removal that follows a message looks
// stranded for a moment. It gives how many were put back.
func (b *Bus) requeueStranded(ctx context.Context, before stranded) (now stranded, n int, err error) {
	if busy, err := b.reaperBusy(ctx); busy || err != nil {
		return nil, 0, err // what is exhausted is about to be buried
	}
	now = stranded{}
	for _, s := range declare(b.cfg).queues() {
		if now[s.Name], err = b.strandedIn(ctx, s); err != nil {
			return now, n, err
		}
		for _, sequence := range now[s.Name] {
			if !slices.Contains(before[s.Name], sequence) {
				continue
			}
			if err := b.requeue(ctx, s.Name, sequence); err != nil {
				return now, n, err
			}
			n++
		}
	}
	return now, n, nil
}

func (b *Bus) reaperBusy(ctx context.Context) (bool, error) {
	c, err := b.js.Consumer(ctx, stream.Advisories, stream.ReaperConsumer)
	if err != nil {
		return false, fmt.Errorf("look at consumer %s: %w", stream.ReaperConsumer, err)
	}
	info := c.CachedInfo()
	return info.NumPending > 0 || info.NumAckPending > 0, nil
}

// strandedIn gives the sequences of a queue's stranded messages, the first
// strandedAtOnce of them.
func (b *Bus) strandedIn(ctx context.Context, queue streamSpec) (sequences []uint64, err error) {
	s, err := b.js.Stream(ctx, queue.Name)
	if err != nil {
		return nil, fmt.Errorf("look at stream %s: %w", queue.Name, err)
	}
	// The floor first: it only rises.
	c, err := s.Consumer(ctx, queue.consumers[0].Durable)
	if err != nil {
		return nil, fmt.Errorf("look at consumer %s: %w", queue.consumers[0].Durable, err)
	}
	floor := c.CachedInfo().AckFloor.Stream
	for at := s.CachedInfo().State.FirstSeq; 0 < at && at <= floor && len(sequences) < strandedAtOnce; at++ {
		raw, err := s.GetMsg(ctx, at, jetstream.WithGetMsgSubject(queue.Subjects[0])) // at or behind
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read stream %s: %w", queue.Name, err)
		}
		if at = raw.Sequence; at <= floor {
			sequences = append(sequences, at)
		}
	}
	return sequences, nil
}

// requeue publishes a queue's message anew and then removes it. Several
// processes may do so at once: the copies have one message id.
func (b *Bus) requeue(ctx context.Context, queue string, sequence uint64) error {
	raw, err := b.rawMessage(ctx, queue, sequence)
	if errors.Is(err, errNoMessage) {
		return nil
	}
	if err != nil {
		return err
	}
	err = b.hasObject(ctx, raw)
	if err != nil && !errors.Is(err, errNoObject) {
		return err
	}
	if err == nil { // else it was dealt with: its object went behind the acknowledgement
		msg := nats.NewMsg(raw.Subject)
		maps.Copy(msg.Header, raw.Header)
		msg.Header.Set(jetstream.MsgIDHeader, fmt.Sprintf("q-%s-%d-%d", queue, sequence, raw.Time.UnixNano()))
		msg.Data = raw.Data
		if _, err := b.send(ctx, queue, msg); err != nil {
			return err
		}
	}
	return b.removeMessage(ctx, queue, sequence) // its object, if there is one, is the copy's now
}

// hasObject gives errNoObject for a message that has lost its object.
func (b *Bus) hasObject(ctx context.Context, raw *jetstream.RawStreamMsg) error {
	object := raw.Header.Get(stream.HeaderObject)
	if object == "" {
		return nil
	}
	store, err := b.oversizeStore(ctx)
	if err == nil {
		_, err = b.lookFor(ctx, store, object)
	}
	return err
}
