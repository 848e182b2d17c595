package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Process runs the command line on the process's own arguments, streams and
// signals and gives the exit code. The first SIGINT or SIGTERM makes everything
// drain; another one, a second or more later, ends the process at once. (What
// comes sooner is the same signal: some programs send it to the process and
// then to its group.)
func Process() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, func() { time.AfterFunc(time.Second, stop) })
	// A reader that has gone ends a command in order, like an interrupt,
	// instead of killing it.
	signal.Ignore(syscall.SIGPIPE)
	return Main(ctx, os.Args[1:], IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Environ()})
}
