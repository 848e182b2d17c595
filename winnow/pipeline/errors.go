package pipeline

import "errors"

// ErrUnreachable is matched by errors that say that NATS, Redis or the data
// folder cannot be used: what was started has been stopped again.
var ErrUnreachable = errors.New("unreachable")

type unreachableError struct{ error }

func (e unreachableError) Unwrap() error        { return e.error }
func (e unreachableError) Is(target error) bool { return target == ErrUnreachable }

func unreachable(err error) error { return unreachableError{err} }
