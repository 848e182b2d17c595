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

// waits remembers who is waiting for what, so that a change of state is told
// once, however many goroutines meet it.
type waits struct {
	log *slog.Logger
	mu  sync.Mutex
	on  map[string]bool
}

// begin tells that what cannot go on, unless that is known already.
func (w *waits) begin(what string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.on == nil {
		w.on = map[string]bool{}
	}
	if !w.on[what] {
		w.on[what] = true
		w.log.Warn("waiting", "for", what, "reason", oneLine(err.Error()))
	}
}

// end tells that what goes on again, if it had been waiting.
func (w *waits) end(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.on[what] {
		delete(w.on, what)
		w.log.Info("going on", "with", what)
	}
}
