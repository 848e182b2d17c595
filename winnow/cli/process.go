package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Process runs the command line on the process's own arguments, streams and
// signals and gives the exit code. The first SIGINT or SIGTERM ends ctx, and
// everything drains; a second one ends the process at once.
func Process() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	// A reader that has gone ends a command in order, like an interrupt,
	// instead of killing it.
	signal.Ignore(syscall.SIGPIPE)
	return Main(ctx, os.Args[1:], IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Environ()})
}
