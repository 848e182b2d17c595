package pipeline_test

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// TestStartOnAFullDisk: what the server says of its streams names no disk. In a
// process of its own, whose files may not grow.
func TestStartOnAFullDisk(t *testing.T) {
	const inside = "PIPELINE_TEST_FULL_DISK"
	if os.Getenv(inside) == "" {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestStartOnAFullDisk$", "-test.v")
		cmd.Env = append(os.Environ(), inside+"=1")
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestStartOnAFullDisk") {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	cfg := config.Default()
	cfg.Data = t.TempDir()
	var unlimited syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &unlimited); err != nil {
		t.Fatal(err)
	}
	full := unlimited
	full.Cur = 16
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &full); err != nil {
		t.Fatal(err)
	}
	_, err := pipeline.OpenBus(t.Context(), cfg, nil)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &unlimited); err != nil { // go test writes, too
		t.Fatal(err)
	}
	if !errors.Is(err, pipeline.ErrUnreachable) || !strings.HasPrefix(err.Error(), "data folder: write ") ||
		!strings.Contains(err.Error(), "make room on the disk") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a server that cannot make its streams: %v", err)
	}
}
