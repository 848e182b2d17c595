//go:build unix

package embedded

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// A process that is started while the lock is let go of has the file open, too,
// for a moment.
func TestUnlockWithCopyOfFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	unlock, err := lock(path)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("no list of open files here: ", err)
	}
	found := false
	for _, e := range entries {
		if name, _ := os.Readlink("/proc/self/fd/" + e.Name()); name != path {
			continue
		}
		fd, err := strconv.Atoi(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		dup, err := syscall.Dup(fd)
		if err != nil {
			t.Fatal(err)
		}
		defer syscall.Close(dup)
		found = true
	}
	if !found {
		t.Fatal("the locked file is not open")
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	again, err := lock(path)
	if err != nil {
		t.Fatalf("locked again: %v", err)
	}
	if err := again(); err != nil {
		t.Error(err)
	}
}
