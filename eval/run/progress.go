package run

import "sync/atomic"

// counter gives a function that counts one more and reports it.
func (r *Runner) counter(what string, total int) func() {
	var done atomic.Int64
	r.Progress(what, 0, total)
	return func() { r.Progress(what, int(done.Add(1)), total) }
}
