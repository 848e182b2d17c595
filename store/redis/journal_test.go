package redis

import (
	"errors"
	"testing"

	"github.com/winnow-news/winnow/proto/journal"
	"github.com/winnow-news/winnow/store"
)

// TestJournalWithoutASum: a head that names no entry is no head, and nothing is
// appended behind it.
func TestJournalWithoutASum(t *testing.T) {
	s, ctx := opened(t), t.Context()
	head, err := s.Append(ctx, "a_org", journal.Head{}, 5, []journal.Entry{{PageID: "p"}, {PageID: "q"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.client.Set(ctx, s.siteKey("a_org", "head"), 2, 0).Err(); err != nil {
		t.Fatal(err)
	}
	if _, err = s.Append(ctx, "a_org", head, 5, []journal.Entry{{PageID: "r"}}); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("got %v, want ErrCorrupt", err)
	}
}

// TestTornJournal: a Redis may come back with one half of what an append did and
// without the other, or evict one key and keep the other. Nobody can append behind
// that, and whoever reads is told so: it looks as if others were faster, for ever.
func TestTornJournal(t *testing.T) {
	s, ctx := opened(t), t.Context()
	head, err := s.Append(ctx, "a_org", journal.Head{}, 5, []journal.Entry{{PageID: "p", Data: []byte("1")}})
	if err != nil {
		t.Fatal(err)
	}
	before := s.client.Get(ctx, s.siteKey("a_org", "head")).Val()
	if _, err := s.Append(ctx, "a_org", head, 5, []journal.Entry{{PageID: "q", Data: []byte("2")}}); err != nil {
		t.Fatal(err)
	}
	if err := s.client.Set(ctx, s.siteKey("a_org", "head"), before, 0).Err(); err != nil {
		t.Fatal(err)
	}
	if entries, at, err := s.Read(ctx, "a_org", 0); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("read %v, head %d, %v, want ErrCorrupt", entries, at, err)
	}
	if err := s.client.Del(ctx, s.siteKey("a_org", "entries")).Err(); err != nil {
		t.Fatal(err)
	}
	if entries, at, err := s.Read(ctx, "a_org", 0); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("without entries: read %v, head %d, %v, want ErrCorrupt", entries, at, err)
	}
}
