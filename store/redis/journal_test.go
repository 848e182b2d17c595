package redis_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/winnow-news/winnow/proto/journal"
	"github.com/winnow-news/winnow/store/redistest"
)

// TestTornLog: whatever the end of its log that a Redis has lost in a crash, it
// comes back with a journal that has been, and goes on from there; and what is lost
// does not come back to life at a later start.
func TestTornLog(t *testing.T) {
	const keep = 50
	server := redistest.Start(t)
	s, ctx := open(t, config(server)), t.Context()
	var held []journal.Entry // what the journal holds, as who appends knows
	read := func() []journal.Entry {
		t.Helper()
		entries, err := s.Read(ctx, "a_org", 0)
		if err != nil {
			t.Fatal(err)
		}
		return entries
	}
	for round, torn := range []int64{0, 1, 20, 60, 100, 400, 700, 1500, 0} {
		for i := range 12 {
			batch := make([]journal.Entry, 1+i%4)
			for k := range batch {
				id := fmt.Sprintf("%d-%d-%d", round, i, k)
				batch[k] = journal.Entry{Seq: uint64(len(held) + k + 1), PageID: id, Data: append(incompressible(300), id...)}
			}
			if _, err := s.Append(ctx, "a_org", headOf(held), keep, batch); err != nil {
				t.Fatal(err)
			}
			held = append(held, batch...)
		}
		server.Kill()
		server.TearLog(torn)
		server.Restart()
		entries := read()
		if n := len(entries); n > 0 {
			held = held[:entries[n-1].Seq]
		}
		if want := min(keep, len(held)); len(entries) != want {
			t.Errorf("torn by %d bytes: %d entries, want %d", torn, len(entries), want)
		}
		for _, e := range entries {
			if want := held[e.Seq-1]; e.PageID != want.PageID || !bytes.Equal(e.Data, want.Data) {
				t.Fatalf("torn by %d bytes: position %d holds %s, want %s", torn, e.Seq, e.PageID, want.PageID)
			}
		}
	}
}

func headOf(entries []journal.Entry) journal.Head {
	n := len(entries)
	if n == 0 {
		return journal.Head{}
	}
	return journal.Head{Seq: entries[n-1].Seq, Sum: entries[n-1].Sum()}
}
