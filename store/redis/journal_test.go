package redis

import (
	"errors"
	"testing"

	"github.com/winnow-news/winnow/proto/journal"
)

// TestJournalOfAnEarlierVersion: its head is a number and names no entry. It is
// read and goes on, and names one from then on.
func TestJournalOfAnEarlierVersion(t *testing.T) {
	s, ctx := opened(t), t.Context()
	head, err := s.Append(ctx, "a_org", journal.Head{}, 5, []journal.Entry{{PageID: "p"}, {PageID: "q"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.client.Set(ctx, s.siteKey("a_org", "head"), 2, 0).Err(); err != nil {
		t.Fatal(err)
	}
	if entries, at, err := s.Read(ctx, "a_org", 1); err != nil || at != 2 || len(entries) != 1 || entries[0].Seq != 2 {
		t.Fatalf("%v, head %d, %v", entries, at, err)
	}
	if head, err = s.Append(ctx, "a_org", head, 5, []journal.Entry{{PageID: "r"}}); err != nil || head.Seq != 3 {
		t.Fatalf("head %v, %v", head, err)
	}
	if _, err := s.Append(ctx, "a_org", journal.Head{Seq: 3}, 5, nil); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("a head without an entry: got %v, want ErrConflict", err)
	}
}
