//go:build unix

package cli

import (
	"runtime"
	"syscall"
)

// peakMemory is the most memory that the process or one of its children held
// at once, in bytes; 0 where that is not known.
func peakMemory() int64 {
	var most int64
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			most = max(most, int64(u.Maxrss))
		}
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return most // there in bytes, elsewhere in kilobytes
	}
	return most << 10
}
