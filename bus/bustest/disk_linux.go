package bustest

import (
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

// OwnProcess runs the test that calls it once more, in a process of its own, and
// reports whether this is that process; the other has nothing more to do.
func OwnProcess(t *testing.T) bool {
	t.Helper()
	const inside = "BUSTEST_OWN_PROCESS"
	if os.Getenv(inside) != "" {
		return true
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), inside+"=1")
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// FillDisk keeps the files of this process from growing beyond so many bytes: to
// a server that is what a full disk is. The function that it gives makes room
// again.
func FillDisk(t *testing.T, bytes uint64) (makeRoom func()) {
	t.Helper()
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	set := func(limit syscall.Rlimit) {
		t.Helper()
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
	}
	signal.Ignore(syscall.SIGXFSZ)
	set(syscall.Rlimit{Cur: bytes, Max: before.Max})
	return func() { set(before) }
}
