package crawler

import (
	"context"
	"log/slog"
	"sync"
)

// waits remembers what waits for a port, so that an outage is told once, and its
// end, however many workers meet it and however long it lasts.
//
// Invariant: what is in on has been told of, and its end has not.
type waits struct {
	log *slog.Logger
	mu  sync.Mutex
	on  map[string]int // by what is being done: how many wait to do it
}

// begin tells that what is being done has to wait, unless others have told so.
// An end or a leave follows.
func (w *waits) begin(ctx context.Context, doing string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, told := w.on[doing]; !told {
		w.log.WarnContext(ctx, "waiting", "doing", doing, "error", err)
	}
	if w.on == nil {
		w.on = map[string]int{}
	}
	w.on[doing]++
}

// leave notes that one who began to wait has given up: the outage goes on.
func (w *waits) leave(doing string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.on[doing]--
}

// end notes that something was done, by one who had to wait for it or not, and
// tells so if that ends an outage: nobody waits any longer.
func (w *waits) end(ctx context.Context, doing string, waited bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, told := w.on[doing]
	if waited {
		n--
		w.on[doing] = n
	}
	if told && n == 0 {
		w.log.InfoContext(ctx, "going on", "doing", doing)
		delete(w.on, doing)
	}
}

// note notes how something ended that is not waited for.
func (w *waits) note(ctx context.Context, doing string, err error) {
	if err == nil {
		w.end(ctx, doing, false)
		return
	}
	w.begin(ctx, doing, err)
	w.leave(doing)
}
