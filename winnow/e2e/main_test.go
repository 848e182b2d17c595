package e2e

import (
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/winnow-news/winnow/bus/embedded"
	"github.com/winnow-news/winnow/winnow/cli"
)

// roleVariable tells a process that is this test binary what else to be. Its
// name must not begin like the configuration's variables.
const roleVariable = "E2E_ROLE"

// The roles of a child process.
const (
	roleWinnow = "winnow"
	roleNATS   = "nats"
)

func TestMain(m *testing.M) {
	switch role := os.Getenv(roleVariable); role {
	case "":
		os.Exit(runTests(m))
	case roleWinnow:
		os.Exit(beWinnow())
	case roleNATS:
		os.Exit(beNATS(os.Args[1], os.Args[2]))
	default:
		fmt.Fprintf(os.Stderr, "unknown role %q\n", role)
		os.Exit(2)
	}
}

// runTests runs the tests with a folder for what they share.
func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "winnow-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	sharedDir = dir
	return m.Run()
}

// sharedDir is a folder that is there until the last test has ended.
var sharedDir string

// beWinnow is what package main does, with an end when the parent dies.
func beWinnow() int {
	go endWithParent()
	return cli.Process()
}

// beNATS serves NATS from a store directory until it is killed, on a given
// port, so that it is found again after a restart.
func beNATS(dir, port string) int {
	go endWithParent()
	cfg := embedded.DefaultConfig(dir)
	if _, err := fmt.Sscan(port, &cfg.Port); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	server, err := embedded.Start(cfg)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println(server.URL())
	select {}
}

// endWithParent ends the process when standard input, which the parent holds
// open, is closed: a test that dies leaves nobody behind.
func endWithParent() {
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(1)
}
