package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/journal"
	"github.com/winnow-news/winnow/store"
)

const token = "example_com"

func journalTests() []test {
	return []test{
		{"ReadOfNothing", readOfNothing},
		{"AppendThenRead", appendThenRead},
		{"ReadBehind", readBehind},
		{"ConflictWritesNothing", conflictWritesNothing},
		{"PageTwiceInOneBatchIsRefused", twiceInBatch},
		{"EmptyBatchChecksTheHead", emptyBatch},
		{"RepeatedAppendIsAConflict", repeatedAppend},
		{"AnotherJournalIsAConflict", anotherJournal},
		{"TrimKeepsTheLast", trimKeepsTheLast},
		{"BatchLongerThanKeep", batchLongerThanKeep},
		{"TrimmedPageMayComeBack", trimmedPageComesBack},
		{"SitesAreApart", journalsApart},
		{"RefusesWhatCannotBeStored", journalRefuses},
		{"LargeAndStrangeData", strangeData},
		{"ConcurrentAppendersLoseNothing", concurrentAppenders},
		{"ManyEntriesInOneBatch", manyEntries},
	}
}

// page makes an entry whose data can be told from every other.
func page(id string) journal.Entry {
	return journal.Entry{PageID: id, Data: []byte("data of " + id)}
}

func pages(ids ...string) (entries []journal.Entry) {
	for _, id := range ids {
		entries = append(entries, page(id))
	}
	return entries
}

func numbered(from, to int) (entries []journal.Entry) {
	for i := from; i <= to; i++ {
		entries = append(entries, page(fmt.Sprintf("p%d", i)))
	}
	return entries
}

// appendOK appends at position at, behind whatever entry stands there.
func appendOK(t *testing.T, s Store, at uint64, keep int, entries []journal.Entry) uint64 {
	t.Helper()
	head := headAt(t, s, at)
	got := must[journal.Head](t)(s.Append(t.Context(), token, head, keep, entries))
	equal(t, "head", got, head.Behind(entries...))
	return got.Seq
}

// headAt is the head of a journal that ends at position at.
func headAt(t *testing.T, s Store, at uint64) journal.Head {
	t.Helper()
	if at == 0 {
		return journal.Head{}
	}
	entries, err := s.Read(t.Context(), token, at-1)
	ok(t, err)
	if len(entries) == 0 || entries[0].Seq != at {
		t.Fatalf("no entry at %d", at)
	}
	return journal.Head{Seq: at, Sum: entries[0].Sum()}
}

// holds checks what Read gives behind after: the positions first, first+1, ...
// of pages ids.
func holds(t *testing.T, s Store, after, first uint64, ids ...string) {
	t.Helper()
	got, err := s.Read(t.Context(), token, after)
	ok(t, err)
	equal(t, "number of entries", len(got), len(ids))
	for i, e := range got {
		equal(t, "position", e.Seq, first+uint64(i))
		equal(t, "page", e.PageID, ids[i])
		if want := page(ids[i]).Data; !bytes.Equal(e.Data, want) {
			t.Fatalf("data of %s: got %q, want %q", e.PageID, e.Data, want)
		}
	}
}

func readOfNothing(t *testing.T, s Store) {
	holds(t, s, 0, 0)
	holds(t, s, 7, 0)
}

func appendThenRead(t *testing.T, s Store) {
	equal(t, "head", appendOK(t, s, 0, 10, pages("a", "b")), 2)
	equal(t, "head", appendOK(t, s, 2, 10, pages("c")), 3)
	holds(t, s, 0, 1, "a", "b", "c")
}

func readBehind(t *testing.T, s Store) {
	appendOK(t, s, 0, 10, pages("a", "b", "c"))
	holds(t, s, 1, 2, "b", "c")
	holds(t, s, 2, 3, "c")
	holds(t, s, 3, 0)
	holds(t, s, 9, 0) // who is ahead has folded a journal that is gone
}

func conflictWritesNothing(t *testing.T, s Store) {
	appendOK(t, s, 0, 10, pages("a", "b"))
	for _, head := range []journal.Head{
		{}, headAt(t, s, 1), {Seq: 3, Sum: page("b").Sum()}, {Seq: 1 << 40, Sum: page("b").Sum()},
		{Seq: 2, Sum: page("a").Sum()}, {Seq: 2},
	} {
		if _, err := s.Append(t.Context(), token, head, 10, pages("c", "d")); !errors.Is(err, journal.ErrConflict) {
			t.Fatalf("append at head %+v: got %v, want ErrConflict", head, err)
		}
	}
	holds(t, s, 0, 1, "a", "b")
}

