package bus

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// While one waits for a server that is away, another who asks for the same ends
// with its own context.
func TestHandlesAreAskedForApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var h handles
		ask := func(ctx context.Context) func() (string, error) {
			return func() (string, error) { <-ctx.Done(); return "", ctx.Err() }
		}
		long, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		go handle(&h, "stream X", ask(long))
		synctest.Wait()
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		_, err := handle(&h, "stream X", ask(short))
		if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took != time.Second {
			t.Errorf("%v after %v, want an end after 1s", err, took)
		}
		for _, answer := range []string{"first", "later"} {
			if got, err := handle(&h, "stream X", func() (string, error) { return answer, nil }); got != "first" || err != nil {
				t.Errorf("got %q, %v, want the first answer", got, err)
			}
		}
	})
}
