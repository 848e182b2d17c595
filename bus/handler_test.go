package bus_test

import (
	"context"
	"errors"
	"testing"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto/failure"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
)

func messageOf(t *testing.T, id string) bus.Message {
	t.Helper()
	data, err := proto.Marshal(&pb.Page{PageId: id})
	if err != nil {
		t.Fatal(err)
	}
	return bus.Message{Site: "a_example", ID: "p-" + id, Data: data, Trace: "trace-" + id}
}

// TestBatchOf: what does not decode is poison by itself, and the errors of the
// others stand at their own places.
func TestBatchOf(t *testing.T) {
	t.Parallel()
	garbage := bus.Message{Site: "a_example", ID: "p-garbage", Data: []byte{0xff}}
	batch := []bus.Message{messageOf(t, "a"), garbage, messageOf(t, "b"), garbage}
	errB := errors.New("b fails")
	for _, tc := range []struct {
		name string
		errs []error // of the handler
		want []error // at places 0 and 2; nil slice: any error
	}{
		{"each its own", []error{nil, errB}, []error{nil, errB}},
		{"nil for all well", nil, []error{nil, nil}},
		{"too many", make([]error, 3), nil},
	} {
		errs := bus.BatchOf(func(_ context.Context, site string, pages []*pb.Page) []error {
			if site != "a_example" || len(pages) != 2 || pages[0].GetPageId() != "a" || pages[1].GetPageId() != "b" {
				t.Errorf("%s: pages of %s = %v", tc.name, site, pages)
			}
			return tc.errs
		})(t.Context(), batch)
		if len(errs) != 4 || failure.ClassOf(errs[1]) != failure.ClassPoison || failure.ClassOf(errs[3]) != failure.ClassPoison {
			t.Fatalf("%s: errors = %v, want poison at 1 and 3", tc.name, errs)
		}
		if tc.want == nil {
			if errs[0] == nil || errs[2] == nil {
				t.Errorf("%s: errors = %v, want some for all", tc.name, errs)
			}
		} else if !errors.Is(errs[0], tc.want[0]) || !errors.Is(errs[2], tc.want[1]) {
			t.Errorf("%s: errors = %v, want %v", tc.name, errs, tc.want)
		}
	}
	called := false
	errs := bus.BatchOf(func(context.Context, string, []*pb.Page) []error { called = true; return nil })(t.Context(), []bus.Message{garbage})
	if called || len(errs) != 1 || !errors.Is(errs[0], bus.ErrEncoding) {
		t.Errorf("garbage alone: called %v, errors %v", called, errs)
	}
}

// TestEachCarriesTraces: each message is handled under its own trace.
func TestEachCarriesTraces(t *testing.T) {
	t.Parallel()
	errs := bus.Each(func(ctx context.Context, m bus.Message) error {
		if got := bus.TraceFrom(ctx); got != m.Trace {
			t.Errorf("%s is handled under %q", m.ID, got)
		}
		if m.ID == "p-b" {
			return errWorld
		}
		return nil
	})(t.Context(), []bus.Message{messageOf(t, "a"), messageOf(t, "b")})
	if len(errs) != 2 || errs[0] != nil || !errors.Is(errs[1], errWorld) {
		t.Errorf("errors = %v", errs)
	}
}
