package record

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func codec(tb testing.TB) *Codec {
	tb.Helper()
	c, err := NewCodec()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(c.Close)
	return c
}

func TestEntryIsSmallerWhereItCanBe(t *testing.T) {
	c := codec(t)
	text := journal.Entry{PageID: "p", Data: bytes.Repeat([]byte("template "), 500)}
	if n := len(c.Encode(text)); n > len(text.Data)/10 {
		t.Errorf("%d bytes of text take %d", len(text.Data), n)
	}
	tiny := journal.Entry{PageID: "p", Data: []byte{1, 2, 3}}
	if n := len(c.Encode(tiny)); n != 3+len("p")+2 {
		t.Errorf("3 bytes take %d", n)
	}
}

// TestQueueOrder compares the order of keys with the order of tasks.
func TestQueueOrder(t *testing.T) {
	var keys []string
	for _, p := range []int32{math.MaxInt32, 100, 1, 0, -1, -100, math.MinInt32} {
		for _, due := range []int64{0, 9, 10, 1_772_366_400_000, maxMillis} {
			keys = append(keys, Header{Priority: p, Due: due, Site: "a_org"}.QueueKey("a.org", TaskID("x")))
		}
	}
	if !slices.IsSorted(keys) {
		t.Errorf("not in order: %q", keys)
	}
	for _, k := range keys {
		if _, _, _, err := ParseQueued(strings.TrimPrefix(k, Lane("a.org", "a_org"))); err != nil {
			t.Error(err)
		}
	}
}

func TestMillisRoundAwayFromEarly(t *testing.T) {
	at := time.UnixMilli(1000)
	for _, tc := range []struct {
		t           time.Time
		ceil, floor int64
	}{
		{at, 1000, 1000},
		{at.Add(1), 1001, 1000},
		{at.Add(-1), 1000, 999},
		{time.Time{}, 0, 0},
		{time.Unix(1<<50, 0), maxMillis, maxMillis},
	} {
		if c, f := CeilMillis(tc.t), FloorMillis(tc.t); c != tc.ceil || f != tc.floor {
			t.Errorf("%v: %d and %d, want %d and %d", tc.t, c, f, tc.ceil, tc.floor)
		}
	}
}

func TestCheckTask(t *testing.T) {
	for _, tc := range []struct {
		url, host string
		fine      bool
	}{
		{"https://a.org/x", "a.org", true},
		{"https://a.org/x", "a.org:443", true},
		{"https://a.org:8080/", "a.org:8080", true},
		{"http://[::1]:8080/", "[::1]:8080", true},
		{"https://a.org/x", "b.org", false},
		{"https://a.org/x", "", false},
		{"://", "a.org", false},
		{"https://a{b}.org/", "a{b}.org", false},
	} {
		err := CheckTask(&pb.CrawlTask{Url: tc.url, Host: tc.host, Site: "a_org"})
		if (err == nil) != tc.fine || err != nil && !errors.Is(err, store.ErrArgument) {
			t.Errorf("%s on %q: %v", tc.url, tc.host, err)
		}
	}
}

func FuzzDecodeEntry(f *testing.F) {
	c := codec(f)
	f.Add(c.Encode(journal.Entry{PageID: "page", Data: bytes.Repeat([]byte("x"), 100)}))
	f.Add(c.Encode(journal.Entry{PageID: "page", Data: []byte{0}}))
	f.Add([]byte{})
	f.Add([]byte{1, 'p', formatZstd, 0x28, 0xb5, 0x2f, 0xfd})
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := c.Decode(7, b)
		if err != nil {
			if !errors.Is(err, store.ErrCorrupt) {
				t.Fatalf("error %v", err)
			}
			return
		}
		again, err := c.Decode(7, c.Encode(e))
		if err != nil || again.PageID != e.PageID || !bytes.Equal(again.Data, e.Data) || again.Seq != 7 {
			t.Fatalf("%v came back as %v, %v", e, again, err)
		}
	})
}

func FuzzDecodeBatch(f *testing.F) {
	c := codec(f)
	entries := []journal.Entry{{PageID: "a", Data: bytes.Repeat([]byte("x"), 100)}, {PageID: "b"}, {PageID: "c", Data: []byte{0}}}
	f.Add(c.EncodeBatch(200, entries))
	f.Add(c.EncodeBatch(2, entries))
	f.Add([]byte{})
	f.Add([]byte{200, 1})
	f.Add([]byte{1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 'x'})
	f.Fuzz(func(t *testing.T, b []byte) {
		keep, entries, err := c.DecodeBatch(1000, b)
		if err != nil {
			if !errors.Is(err, store.ErrCorrupt) {
				t.Fatalf("error %v", err)
			}
			return
		}
		for i, e := range entries {
			if want := 1000 - uint64(len(entries)-1-i); e.Seq != want {
				t.Fatalf("entry %d of %d at %d, want %d", i, len(entries), e.Seq, want)
			}
		}
		if keep < uint64(len(entries)) || keep > 1<<30 {
			return // not what EncodeBatch makes
		}
		again, same, err := c.DecodeBatch(1000, c.EncodeBatch(int(keep), entries))
		if err != nil || again != keep || !slices.EqualFunc(same, entries, func(a, b journal.Entry) bool {
			return a.Seq == b.Seq && a.PageID == b.PageID && bytes.Equal(a.Data, b.Data)
		}) {
			t.Fatalf("%v came back as %v, %v", entries, same, err)
		}
	})
}

func FuzzDecodeTask(f *testing.F) {
	task := &pb.CrawlTask{Url: "https://a.org/", Host: "a.org", Site: "a_org", Priority: -3, Due: timestamppb.New(time.UnixMilli(5))}
	b, err := EncodeTask(HeaderOf(task), task)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte("W7fffffff00000000000000a_org\x00"))
	f.Add([]byte("D"))
	f.Fuzz(func(t *testing.T, b []byte) {
		task, err := DecodeTask(b)
		if err != nil {
			if !errors.Is(err, store.ErrCorrupt) {
				t.Fatalf("error %v", err)
			}
			return
		}
		h, _, err := DecodeHeader(b)
		if err != nil {
			t.Fatal(err)
		}
		again, err := EncodeTask(h, task)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := DecodeTask(again); err != nil || !proto.Equal(back, task) {
			t.Fatalf("%v came back as %v, %v", task, back, err)
		}
	})
}

func FuzzParseQueued(f *testing.F) {
	f.Add(Header{Site: "a_org"}.QueueKey("a.org", TaskID("x"))[len("a.org\x00a_org\x00"):])
	f.Add("")
	f.Fuzz(func(t *testing.T, s string) {
		rank, due, id, err := ParseQueued(s)
		if err == nil && (due < 0 || len(rank)+len(id)+dueWidth != len(s)) {
			t.Fatalf("%q: %q %d %q", s, rank, due, id)
		}
	})
}
