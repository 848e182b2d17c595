//go:build !unix

package run

import "time"

// cpuTime is the clock: the nearest thing where the system does not tell the
// process' own time. Only differences of it mean anything.
func cpuTime() time.Duration { return time.Duration(time.Now().UnixNano()) }
