package bus

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/stream"
)

// RunnerConfig says how a stage works through its queue.
type RunnerConfig struct {
	// Stage stands in dead letters, logs and observations.
	Stage string
	// Workers is the number of batches in work at one time.
	Workers int
	// BatchSize is the most messages of one site that a handler gets at once.
	// Above 1, a site's messages are never in two batches at a time: those
	// that come meanwhile wait and make up the next.
	BatchSize int
	// BackoffMin and BackoffMax bound the delay before another delivery.
	BackoffMin, BackoffMax time.Duration
	// OutageAfter is the number of transient failures in a row, without any
	// success between, after which the world is held to be at fault: messages
	// then stay in hand and are tried again there, so that an outage does not
	// run through the queue and uses up one delivery in Hold.
	OutageAfter int
	// Hold is how long a message stays in hand during an outage, before its
	// delivery counts as failed.
	Hold time.Duration
	// Grace is how long running handlers may go on after the end of Run's
	// context.
	Grace time.Duration
	// Observe, when set, is told of every outcome. It must be quick and safe
	// for concurrent use.
	Observe func(Observation)
}

// DefaultRunnerConfig gives the configuration of a stage that takes one
// message at a time.
func DefaultRunnerConfig(stage string) RunnerConfig {
	return RunnerConfig{
		Stage: stage, Workers: 2, BatchSize: 1,
		BackoffMin: time.Second, BackoffMax: time.Minute,
		OutageAfter: 5, Hold: 5 * time.Minute,
		Grace: 20 * time.Second,
	}
}

// Validate gives every fault of the configuration, one line each.
func (c RunnerConfig) Validate() error {
	var faults []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Errorf("bus: runner: "+format, args...))
		}
	}
	check(checkTokens(c.Stage) == nil, "stage %q must be a word", c.Stage)
	check(c.Workers >= 1 && c.Workers <= 1024, "workers %d must be between 1 and 1024", c.Workers)
	check(c.BatchSize >= 1 && c.BatchSize <= 256, "batch size %d must be between 1 and 256", c.BatchSize)
	check(c.BackoffMin > 0 && c.BackoffMax >= c.BackoffMin, "backoff %v to %v is no range", c.BackoffMin, c.BackoffMax)
	check(c.OutageAfter >= 1, "outage after %d must be at least 1", c.OutageAfter)
	check(c.Hold >= 0, "hold %v must not be negative", c.Hold)
	check(c.Grace >= 0, "grace %v must not be negative", c.Grace)
	return errors.Join(faults...)
}

const (
	// pullWait is how long one request for messages stays open. It bounds how
	// long a drain waits for messages that are on their way to it.
	pullWait = 500 * time.Millisecond
	// afterGrace is how long a handler may take to heed its context's end.
	afterGrace = 2 * time.Second
)

// ErrAbandoned is returned when handlers did not end after their grace time.
// Their messages are delivered again once the ack wait is over.
var ErrAbandoned = errors.New("handlers did not end within the grace time")

// runner works through one consumer's messages.
//
// Invariants:
//  1. hand never holds more than Workers·BatchSize messages.
//  2. Every message in hand has its ack wait renewed until it is settled.
//  3. A message leaves its queue only by an acknowledgement after its handler
//     ended well or permanently, or after its dead letter was stored.
type runner struct {
	bus     *Bus
	cfg     RunnerConfig
	handler Handler
	stream  string
	name    string
	work    context.Context // of handlers; ends with the grace time

	consumer   jetstream.Consumer
	maxDeliver int
	ackWait    time.Duration

	hand   *hand
	outage outage
}

