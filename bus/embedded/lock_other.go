//go:build !unix

package embedded

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// lock makes the file. Unlike elsewhere a crash leaves it behind.
func lock(path string) (unlock func() error, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%w (or crashed there: then remove %s)", ErrLocked, path)
	}
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	return func() error { return errors.Join(f.Close(), os.Remove(path)) }, nil
}
