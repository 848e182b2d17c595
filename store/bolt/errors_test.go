package bolt

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/winnow-news/winnow/proto/failure"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func TestFullDiskIsTransient(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "winnow.db"), DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	full := &os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	err = s.failed(full, "append to journal of %s", "a_org")
	if failure.ClassOf(err) != failure.ClassTransient || !strings.Contains(err.Error(), "is full") {
		t.Errorf("got %v", err)
	}
}

// TestForeignTextIsPoison stores what protobuf refuses: it must not be tried
// again for ever, nor take other writers down.
func TestForeignTextIsPoison(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "winnow.db"), DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	bad := &pb.CrawlTask{Url: "https://a.org/", Host: "a.org", Site: "a_org", Etag: "\xff"}
	if _, err := s.Put(t.Context(), bad); failure.ClassOf(err) != failure.ClassPoison {
		t.Errorf("put: %v", err)
	}
	bad.Etag = ""
	if n, err := s.Put(t.Context(), bad); n != 1 || err != nil {
		t.Errorf("put without it: %d, %v", n, err)
	}
}
