package cli

import (
	"context"
	"errors"
	"fmt"
	"syscall"

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
  3    NATS, Redis or the data folder cannot be reached, is in use or cannot be written to
  4    what was asked for does not exist
  5    done, but some pages became or stay dead letters (winnow dead ls)
  130  interrupted before the end; what was accepted is kept
`

var (
	// errSilent ends with its code and prints nothing more.
	errSilent   = errors.New("silent")
	errUsage    = errors.New("usage")
	errNotFound = errors.New("not found")
	errPartial  = errors.New("partial")
	errDiffers  = errors.New("differs") // exitFailed
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

// ended gives the error with which a command ended its word: what fails
// because nobody reads stdout any more, or once ctx has ended, was interrupted.
func ended(ctx context.Context, err error) error {
	_, said := errors.AsType[coded](err) // a command has said what it means
	switch {
	case err == nil, said:
		return err
	case errors.Is(err, syscall.EPIPE):
		return silently(context.Canceled)
	case errors.Is(err, context.Canceled):
		return coded{errors.New("interrupted"), context.Canceled}
	case ctx.Err() != nil:
		return coded{fmt.Errorf("interrupted: %v", err), context.Canceled}
	}
	return err
}

// endless gives the error of a command that goes on until it is interrupted:
// to be interrupted, or no longer read, is its proper end.
func endless(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}

func exitCode(err error) int {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errUsage), errors.Is(err, config.ErrConfig):
		return exitUsage
	case errors.Is(err, errNotFound), errors.Is(err, pipeline.ErrNoData):
		return exitNotFound
	case errors.Is(err, pipeline.ErrUnreachable):
		return exitUnreachable
	case errors.Is(err, errPartial):
		return exitPartial
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	default:
		return exitFailed
	}
}
