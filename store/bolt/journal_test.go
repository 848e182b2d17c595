package bolt

import (
	"errors"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/winnow-news/winnow/proto/journal"
	"github.com/winnow-news/winnow/store"
)

// TestJournalWithoutASum: a head that names no entry is no head, and nothing is
// appended behind it.
func TestJournalWithoutASum(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "winnow.db"), DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	ctx := t.Context()
	head, err := s.Append(ctx, "a_org", journal.Head{}, 5, []journal.Entry{{PageID: "p"}, {PageID: "q"}})
	if err != nil {
		t.Fatal(err)
	}
	err = s.db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket(journalsBucket).Put([]byte("a_org"), stamped(s.cfg.Now(), nil))
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = s.Append(ctx, "a_org", head, 5, []journal.Entry{{PageID: "r"}}); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("got %v, want ErrCorrupt", err)
	}
}
