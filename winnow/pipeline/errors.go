package pipeline

import (
	"errors"
	"fmt"

	"github.com/winnow-news/winnow/bus/embedded"
	"github.com/winnow-news/winnow/store/bolt"
)

var (
	// ErrUnreachable is matched by errors that say that NATS, Redis or the data
	// folder cannot be used: what was started has been stopped again.
	ErrUnreachable = errors.New("unreachable")
	// ErrNoData is returned when a data folder is to be looked at in which
	// nothing has run.
	ErrNoData = errors.New("nothing has run in it")
)

type unreachableError struct{ error }

func (e unreachableError) Unwrap() error        { return e.error }
func (e unreachableError) Is(target error) bool { return target == ErrUnreachable }

func unreachable(err error) error { return unreachableError{err} }

// folderError says what a user can do about a data folder that cannot be used.
func folderError(dir string, err error) error {
	if errors.Is(err, bolt.ErrInUse) || errors.Is(err, embedded.ErrLocked) {
		err = fmt.Errorf("data folder %s: %w; see winnow status --data %s, or choose another folder with --data", dir, errInUse, dir)
	}
	return unreachable(err)
}

var errInUse = errors.New("in use by another winnow process")

func noData(dir string) error {
	return fmt.Errorf("data folder %s: %w; start with winnow run, or name another folder with --data", dir, ErrNoData)
}
