package comparer

import (
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// FuzzFold folds foreign bytes between good records: no panic, no invariant
// broken, every position kept, and the site goes on.
func FuzzFold(f *testing.F) {
	cfg := testConfig(5, 0.8)
	pages := newSynthetic(50).pages(12)
	seed := &log{keep: 100}
	seed.append(f, NewWindow(cfg), pages[:6]...)
	for _, e := range seed.entries {
		f.Add(e.Data, uint64(7))
	}
	f.Add([]byte{}, uint64(0))
	for _, dated := range []uint64{0, 1 << 60} { // numbers of dates that cannot be
		data, err := proto.Marshal(&pb.JournalRecord{PageId: "p", Dateline: pb.Dateline_DATELINE_SHOWN, Dated: dated})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, uint64(4))
	}
	f.Fuzz(func(t *testing.T, data []byte, seq uint64) {
		w, l := NewWindow(cfg), &log{keep: 100}
		l.append(t, w, pages[6:9]...)
		err := w.Fold([]journal.Entry{{Seq: seq, Data: data}})
		if err != nil {
			return
		}
		if w.Head() != seq {
			t.Fatalf("head %d behind entry %d", w.Head(), seq)
		}
		if seq > 1<<63 {
			return // positions that no journal reaches
		}
		rec := new(pb.JournalRecord)
		skipped := w.Skipped()
		if bad := proto.Unmarshal(data, rec) != nil; bad && skipped != 1 {
			t.Fatalf("%d records skipped", skipped)
		}
		if skipped == 0 && w.checkRecord(rec) == nil {
			t.Fatal("the record was neither folded nor skipped")
		}
		for _, p := range pages[9:] {
			if w.Holds(p.PageId) {
				continue
			}
			l.append(t, w, p)
			if err := w.checkForeign(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// checkForeign is check for a window with records that others may have made
// up: their groups may lack signatures.
func (w *Window) checkForeign() error {
	w.skipped++
	defer func() { w.skipped-- }()
	return w.check()
}
