package bus_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
	"time"

	"github.com/winnow-news/winnow/bus/embedded"
	"github.com/winnow-news/winnow/proto/failure"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
)

func TestSegmented(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b, js := connect(t, s), raw(t, s)
	small := &pb.SegmentedPage{Site: "a_example", PageId: "small", Blocks: []*pb.Block{{Text: "one"}}}
	big := &pb.SegmentedPage{Site: "a_example", PageId: "big", Blocks: []*pb.Block{{Text: fmt.Sprintf("%x", noise(1<<20))}}}
	other := &pb.SegmentedPage{Site: "b_example", PageId: "small"}
	var revisions [2]map[string]uint64
	for i := range revisions { // a repetition replaces
		revisions[i] = map[string]uint64{"never": 1}
		for _, p := range []*pb.SegmentedPage{other, small, big} {
			revision, err := b.PutSegmented(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			revisions[i][p.GetPageId()] = revision
		}
	}
	// Another has stored the pages again: what they replaced is all that goes.
	if err := b.DeleteSegmented(t.Context(), "a_example", revisions[0]); err != nil {
		t.Fatal(err)
	}
	if n, err := b.SweepOversize(t.Context(), 0); n != 1 || err != nil {
		t.Errorf("swept %d, %v, want the object that was replaced", n, err)
	}
	for _, want := range []*pb.SegmentedPage{small, big, other} {
		got, err := b.Segmented(t.Context(), want.GetSite(), want.GetPageId())
		if err != nil || !proto.Equal(got, want) {
			t.Errorf("%s/%s came back different (%v)", want.GetSite(), want.GetPageId(), err)
		}
	}
	keys, err := b.SegmentedKeys(t.Context(), "a_example")
	if err != nil || len(keys) != 2 {
		t.Fatalf("keys = %v, %v, want two", keys, err)
	}
	for _, k := range keys {
		if k.PageID != "small" && k.PageID != "big" || k.Revision != revisions[1][k.PageID] || time.Since(k.Stored) > time.Minute {
			t.Errorf("key %+v", k)
		}
	}
	if n := messages(t, js, "KV_SEGMENTED"); n != 3 {
		t.Errorf("the bucket holds %d messages, want 3", n)
	}
	if err := b.DeleteSegmented(t.Context(), "a_example", revisions[1]); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Segmented(t.Context(), "a_example", "big"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a deleted page: %v, want fs.ErrNotExist", err)
	}
	if keys, err := b.SegmentedKeys(t.Context(), "a_example"); err != nil || len(keys) != 0 {
		t.Errorf("keys after the deletion = %v, %v", keys, err)
	}
	if n, o := messages(t, js, "KV_SEGMENTED"), messages(t, js, "OBJ_OVERSIZE"); n != 1 || o != 0 {
		t.Errorf("left behind: %d in the bucket, %d in the object store, want 1 and 0", n, o)
	}
}

// TestSegmentedFromDamagedStore: what cannot be read is as good as absent.
func TestSegmentedFromDamagedStore(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b, js := connect(t, s), raw(t, s)
	kv, err := js.KeyValue(t.Context(), "SEGMENTED")
	if err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]string{"a_example.gone": "object:SEGMENTED/a_example.gone", "a_example.bad": "garbage"} {
		if _, err := kv.PutString(t.Context(), key, value); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []string{"gone", "bad"} {
		if _, err := b.Segmented(t.Context(), "a_example", id); !errors.Is(err, fs.ErrNotExist) || failure.ClassOf(err) == failure.ClassPoison {
			t.Errorf("%s: %v, want fs.ErrNotExist, which is no poison: other pages' workers ask for it", id, err)
		}
	}
}
