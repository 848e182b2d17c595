// Package redistest starts real Redis servers for tests: one, or a cluster of
// three masters. They listen on loopback only, keep an append-only file in the
// test's directory, and end with the test. Stop, Kill and Restart take a server
// away in the middle and bring it back with what it kept.
package redistest

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// startTimeout is how long a server may take until it answers.
const startTimeout = 15 * time.Second

// Server is a running redis-server.
type Server struct {
	// Addr is host:port; it stays the same over restarts.
	Addr string

	tb   testing.TB
	dir  string
	args []string
	cmd  *exec.Cmd
	done chan struct{}
	out  *bytes.Buffer
}

// Start runs a redis-server whose every reply is on disk first, and args ("--name",
// "value", ...) behind its settings. The test fails when there is no
// redis-server in PATH; with -short it is skipped.
func Start(tb testing.TB, args ...string) *Server {
	tb.Helper()
	Require(tb)
	var err error
	for range 3 { // another process may take the port meanwhile
		s := &Server{tb: tb, dir: tb.TempDir()}
		port := freePort(tb)
		s.Addr = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
		s.args = append([]string{
			"--bind", "127.0.0.1", "--port", strconv.Itoa(port), "--dir", s.dir,
			"--save", "", "--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction",
		}, args...)
		if err = s.launch(); err == nil {
			tb.Cleanup(s.Kill)
			return s
		}
	}
	tb.Fatalf("redistest: %v", err)
	return nil
}

// Require fails the test, or skips it with -short, when there is no
// redis-server in PATH.
func Require(tb testing.TB) {
	tb.Helper()
	if _, err := exec.LookPath("redis-server"); err == nil {
		return
	}
	const missing = "redis-server is not in PATH: apt-get install redis-server (Debian, Ubuntu), brew install redis (macOS)"
	if testing.Short() {
		tb.Skip(missing)
	}
	tb.Fatal(missing)
}

// Stop ends the server as an operator would; what it acknowledged is kept.
func (s *Server) Stop() { s.end(syscall.SIGTERM) }

// Kill ends the server as a crash would.
func (s *Server) Kill() { s.end(syscall.SIGKILL) }

// Restart brings the server back, on the same address and with the data that
// it kept, stopping it first if it runs.
func (s *Server) Restart() {
	s.tb.Helper()
	s.Stop()
	if err := s.launch(); err != nil {
		s.tb.Fatalf("redistest: restart: %v", err)
	}
}

// TearLog cuts so many bytes off the end of a killed server's append-only file, as
// a crash of the machine may.
func (s *Server) TearLog(bytes int64) {
	s.tb.Helper()
	logs, err := filepath.Glob(filepath.Join(s.dir, "appendonlydir", "*.incr.aof"))
	if err != nil || len(logs) != 1 {
		s.tb.Fatalf("redistest: logs %q, %v, want one", logs, err)
	}
	info, err := os.Stat(logs[0])
	if err == nil {
		err = os.Truncate(logs[0], max(info.Size()-bytes, 0))
	}
	if err != nil {
		s.tb.Fatalf("redistest: %v", err)
	}
}

func (s *Server) end(sig syscall.Signal) {
	if s.cmd == nil {
		return
	}
	_ = s.cmd.Process.Signal(sig)
	<-s.done
	s.cmd = nil
}

func (s *Server) launch() error {
	s.out = new(bytes.Buffer)
	cmd := exec.Command("redis-server", s.args...)
	cmd.Stdout, cmd.Stderr = s.out, s.out
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	if err := cmd.Start(); err != nil {
		return err
	}
	s.cmd, s.done = cmd, make(chan struct{})
	go func() {
		_ = cmd.Wait() // its end is expected, or shows in the test
		close(s.done)
	}()
	return s.wait()
}

// wait returns when the server answers.
func (s *Server) wait() error {
	deadline := time.After(startTimeout)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !answers(s.Addr) {
		select {
		case <-s.done:
			s.cmd = nil
			return fmt.Errorf("redis-server ended at once: %s", lastLine(s.out.String()))
		case <-deadline:
			s.Kill()
			return fmt.Errorf("redis-server at %s does not answer within %v", s.Addr, startTimeout)
		case <-tick.C:
		}
	}
	return nil
}

// answers reports whether a Redis at addr is ready; any reply but LOADING
// (a password is wanted, say) will do.
func answers(addr string) bool {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return false
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	if _, err := conn.Write([]byte("PING\r\n")); err != nil {
		return false
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	return err == nil && !strings.HasPrefix(line, "-LOADING")
}

func freePort(tb testing.TB) int {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatalf("redistest: %v", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func lastLine(out string) string {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	return lines[len(lines)-1]
}
