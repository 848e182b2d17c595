package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/winnow-news/winnow/eval/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := cli.Main(ctx, os.Args[1:], cli.System())
	stop()
	os.Exit(code)
}
