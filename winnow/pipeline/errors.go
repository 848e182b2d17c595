package pipeline

import (
	"errors"
	"fmt"
	"io/fs"

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

// unreachableError is ErrUnreachable with a message for users and its cause.
type unreachableError struct {
	message string
	cause   error
}

func (e unreachableError) Error() string        { return e.message }
func (e unreachableError) Unwrap() error        { return e.cause }
func (e unreachableError) Is(target error) bool { return target == ErrUnreachable }

func unreachable(err error) error { return unreachableError{err.Error(), err} }

// folderError says what a user can do about a data folder that cannot be used.
func folderError(dir string, err error) error {
	if errors.Is(err, bolt.ErrInUse) || errors.Is(err, embedded.ErrLocked) {
		return unreachableError{fmt.Sprintf("data folder %s is in use by another winnow process; "+
			"see winnow status --data %s, or choose another folder with --data", dir, dir), err}
	}
	return unreachable(err)
}

// lookError says why there is nothing to look at in a data folder; nil where
// err, of the file that would be looked at, is.
func lookError(dir string, err error) error {
	if err == nil {
		return nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return unreachable(fmt.Errorf("data folder: %w", err))
	}
	return fmt.Errorf("data folder %s: %w; start with winnow run, or name another folder with --data", dir, ErrNoData)
}