// Run hands the messages of a durable consumer to the handler until ctx ends,
// then drains: it takes nothing more, gives back what has not begun, lets
// running handlers end within the grace time and returns nil. It waits, with
// growing pauses, for a consumer that does not exist yet and for a server that
// is away.
//
// Handlers run concurrently. Success acknowledges, a transient error brings
// the message back later, a permanent one is logged and acknowledged, poison
// and exhausted deliveries go to the dead-letter stream. A panic is poison.
func (b *Bus) Run(ctx context.Context, consumer string, handle Handler, cfg RunnerConfig) error {
	if err := cfg.Validate(); err != nil {
		return err
	}
	streamName, ok := declare(b.cfg).streamOf(consumer)
	if !ok {
		return fmt.Errorf("run %s: %w", consumer, ErrUnknownConsumer)
	}
	work, endWork := context.WithCancel(context.WithoutCancel(ctx))
	defer endWork()
	r := &runner{
		bus: b, cfg: cfg, handler: handle, stream: streamName, name: consumer, work: work,
		hand:   newHand(cfg.Workers*cfg.BatchSize, cfg.BatchSize),
		outage: outage{after: int64(cfg.OutageAfter)},
	}
	if err := r.bind(ctx); err != nil {
		return unlessDone(ctx, err)
	}
	limits := r.consumer.CachedInfo().Config
	r.maxDeliver, r.ackWait = limits.MaxDeliver, limits.AckWait
	return r.run(ctx, endWork)
}

func (r *runner) run(ctx context.Context, endWork context.CancelFunc) error {
	var workers sync.WaitGroup
	for range r.cfg.Workers {
		workers.Go(r.worker)
	}
	beating, stopBeat := context.WithCancel(context.Background())
	var beat sync.WaitGroup
	beat.Go(func() { r.heartbeat(beating) })
	defer beat.Wait()
	defer stopBeat()

	err := r.pull(ctx)
	for _, d := range r.hand.close() {
		r.giveBack(d)
	}
	grace := time.AfterFunc(r.cfg.Grace, endWork)
	defer grace.Stop()
	ended := make(chan struct{})
	go func() { workers.Wait(); close(ended) }()
	select {
	case <-ended:
		return unlessDone(ctx, err)
	case <-time.After(r.cfg.Grace + afterGrace):
		return fmt.Errorf("stage %s: %w", r.cfg.Stage, ErrAbandoned)
	}
}

// unlessDone gives err, or nil when the runner was asked to end.
func unlessDone(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// bind finds the consumer, and waits until there is one. It fails when ctx
// ends or the bus is closed.
func (r *runner) bind(ctx context.Context) error {
	err := r.bus.keepTrying(ctx, "consumer "+r.name+" of "+r.stream, func(ctx context.Context) (err error) {
		r.consumer, err = r.bus.js.Consumer(ctx, r.stream, r.name)
		return err
	}, closedError)
	if err != nil {
		return fmt.Errorf("stage %s: %w", r.cfg.Stage, err)
	}
	return nil
}

// pull fills the hand until ctx ends. It asks for as many messages as there
// are free places, so that no message's ack wait runs while it lies idle
// behind others.
func (r *runner) pull(ctx context.Context) error {
	defer context.AfterFunc(ctx, r.hand.wake)()
	for failures := 0; ; {
		free := r.hand.waitFree(ctx)
		if free == 0 {
			return nil
		}
		if err := r.fetch(ctx, free); err != nil {
			failures++
			sleep(ctx, backoff(failures, 50*time.Millisecond, 2*time.Second))
			if err := r.bind(ctx); err != nil {
				return err
			}
			continue
		}
		failures = 0
	}
}

func (r *runner) fetch(ctx context.Context, n int) error {
	batch, err := r.consumer.Fetch(n, jetstream.FetchMaxWait(pullWait))
	if err != nil {
		return err
	}
	// What comes after ctx's end goes back once the request is over: given back
	// before, it would be delivered to this request again and again, until its
	// deliveries are exhausted.
	var late []*delivery
	for msg := range batch.Messages() {
		d := newDelivery(msg)
		if ctx.Err() != nil {
			late = append(late, d)
			continue
		}
		r.hand.take(d)
	}
	for _, d := range late {
		r.giveBack(d)
	}
	return batch.Error()
}

// heartbeat renews the ack wait of what is in hand, three times in each.
func (r *runner) heartbeat(ctx context.Context) {
	ticker := time.NewTicker(r.ackWait / 3)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			for _, d := range r.hand.held() {
				// A failure shows when the message is settled.
				_ = d.msg.InProgress()
			}
		}
	}
}

func (r *runner) worker() {
	for batch := r.hand.next(); batch != nil; batch = r.hand.next() {
		r.process(batch)
		r.hand.release(batch)
	}
}

// isReaper: the reaper's own failures have no dead letters.
func (r *runner) isReaper() bool { return r.name == stream.ReaperConsumer }
