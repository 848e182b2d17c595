package redistest

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// StartSentinel runs one sentinel that watches master under name.
func StartSentinel(tb testing.TB, name string, master *Server) *Server {
	tb.Helper()
	host, port, err := net.SplitHostPort(master.Addr)
	if err != nil {
		tb.Fatalf("redistest: %v", err)
	}
	s := &Server{tb: tb, dir: tb.TempDir()}
	own := freePort(tb)
	s.Addr = net.JoinHostPort("127.0.0.1", strconv.Itoa(own))
	conf := filepath.Join(s.dir, "sentinel.conf")
	text := fmt.Sprintf("port %d\nbind 127.0.0.1\ndir %s\nsentinel monitor %s %s %s 1\n", own, s.dir, name, host, port)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		tb.Fatalf("redistest: %v", err)
	}
	s.args = []string{conf, "--sentinel"}
	if err := s.launch(); err != nil {
		tb.Fatalf("redistest: sentinel: %v", err)
	}
	tb.Cleanup(s.Kill)
	return s
}
