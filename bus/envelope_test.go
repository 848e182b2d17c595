package bus

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// behind is an object store on a replica that does not have its objects yet.
type behind struct{ jetstream.ObjectStore }

func (behind) GetInfo(context.Context, string, ...jetstream.GetObjectInfoOpt) (*jetstream.ObjectInfo, error) {
	return nil, jetstream.ErrObjectNotFound
}

func (behind) Delete(context.Context, string) error { return jetstream.ErrObjectNotFound }

// TestDropWhatAReplicaLacks: an object that could not be dropped, because the
// replica that was asked did not have it yet, is found by the sweep, with all of
// its parts.
func TestDropWhatAReplicaLacks(t *testing.T) {
	t.Parallel()
	b := inside(t, func(*Config) {})
	const name = stream.Pages + "/one"
	if err := b.putObject(t.Context(), name, make([]byte, 300<<10)); err != nil {
		t.Fatal(err)
	}
	store, err := b.oversizeStore(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.handles.known.Store("object store "+stream.Oversize, behind{store})
	if err := b.dropObject(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	b.handles.known.Store("object store "+stream.Oversize, store)
	if n, err := b.SweepOversize(t.Context(), 0); n != 1 || err != nil {
		t.Errorf("swept %d, %v, want the object", n, err)
	}
	s, err := b.js.Stream(t.Context(), oversizeStream)
	if err != nil {
		t.Fatal(err)
	}
	if n := s.CachedInfo().State.Msgs; n != 0 {
		t.Errorf("%d messages are left of it", n)
	}
}

// late is a bucket on a replica that does not have its keys yet.
type late struct{ jetstream.KeyValue }

func (late) Get(context.Context, string) (jetstream.KeyValueEntry, error) {
	return nil, jetstream.ErrKeyNotFound
}

// TestSweepAtAReplicaThatLags: the object of a stored page is not swept because
// the replica that was asked does not have the page yet.
func TestSweepAtAReplicaThatLags(t *testing.T) {
	t.Parallel()
	b := inside(t, func(c *Config) { c.InlineLimit = 1 << 10 })
	url := make([]byte, 4096)
	for i := range url {
		url[i] = byte('!' + rand.N(90))
	}
	page := &pb.SegmentedPage{Site: "a_example", PageId: "p", Url: string(url)}
	if _, err := b.PutSegmented(t.Context(), page); err != nil {
		t.Fatal(err)
	}
	bucket, err := b.segmentedBucket(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.handles.known.Store("bucket "+stream.SegmentedBucket, jetstream.KeyValue(late{bucket}))
	if n, err := b.SweepOversize(t.Context(), 0); n != 0 || err != nil {
		t.Errorf("swept %d, %v, want nothing", n, err)
	}
	if got, err := b.Segmented(t.Context(), "a_example", "p"); err != nil || got.GetUrl() != string(url) {
		t.Errorf("the page can no longer be read: %v", err)
	}
}