// repeatedAppend: who does not get the answer asks again, and finds his pages there.
func repeatedAppend(t *testing.T, s Store) {
	appendOK(t, s, 0, 3, pages("a"))
	head := headAt(t, s, 1)
	for _, want := range []error{nil, journal.ErrConflict} {
		if _, err := s.Append(t.Context(), token, head, 3, pages("b", "c")); !errors.Is(err, want) {
			t.Fatalf("got %v, want %v", err, want)
		}
	}
	holds(t, s, 1, 2, "b", "c")
}

// anotherJournal: a site is removed and added again while a worker, who does
// not know, holds its journal in memory. The new one comes just as far.
func anotherJournal(t *testing.T, s Store) {
	appendOK(t, s, 0, 2, pages("a", "b", "c"))
	old := headAt(t, s, 3)
	ok(t, s.RemoveSite(t.Context(), token))
	appendOK(t, s, 0, 2, pages("b", "c", "a"))
	for _, entries := range [][]journal.Entry{pages("d"), nil} {
		if _, err := s.Append(t.Context(), token, old, 2, entries); !errors.Is(err, journal.ErrConflict) {
			t.Fatalf("append of %d entries: got %v, want ErrConflict", len(entries), err)
		}
	}
	// The same page at the same place, stored anew.
	ok(t, s.RemoveSite(t.Context(), token))
	appendOK(t, s, 0, 2, append(pages("a", "b"), journal.Entry{PageID: "c", Data: []byte("stored anew")}))
	if _, err := s.Append(t.Context(), token, old, 2, pages("d")); !errors.Is(err, journal.ErrConflict) {
		t.Fatalf("got %v, want ErrConflict", err)
	}
	equal(t, "head", appendOK(t, s, 3, 2, pages("d")), 4)
}

func twiceInBatch(t *testing.T, s Store) {
	_, err := s.Append(t.Context(), token, journal.Head{}, 10, pages("a", "b", "a"))
	if !errors.Is(err, store.ErrArgument) {
		t.Fatalf("got %v, want ErrArgument", err)
	}
	holds(t, s, 0, 0)
}

func emptyBatch(t *testing.T, s Store) {
	equal(t, "head", appendOK(t, s, 0, 10, nil), 0)
	appendOK(t, s, 0, 10, pages("a"))
	equal(t, "head", appendOK(t, s, 1, 10, nil), 1)
	if _, err := s.Append(t.Context(), token, journal.Head{}, 10, nil); !errors.Is(err, journal.ErrConflict) {
		t.Fatalf("got %v, want ErrConflict", err)
	}
}

func trimKeepsTheLast(t *testing.T, s Store) {
	appendOK(t, s, 0, 3, pages("a", "b"))
	appendOK(t, s, 2, 3, pages("c", "d", "e"))
	holds(t, s, 0, 3, "c", "d", "e") // a gap: 3 > 0+1
	holds(t, s, 1, 3, "c", "d", "e") // a gap: 3 > 1+1
	holds(t, s, 2, 3, "c", "d", "e") // no gap
	holds(t, s, 4, 5, "e")
	appendOK(t, s, 5, 1, pages("f"))
	holds(t, s, 0, 6, "f")
	appendOK(t, s, 6, 10, pages("g"))
	holds(t, s, 0, 6, "f", "g")
}

func batchLongerThanKeep(t *testing.T, s Store) {
	equal(t, "head", appendOK(t, s, 0, 2, pages("a", "b", "c", "d", "e")), 5)
	holds(t, s, 0, 4, "d", "e")
	equal(t, "head", appendOK(t, s, 5, 2, pages("a")), 6)
	holds(t, s, 0, 5, "e", "a")
}

func trimmedPageComesBack(t *testing.T, s Store) {
	appendOK(t, s, 0, 2, pages("a", "b", "c"))
	equal(t, "head", appendOK(t, s, 3, 2, pages("a")), 4)
	holds(t, s, 0, 3, "c", "a")
}

func journalsApart(t *testing.T, s Store) {
	appendOK(t, s, 0, 10, pages("a", "b"))
	head, err := s.Append(t.Context(), "example_co", journal.Head{}, 10, pages("a"))
	ok(t, err)
	equal(t, "head of the other site", head.Seq, 1)
	holds(t, s, 0, 1, "a", "b")
}

