package bus

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"
)

// backoff gives the time to wait after the given attempt (1, 2, …): it doubles
// from low to high, and half of it is random, so that workers that failed
// together do not come back together.
func backoff(attempt int, low, high time.Duration) time.Duration {
	d := high
	if shift := max(attempt, 1) - 1; shift < 32 && low<<shift > 0 {
		d = min(low<<shift, high)
	}
	return d/2 + rand.N(d/2+1)
}

// sleep waits for d and reports whether ctx was still alive at its end.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// A wait is told of once it has lasted for tellAfter: at the limit of a full
// stream each acknowledgement lets one publisher in and the next one waits, many
// times a second, and that is how back-pressure is meant to be.
const tellAfter = 5 * time.Second

// forgotten is how long after its last failure a wait is over, though nothing
// has succeeded: whoever waited has given up. It is longer than the longest
// pause between two tries.
const forgotten = 2 * time.Minute

// span is a time in which whatever was tried has failed.
type span struct{ since, last time.Time }

// fail lengthens the span to now, or begins it, and gives its length.
func (s *span) fail() time.Duration {
	now := time.Now()
	if now.Sub(s.last) > forgotten {
		s.since = now
	}
	s.last = now
	return now.Sub(s.since)
}

// waits remembers who is waiting for what, so that a change of state is told
// once, however many goroutines meet it.
type waits struct {
	log *slog.Logger
	mu  sync.Mutex
	on  map[string]*wait
}

type wait struct {
	span
	told bool
}

// begin tells that what cannot go on, once that has lasted for a while without
// interruption.
func (w *waits) begin(what string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.on == nil {
		w.on = map[string]*wait{}
	}
	if w.on[what] == nil {
		w.on[what] = &wait{}
	}
	if it := w.on[what]; it.fail() >= tellAfter && !it.told {
		it.told = true
		w.log.Warn("waiting", "for", what, "reason", reason(err))
	}
}

// end tells that what goes on again, if it was told that it does not.
func (w *waits) end(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if it := w.on[what]; it != nil && it.told {
		w.log.Info("going on", "with", what)
	}
	delete(w.on, what)
}
