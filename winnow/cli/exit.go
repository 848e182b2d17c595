package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// Exit codes, as every command's help lists them.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitUnreachable = 3
	exitNotFound    = 4
	exitPartial     = 5
	exitInterrupted = 130
)

const exitHelp = `
Exit codes:
  0    done
  1    failed
  2    wrong usage or configuration; nothing was started
  3    NATS, Redis or the data folder cannot be reached or is in use
  4    what was asked for does not exist
  5    done, but some pages went to the dead-letter stream
  130  interrupted; what was accepted is kept, run again to go on
`

var (
	// errSilent ends with its code and prints nothing more.
	errSilent   = errors.New("silent")
	errUsage    = errors.New("usage")
	errNotFound = errors.New("not found")
	errPartial  = errors.New("partial")
)

// coded is an error with the class that decides its exit code; the class is
// not part of the message.
type coded struct {
	error
	class error
}

func (c coded) Unwrap() []error { return []error{c.error, c.class} }

func usageError(err error) error { return coded{err, errUsage} }

func notFoundf(format string, args ...any) error {
	return coded{fmt.Errorf(format, args...), errNotFound}
}

// silently is an error whose message has been printed already.
func silently(class error) error { return coded{errSilent, class} }

func exitCode(err error) int {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errUsage), errors.Is(err, config.ErrConfig):
		return exitUsage
	case errors.Is(err, pipeline.ErrUnreachable):
		return exitUnreachable
	case errors.Is(err, errNotFound):
		return exitNotFound
	case errors.Is(err, errPartial):
		return exitPartial
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	default:
		return exitFailed
	}
}
