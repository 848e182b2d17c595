package cli_test

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/winnow-news/winnow/winnow/cli"
)

var rewrite = flag.Bool("rewrite", false, "rewrite the scripts' expected output")

// The test binary runs itself again as winnow, as the servers that scripts
// need, and as the tools that make their fixtures.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"winnow":   func() { os.Exit(cli.Process()) },
		"nats":     serveNATS,
		"barenats": serveBareNATS,
		"notredis": serveNonsense,
		"pack":     pack,
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *rewrite,
		Setup:         setup,
		Deadline:      time.Now().Add(9 * time.Minute), // a hang, not a slow machine
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   exits,
			"lines":   lines,
			"json":    isJSON,
			"listens": listens,
			"appears": appears,
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// setup gives each script ports of its own.
func setup(e *testscript.Env) error {
	for _, name := range []string{"PORT", "PORT2", "NATSPORT", "REDISPORT"} {
		port, err := freePort()
		if err != nil {
			return err
		}
		e.Setenv(name, strconv.Itoa(port))
	}
	e.Setenv("HOME", e.WorkDir)
	return nil
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// exits runs a command and wants an exit code: exits 2 winnow run --nope. Codes
// other than 0, 5 and a diff's 1 want a last line on stderr that begins with the
// program's name.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE command [args…]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if ee, ok := errors.AsType[*exec.ExitError](err); ok {
		got = ee.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
	if want == 0 || want == 5 || want == 1 && slices.Contains(args, "diff") {
		return
	}
	said := strings.Split(strings.TrimSpace(ts.ReadFile("stderr")), "\n")
	if last := said[len(said)-1]; !strings.HasPrefix(last, "winnow: ") {
		ts.Fatalf("exit code %d, and stderr ends with %q", got, last)
	}
}

// lines wants a number of lines in a file: lines stdout 3.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: [!] lines file number")
	}
	got := strings.Count(ts.ReadFile(args[0]), "\n")
	if (strconv.Itoa(got) == args[1]) == neg {
		ts.Fatalf("%s has %d lines, want %s", args[0], got, args[1])
	}
}

// listens waits until somebody listens on a port of this machine.
func listens(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: listens port")
	}
	wait(ts, "port "+args[0], func() bool {
		conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", args[0]))
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
}

// appears waits until a file of a pattern exists and is not empty.
func appears(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: appears pattern")
	}
	wait(ts, args[0], func() bool {
		found, err := filepath.Glob(ts.MkAbs(args[0]))
		ts.Check(err)
		for _, f := range found {
			if info, err := os.Stat(f); err == nil && info.Size() > 0 {
				return true
			}
		}
		return false
	})
}

// wait asks until something that another process does has happened.
func wait(ts *testscript.TestScript, what string, happened func() bool) {
	for deadline := time.Now().Add(30 * time.Second); !happened(); {
		if time.Now().After(deadline) {
			ts.Fatalf("waited in vain for %s", what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// fail ends a helper process.
func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
