package redis

import (
	"errors"
	"testing"

	goredis "github.com/redis/go-redis/v9"
	"github.com/winnow-news/winnow/proto/journal"
)

// TestTornJournal: a Redis may come back without its last moments, with one half
// of an append and without the other. What it has kept is a journal, and goes on.
func TestTornJournal(t *testing.T) {
	s, ctx := opened(t), t.Context()
	key, site := s.journalKey("a_org"), "a_org"
	add := func(head journal.Head, ids ...string) (journal.Head, error) {
		var entries []journal.Entry
		for _, id := range ids {
			entries = append(entries, journal.Entry{PageID: id, Data: []byte(id)})
		}
		return s.Append(ctx, site, head, 5, entries)
	}
	before, err := add(journal.Head{}, "p")
	if err != nil {
		t.Fatal(err)
	}
	dump := s.client.Dump(ctx, key).Val()
	lost, err := add(before, "q", "r")
	if err != nil {
		t.Fatal(err)
	}
	half := s.client.XRange(ctx, key, "2", "2").Val()[0]
	err = errors.Join(s.client.RestoreReplace(ctx, key, 0, dump).Err(),
		s.client.XAdd(ctx, &goredis.XAddArgs{Stream: key, ID: half.ID, Values: half.Values}).Err())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := add(lost, "s"); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("behind what is lost: %v, want ErrConflict", err)
	}
	entries, err := s.Read(ctx, site, 0)
	if err != nil || len(entries) != 2 || entries[1].PageID != "q" {
		t.Fatalf("read %v, %v, want p and q", entries, err)
	}
	if head, err := add(journal.Head{}.Behind(entries...), "r", "s"); err != nil || head.Seq != 4 {
		t.Errorf("behind what is left: head %v, %v", head, err)
	}
}
