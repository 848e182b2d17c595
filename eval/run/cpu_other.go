//go:build !unix

package run

import "time"

var started = time.Now()

// cpuTime is the time that has passed: the nearest thing where the system
// does not tell the process' own.
func cpuTime() time.Duration { return time.Since(started) }
