package bus

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/stream"
)

// process opens, handles and settles a batch.
func (r *runner) process(batch []*delivery) {
	started := time.Now()
	batch, messages := r.unpack(batch)
	for attempt := 1; len(batch) > 0; attempt++ {
		errs := r.call(messages)
		var again []int
		var settling sync.WaitGroup
		for i, d := range batch {
			if r.outage.note(errs[i]) && time.Since(started) < r.cfg.Hold {
				again = append(again, i)
				continue
			}
			settling.Go(func() { r.settle(d, messages[i].Data, errs[i], time.Since(started)) })
		}
		settling.Wait()
		batch, messages = pick(batch, again), pick(messages, again)
		if len(batch) > 0 && !r.pause(attempt, errs[again[0]]) {
			for _, d := range batch {
				r.giveBack(d)
				r.observe(Released, time.Since(started))
			}
			return
		}
	}
}

func pick[T any](from []T, places []int) []T {
	picked := make([]T, len(places))
	for i, p := range places {
		picked[i] = from[p]
	}
	return picked
}

// pause waits out a part of an outage with the batch in hand; false when the
// runner is draining.
func (r *runner) pause(attempt int, err error) bool {
	r.bus.waits.begin("stage "+r.cfg.Stage, err)
	return !r.hand.waitClosed(backoff(attempt, r.cfg.BackoffMin, r.cfg.BackoffMax))
}

// unpack opens the payloads. What cannot be opened is settled here.
func (r *runner) unpack(batch []*delivery) (opened []*delivery, messages []Message) {
	for _, d := range batch {
		data, err := r.bus.open(r.work, d.msg.Headers(), d.msg.Data())
		switch {
		case err == nil:
			opened, messages = append(opened, d), append(messages, d.message(data))
		case errors.Is(err, errNoObject) && r.gone(d):
			// Another worker has dealt with it: there is nothing to settle.
		case errors.Is(err, errDroppedObject):
			r.ack(d) // the server was killed and has forgotten that it was
		case errors.Is(err, errNoObject):
			r.settle(d, d.msg.Data(), failure.Poison(err), 0)
		case failure.ClassOf(err) == failure.ClassPoison:
			r.settle(d, data, err, 0)
		default:
			// Never buried here: the letter would be empty. Once the deliveries
			// are used up the reaper does it, as soon as the object can be read.
			r.observe(r.putOff(d, err), 0)
		}
	}
	return opened, messages
}

// gone reports whether the stream no longer holds the message: another worker
// has dealt with it and removed its object.
func (r *runner) gone(d *delivery) bool {
	_, err := r.bus.rawMessage(r.work, r.stream, d.sequence)
	return errors.Is(err, errNoMessage)
}

func (d *delivery) message(data []byte) Message {
	trace := d.msg.Headers().Get(stream.HeaderTraceparent)
	if !validTrace(trace) {
		trace = ""
	}
	return Message{Site: d.site, ID: d.id, Data: data, Attempt: d.attempt, Trace: trace}
}

// call runs the handler. When it panics over several messages, each is tried
// alone, so that only the guilty one is poison.
func (r *runner) call(messages []Message) []error {
	errs, panicked := r.guarded(messages)
	if panicked && len(messages) > 1 {
		for i := range messages {
			one, _ := r.guarded(messages[i : i+1])
			errs[i] = one[0]
		}
	}
	return errs
}

func (r *runner) guarded(messages []Message) (errs []error, panicked bool) {
	defer func() {
		if cause := recover(); cause != nil {
			r.bus.log.Error("handler panicked", "stage", r.cfg.Stage, "site", messages[0].Site,
				"panic", cause, "stack", string(debug.Stack()))
			panicked, errs = true, make([]error, len(messages))
			for i := range errs {
				errs[i] = failure.Poison(fmt.Errorf("panic: %v", cause))
			}
		}
	}()
	return matched(r.handler(contextWithBatch(r.work, messages), messages), len(messages)), false
}

