package bus

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/stream"
)

// delivery is a message in hand.
type delivery struct {
	msg       jetstream.Msg
	site      string
	id        string
	attempt   int
	sequence  uint64
	published time.Time
}

func newDelivery(msg jetstream.Msg) *delivery {
	d := &delivery{msg: msg, attempt: 1, id: msg.Headers().Get(jetstream.MsgIDHeader)}
	d.site, _ = stream.SiteOf(msg.Subject()) // "" for subjects that are not Winnow's
	if meta, err := msg.Metadata(); err == nil {
		d.attempt, d.sequence, d.published = int(meta.NumDelivered), meta.Sequence.Stream, meta.Timestamp
	}
	return d
}

// hand holds the messages that a runner has pulled and not settled. Messages
// wait in the order in which they came; next takes the first whose site is
// free, with those of the same site behind it.
type hand struct {
	size, batch int

	mu      sync.Mutex
	changed *sync.Cond
	all     map[*delivery]struct{} // waiting or in work
	waiting []*delivery
	busy    map[string]bool // sites in work, when batch > 1
	closed  bool
	closing chan struct{}
}

func newHand(size, batch int) *hand {
	h := &hand{size: size, batch: batch, all: map[*delivery]struct{}{}, busy: map[string]bool{}, closing: make(chan struct{})}
	h.changed = sync.NewCond(&h.mu)
	return h
}

// waitFree waits until there are free places and gives their number; 0 when
// ctx ended. The caller arranges for wake to be called at ctx's end.
func (h *hand) waitFree(ctx context.Context) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.all) >= h.size && ctx.Err() == nil {
		h.changed.Wait()
	}
	if ctx.Err() != nil {
		return 0
	}
	return h.size - len(h.all)
}

func (h *hand) wake() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.changed.Broadcast()
}

func (h *hand) take(d *delivery) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all[d] = struct{}{}
	h.waiting = append(h.waiting, d)
	h.changed.Broadcast()
}

// next waits for a batch; nil when the hand is closed.
func (h *hand) next() []*delivery {
	h.mu.Lock()
	defer h.mu.Unlock()
	for !h.closed {
		if batch := h.pick(); batch != nil {
			return batch
		}
		h.changed.Wait()
	}
	return nil
}

func (h *hand) pick() []*delivery {
	first := slices.IndexFunc(h.waiting, func(d *delivery) bool { return !h.busy[d.site] })
	if first < 0 {
		return nil
	}
	site := h.waiting[first].site
	var batch []*delivery
	h.waiting = slices.DeleteFunc(h.waiting, func(d *delivery) bool {
		mine := d.site == site && len(batch) < h.batch
		if mine {
			batch = append(batch, d)
		}
		return mine
	})
	if h.batch > 1 {
		h.busy[site] = true
	}
	return batch
}

// release ends the work on a batch.
func (h *hand) release(batch []*delivery) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, d := range batch {
		delete(h.all, d)
	}
	delete(h.busy, batch[0].site)
	h.changed.Broadcast()
}

// held gives what is in hand.
func (h *hand) held() []*delivery {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Keys(h.all))
}

// close ends next and gives what had not begun.
func (h *hand) close() []*delivery {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	close(h.closing)
	rest := h.waiting
	h.waiting = nil
	for _, d := range rest {
		delete(h.all, d)
	}
	h.changed.Broadcast()
	return rest
}

// waitClosed waits for d and reports whether the hand was closed meanwhile.
func (h *hand) waitClosed(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-h.closing:
		return true
	case <-timer.C:
		return false
	}
}
