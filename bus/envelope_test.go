package bus

import (
	"context"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/stream"
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
