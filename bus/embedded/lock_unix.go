//go:build unix

package embedded

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock takes the file for this process. The kernel lets it go when the process
// ends, however it ends.
func lock(path string) (unlock func() error, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		// To close the file is not enough: a process that is just being started has
		// it open as well, until it runs its program.
		return func() error {
			return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close())
		}, nil
	}
	_ = f.Close() // nothing was written
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, ErrLocked
	}
	return nil, fmt.Errorf("lock %s: %w", path, err)
}
