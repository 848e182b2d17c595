// Winnow turns news sites into streams of clean articles.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/winnow-news/winnow/winnow/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal everything drains; a second one ends at once.
	context.AfterFunc(ctx, stop)
	os.Exit(cli.Main(ctx, os.Args[1:], cli.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Environ()}))
}
