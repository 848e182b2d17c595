package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/store"
)

// ErrInUse is returned by Open when another process has the file.
var ErrInUse = errors.New("in use by another winnow process")

// openError says in one line why the file could not be opened and what to do.
func openError(path string, err error) error {
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return fmt.Errorf("%s is %w; stop that one or choose another data directory", path, ErrInUse)
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrChecksum),
		errors.Is(err, bolterrors.ErrVersionMismatch):
		err = fmt.Errorf("%w: %v", store.ErrCorrupt, err)
		fallthrough
	case errors.Is(err, store.ErrCorrupt):
		return fmt.Errorf("%s is damaged or not a winnow store; move it away to start anew: %w", path, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot open the store: %w", err)
	}
	return fmt.Errorf("cannot open the store %s: %w", path, err)
}

// failed wraps an error of the engine. They are transient: a full disk can be
// cleared, and the message is worth another try.
func (s *Store) failed(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	doing := fmt.Sprintf(format, args...)
	if errors.Is(err, store.ErrArgument) {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return failure.Transient(fmt.Errorf("%s: the disk with %s is full: %w", doing, s.db.Path(), err))
	}
	return failure.Transient(fmt.Errorf("%s: %w", doing, err))
}
