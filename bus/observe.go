package bus

import (
	"sync/atomic"
	"time"

	"github.com/winnow-news/winnow/proto/failure"
)

// Outcome is what became of a delivery.
type Outcome int

// The outcomes.
const (
	Processed Outcome = iota // handled and acknowledged
	Recorded                 // refused for good and acknowledged
	Retried                  // to be delivered again later
	Released                 // given back because the runner ended
	Dead                     // stored as a dead letter
)

// String gives the outcome's name as it stands in metrics.
func (o Outcome) String() string {
	return [...]string{"processed", "recorded", "retried", "released", "dead"}[o]
}

// Observation is one delivery's end.
type Observation struct {
	Stage   string
	Outcome Outcome
	// Took is the time from the start of the batch to its settling.
	Took time.Duration
}

func (r *runner) observe(o Outcome, took time.Duration) {
	if r.cfg.Observe != nil {
		r.cfg.Observe(Observation{Stage: r.cfg.Stage, Outcome: o, Took: took})
	}
}

// outage counts transient failures in a row, over all workers of a runner.
type outage struct {
	after int64
	row   atomic.Int64
}

// note takes in a result and reports whether it is to be held for another try
// in hand: a transient failure while nothing succeeds.
func (o *outage) note(err error) bool {
	if err == nil || failure.ClassOf(err) != failure.ClassTransient {
		o.row.Store(0)
		return false
	}
	return o.row.Add(1) > o.after
}
