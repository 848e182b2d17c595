package parallel

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

func TestDo(t *testing.T) {
	for _, n := range []int{0, 1, 1000} {
		calls := make([]atomic.Int32, n)
		if err := Do(t.Context(), n, func(i int) { calls[i].Add(1) }); err != nil {
			t.Fatal(err)
		}
		for i := range calls {
			if c := calls[i].Load(); c != 1 {
				t.Errorf("%d of %d: %d calls", i, n, c)
			}
		}
	}
}

func TestDoEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var calls atomic.Int64
	err := Do(ctx, 1_000_000, func(int) { calls.Add(1); cancel() })
	if !errors.Is(err, context.Canceled) || calls.Load() == 1_000_000 {
		t.Errorf("%d calls, %v", calls.Load(), err)
	}
}