func journalRefuses(t *testing.T, s Store) {
	long := string(bytes.Repeat([]byte("x"), 256))
	for name, call := range map[string]func() error{
		"no site":      func() error { _, err := s.Read(t.Context(), "", 0); return err },
		"strange site": func() error { _, err := s.Append(t.Context(), "a}b", journal.Head{}, 1, pages("a")); return err },
		"keep nothing": func() error { _, err := s.Append(t.Context(), token, journal.Head{}, 0, pages("a")); return err },
		"no page id":   func() error { _, err := s.Append(t.Context(), token, journal.Head{}, 1, pages("")); return err },
		"long page id": func() error { _, err := s.Append(t.Context(), token, journal.Head{}, 1, pages(long)); return err },
	} {
		if err := call(); !errors.Is(err, store.ErrArgument) || failure.ClassOf(err) != failure.ClassPoison {
			t.Errorf("%s: got %v, want poison ErrArgument", name, err)
		}
	}
	holds(t, s, 0, 0)
}

func strangeData(t *testing.T, s Store) {
	data := [][]byte{nil, {0}, bytes.Repeat([]byte("winnow"), 200_000), []byte("\x00\r\n\xff$5"), pseudoRandom(100_000)}
	entries := []journal.Entry{page(strings.Repeat("x", 255))} // the longest page id
	data = slices.Insert(data, 0, entries[0].Data)
	for i, d := range data[1:] {
		entries = append(entries, journal.Entry{PageID: fmt.Sprintf("\x00\n%d", i), Data: d})
	}
	appendOK(t, s, 0, 10, entries)
	got, err := s.Read(t.Context(), token, 0)
	ok(t, err)
	equal(t, "number of entries", len(got), len(data))
	for i, e := range got {
		if e.PageID != entries[i].PageID || !bytes.Equal(e.Data, data[i]) {
			t.Errorf("entry %d came back different", i)
		}
	}
	// Trimming finds the page ids in the entries.
	appendOK(t, s, uint64(len(data)), 1, pages("last"))
	entries[0].Seq = 0
	equal(t, "head", appendOK(t, s, uint64(len(data))+1, 1, entries), 2*uint64(len(data))+1)
}

// pseudoRandom gives bytes that do not compress.
func pseudoRandom(n int) []byte {
	b, x := make([]byte, n), uint64(88172645463325252)
	for i := range b {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		b[i] = byte(x)
	}
	return b
}

func manyEntries(t *testing.T, s Store) {
	const n = 9000 // more than a Lua call can take as arguments
	equal(t, "head", appendOK(t, s, 0, n, numbered(1, n)), n)
	equal(t, "head", appendOK(t, s, n, 5, numbered(n+1, n+1)), n+1)
	holds(t, s, 0, n-3, "p8997", "p8998", "p8999", "p9000", "p9001")
	equal(t, "head", appendOK(t, s, n+1, 5, numbered(1, 1)), n+2)
}

// concurrentAppenders is the comparer's loop: append, and on a conflict read
// the head and try again. A reader follows and must see no gap.
func concurrentAppenders(t *testing.T, s Store) {
	const workers, each = 6, 15
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			if err := appendAll(ctx, s, w, each); err != nil {
				t.Errorf("worker %d: %v", w, err)
				cancel()
			}
		})
	}
	seen, err := follow(ctx, s, workers*each)
	if err != nil {
		cancel()
		t.Errorf("reader: %v", err)
	}
	wg.Wait()
	for w := range workers {
		for i := range each {
			id := fmt.Sprintf("w%d-%d", w, i)
			if seen[id] != 1 {
				t.Errorf("page %s was seen %d times", id, seen[id])
			}
		}
	}
}

func appendAll(ctx context.Context, s Store, worker, each int) error {
	var head journal.Head
	for i := range each {
		entries := pages(fmt.Sprintf("w%d-%d", worker, i))
		for {
			h, err := s.Append(ctx, token, head, 1000, entries)
			if err == nil {
				head = h
				break
			}
			if !errors.Is(err, journal.ErrConflict) {
				return err
			}
			fresh, err := s.Read(ctx, token, head.Seq)
			if err != nil {
				return err
			}
			head = head.Behind(fresh...)
		}
	}
	return nil
}

func follow(ctx context.Context, s Store, n int) (map[string]int, error) {
	seen, last := make(map[string]int), uint64(0)
	for last < uint64(n) {
		entries, err := s.Read(ctx, token, last)
		if err != nil {
			return seen, err
		}
		for _, e := range entries {
			if e.Seq != last+1 {
				return seen, fmt.Errorf("position %d follows %d", e.Seq, last)
			}
			last = e.Seq
			seen[e.PageID]++
		}
	}
	return seen, nil
}
