package bus

import (
	"context"
	"testing"
)

func TestTraces(t *testing.T) {
	t.Parallel()
	if got := TraceFrom(context.Background()); got != "" {
		t.Errorf("an empty context carries %q", got)
	}
	ctx := ContextWithTrace(context.Background(), "own")
	if TraceFrom(ctx) != "own" || traceOf(ctx, "p-1") != "own" {
		t.Error("a context's own trace is lost")
	}
	batch := contextWithBatch(context.Background(), []Message{{ID: "b-1", Trace: "one"}, {ID: "b-2", Trace: "two"}})
	for id, want := range map[string]string{"b-1": "one", "b-2": "two", "b-3": ""} {
		if got := traceOf(batch, id); got != want {
			t.Errorf("trace of %s = %q, want %q", id, got, want)
		}
	}
	if got := TraceFrom(batch); got != "" {
		t.Errorf("a batch of two has the one trace %q", got)
	}
}

func TestValidTrace(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 100 {
		trace := newTrace()
		if !validTrace(trace) || seen[trace] {
			t.Fatalf("newTrace made %q", trace)
		}
		seen[trace] = true
	}
	for _, bad := range []string{"", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0G",
		"00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319cxb7ad6b7169203331-01",
		"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-extra"} {
		if validTrace(bad) {
			t.Errorf("%q was accepted", bad)
		}
	}
}
