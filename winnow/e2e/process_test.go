package e2e

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// process is a child: this test binary in another role.
type process struct {
	tb   testing.TB
	name string
	cmd  *exec.Cmd
	done chan struct{} // closed when the child has ended
	out  output
	err  output
}

// output collects what a child writes.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// start runs a child until the test ends, at the latest.
func start(tb testing.TB, role string, args ...string) *process {
	tb.Helper()
	self, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	p := &process{tb: tb, name: role + " " + strings.Join(args, " "), cmd: exec.Command(self, args...), done: make(chan struct{})}
	p.cmd.Env = append(environment(), roleVariable+"="+role)
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.err
	p.cmd.Dir = tb.TempDir()
	lifeline, err := p.cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		tb.Fatalf("starting %s: %v", p.name, err)
	}
	go func() {
		_ = p.cmd.Wait() // how it ended is looked at where it matters
		_ = lifeline.Close()
		close(p.done)
	}()
	tb.Cleanup(func() {
		p.kill()
		if tb.Failed() {
			tb.Logf("%s said:\n%s", p.name, tail(p.err.String(), 4000))
		}
	})
	return p
}

// environment is this process's without what would configure Winnow.
func environment() []string {
	var kept []string
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "WINNOW_") {
			kept = append(kept, kv)
		}
	}
	return kept
}

func tail(s string, n int) string {
	return s[max(0, len(s)-n):]
}

// kill ends the child as a crash would.
func (p *process) kill() {
	_ = p.cmd.Process.Signal(syscall.SIGKILL)
	<-p.done
}

// wait waits for the child's own end and gives its exit code.
func (p *process) wait(limit time.Duration) int {
	p.tb.Helper()
	select {
	case <-p.done:
		return p.cmd.ProcessState.ExitCode()
	case <-time.After(limit):
		p.tb.Fatalf("%s did not end within %v", p.name, limit)
		return -1
	}
}

// terminate asks the child to end and gives its exit code.
func (p *process) terminate(limit time.Duration) int {
	p.tb.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.tb.Fatalf("%s: %v", p.name, err)
	}
	return p.wait(limit)
}

// says waits until the child has written text to one of its outputs.
func (p *process) says(o *output, text string, limit time.Duration) {
	p.tb.Helper()
	await(p.tb, limit, p.name+" says "+text, func() bool {
		select {
		case <-p.done:
			p.tb.Fatalf("%s has ended: %s", p.name, tail(p.err.String(), 1000))
		default:
		}
		return strings.Contains(o.String(), text)
	})
}

// winnow runs a command of Winnow to its end and gives what it printed; any
// exit code but want fails the test.
func winnow(tb testing.TB, want int, args ...string) string {
	tb.Helper()
	p := start(tb, roleWinnow, args...)
	if code := p.wait(patience); code != want {
		tb.Fatalf("%s: exit code %d, want %d: %s", p.name, code, want, tail(p.err.String(), 2000))
	}
	return p.out.String()
}

// patience is how long anything may take before a test fails: a multiple of
// what is usual on a busy machine.
const patience = 2 * time.Minute

// await polls until a condition holds.
func await(tb testing.TB, limit time.Duration, what string, holds func() bool) {
	tb.Helper()
	deadline := time.Now().Add(limit)
	for !holds() {
		if time.Now().After(deadline) {
			tb.Fatalf("not within %v: %s", limit, what)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

var _ io.Writer = (*output)(nil)
