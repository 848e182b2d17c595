package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/stream"
)

// advisory is the server's word that a message has been delivered as often as
// its consumer allows (io.nats.jetstream.advisory.v1.max_deliver).
type advisory struct {
	Stream     string `json:"stream"`
	Consumer   string `json:"consumer"`
	Sequence   uint64 `json:"stream_seq"`
	Deliveries int    `json:"deliveries"`
}

// stageOfConsumer names the stage whose worker did not outlive a message.
func stageOfConsumer(consumer string) string {
	switch consumer {
	case stream.SegmentConsumer, stream.CompareConsumer, stream.ClassifyConsumer:
		return consumer // stages and their consumers share their names
	default:
		return nowhere
	}
}

// Reap looks after the messages that no runner would ever get and that would
// stay in their queues for ever. It buries those whose deliveries are exhausted
// without any worker having said why: their workers were killed or hung. And it
// queues those again that a killed server has left stranded. It runs until ctx
// ends, as Run does; several reapers share the work, and repeating it changes
// nothing. observe, unless nil, is told of each burial, as by the runner of the
// message's stage.
func (b *Bus) Reap(ctx context.Context, observe func(Observation)) error {
	ctx, stop := context.WithCancel(ctx)
	var searching sync.WaitGroup
	searching.Go(func() { b.unstrand(ctx) })
	defer searching.Wait()
	defer stop()
	cfg := DefaultRunnerConfig(stream.ReaperConsumer)
	cfg.Workers = 1
	return b.Run(ctx, stream.ReaperConsumer, Each(func(ctx context.Context, m Message) error {
		return b.reap(ctx, m, observe)
	}), cfg)
}

func (b *Bus) reap(ctx context.Context, m Message, observe func(Observation)) error {
	var a advisory
	if err := json.Unmarshal(m.Data, &a); err != nil {
		return failure.Poison(fmt.Errorf("read advisory: %w", err))
	}
	if !slices.Contains(queues(), a.Stream) {
		return nil // other applications' streams share the account
	}
	raw, err := b.rawMessage(ctx, a.Stream, a.Sequence)
	if errors.Is(err, errNoMessage) {
		return nil // buried, retried or purged meanwhile
	}
	if err != nil {
		return err
	}
	err = b.buryRaw(ctx, a, raw)
	if errors.Is(err, errDroppedObject) { // dealt with at the last delivery; a killed server has forgotten that
		return b.removeMessage(ctx, a.Stream, a.Sequence)
	}
	if err != nil {
		return fmt.Errorf("bury message %d of %s: %w", a.Sequence, a.Stream, err)
	}
	stage := stageOfConsumer(a.Consumer)
	b.log.Warn("message is dead", "stage", stage, "id", raw.Header.Get(jetstream.MsgIDHeader),
		"attempts", a.Deliveries, "reason", errExhausted)
	if err := b.deleteMessage(ctx, a.Stream, raw); err != nil {
		return err
	}
	if observe != nil {
		observe(Observation{Stage: stage, Outcome: Dead})
	}
	return nil
}

// errExhausted is why the reaper buries.
var errExhausted = errors.New("deliveries exhausted")

func (b *Bus) buryRaw(ctx context.Context, a advisory, raw *jetstream.RawStreamMsg) error {
	payload, err := b.payloadOrRaw(ctx, raw)
	if err != nil {
		return err
	}
	token, _ := stream.SiteOf(raw.Subject)
	return b.bury(ctx, burial{
		stage: stageOfConsumer(a.Consumer), site: token, subject: raw.Subject,
		reason:   fmt.Sprintf("%v: %d workers took it and none answered", errExhausted, a.Deliveries),
		attempts: a.Deliveries, msgID: raw.Header.Get(jetstream.MsgIDHeader), payload: payload,
		key: burialKey(a.Stream, raw.Sequence, raw.Time),
	})
}