// settle does what the error's class asks for.
func (r *runner) settle(d *delivery, payload []byte, err error, took time.Duration) {
	outcome := Processed
	class := failure.ClassOf(err)
	switch {
	case err == nil:
		r.bus.waits.end("stage " + r.cfg.Stage)
		r.ack(d)
	case class == failure.ClassPermanent:
		outcome = Recorded
		r.bus.log.Info("message cannot be served", "stage", r.cfg.Stage, "site", d.site, "id", d.id, "reason", reason(err))
		r.ack(d)
	case class == failure.ClassPoison:
		outcome = r.bury(d, payload, err.Error())
	case r.maxDeliver > 0 && d.attempt >= r.maxDeliver && r.work.Err() == nil:
		outcome = r.bury(d, payload, fmt.Sprintf("gave up after %d attempts: %v", d.attempt, err))
	default:
		outcome = r.putOff(d, err)
	}
	r.observe(outcome, took)
}

// putOff returns a message to its queue, for a later try.
func (r *runner) putOff(d *delivery, err error) Outcome {
	if r.work.Err() != nil {
		r.giveBack(d)
		return Released
	}
	r.bus.log.Debug("message is tried again later", "stage", r.cfg.Stage, "site", d.site, "id", d.id,
		"attempt", d.attempt, "reason", reason(err))
	r.warn(d.msg.NakWithDelay(backoff(d.attempt, r.cfg.BackoffMin, r.cfg.BackoffMax)), "put off", d)
	return Retried
}

// ack acknowledges, waits for the server's word, and then removes the
// message's object. Without that word the message may come again and will need
// its object.
func (r *runner) ack(d *delivery) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.work), r.bus.cfg.PublishTimeout)
	defer cancel()
	started, what := time.Now(), "acknowledgements of stage "+r.cfg.Stage
	if err := d.msg.DoubleAck(ctx); err != nil {
		// One for each message in hand: told once, if it lasts.
		r.bus.waits.begin(what, r.bus.denials.explain(err, started))
		return
	}
	r.bus.waits.end(what)
	r.dropObjectOf(d)
}

// bury stores the dead letter and then ends the message. While the letter
// cannot be stored the message stays in its queue.
func (r *runner) bury(d *delivery, payload []byte, reason string) Outcome {
	if r.isReaper() {
		r.bus.log.Error("advisory cannot be used", "subject", d.msg.Subject(), "reason", oneLine(reason))
		r.warn(d.msg.Term(), "end", d)
		return Dead
	}
	err := r.bus.bury(r.work, burial{
		stage: r.cfg.Stage, site: d.site, subject: d.msg.Subject(), reason: reason,
		attempts: d.attempt, msgID: d.id, payload: payload,
		key: burialKey(r.stream, d.sequence, d.published),
	})
	if err != nil {
		r.warn(err, "bury", d)
		r.giveBack(d)
		return Released
	}
	r.bus.log.Warn("message is dead", "stage", r.cfg.Stage, "site", d.site, "id", d.id,
		"attempts", d.attempt, "reason", oneLine(reason))
	if err := d.msg.TermWithReason(oneLine(reason)); err != nil {
		r.warn(err, "end", d)
		return Dead
	}
	r.dropObjectOf(d)
	return Dead
}

// giveBack returns a message to its queue at once.
func (r *runner) giveBack(d *delivery) { r.warn(d.msg.Nak(), "give back", d) }

func (r *runner) dropObjectOf(d *delivery) {
	object := d.msg.Headers().Get(stream.HeaderObject)
	if object == "" {
		return
	}
	if _, err := r.bus.markDropped(context.WithoutCancel(r.work), object); err != nil {
		r.warn(err, "drop the object of", d)
	}
}

// warn tells of a failure that costs at most another delivery.
func (r *runner) warn(err error, doing string, d *delivery) {
	if err != nil {
		r.bus.log.Warn("could not "+doing+" a message", "stage", r.cfg.Stage, "id", d.id, "error", reason(err))
	}
}
