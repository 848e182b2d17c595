package bolt

import (
	"errors"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/winnow-news/winnow/proto/journal"
)

// TestJournalOfAnEarlierVersion: only the time of its last write is kept, and no
// sum. It goes on, and has one from then on.
func TestJournalOfAnEarlierVersion(t *testing.T) {
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
	if head, err = s.Append(ctx, "a_org", head, 5, []journal.Entry{{PageID: "r"}}); err != nil || head.Seq != 3 {
		t.Fatalf("head %v, %v", head, err)
	}
	if _, err := s.Append(ctx, "a_org", journal.Head{Seq: 3}, 5, nil); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("a head without an entry: got %v, want ErrConflict", err)
	}
}
