package bus

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestBackoff(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		attempt int
		full    time.Duration
	}{{0, time.Second}, {1, time.Second}, {2, 2 * time.Second}, {4, 8 * time.Second}, {7, time.Minute}, {40, time.Minute}, {1 << 30, time.Minute}} {
		seen := map[time.Duration]bool{}
		for range 200 {
			d := backoff(tc.attempt, time.Second, time.Minute)
			if d < tc.full/2 || d > tc.full {
				t.Fatalf("attempt %d: %v, want %v to %v", tc.attempt, d, tc.full/2, tc.full)
			}
			seen[d] = true
		}
		if len(seen) < 100 {
			t.Errorf("attempt %d: only %d different waits of 200", tc.attempt, len(seen))
		}
	}
}

func TestSleep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if !sleep(t.Context(), time.Hour) || time.Since(start) != time.Hour {
			t.Errorf("slept %v", time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		start = time.Now()
		if sleep(ctx, time.Hour) || time.Since(start) != time.Minute {
			t.Errorf("slept %v with a context of a minute", time.Since(start))
		}
	})
}

func TestWaitsTellOnce(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	w := waits{log: slog.New(slog.NewTextHandler(&out, nil))}
	for range 3 {
		w.begin("PAGES", errors.New("full"))
	}
	w.end("PAGES")
	w.end("PAGES")
	w.end("BLOCKS")
	if n, m := strings.Count(out.String(), "waiting"), strings.Count(out.String(), "going on"); n != 1 || m != 1 {
		t.Errorf("told %d times of the wait and %d times of its end, want once each:\n%s", n, m, out.String())
	}
}

func TestOneLine(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ in, want string }{
		{"plain", "plain"},
		{" a\r\nb\t c ", "a b c"},
		{"bad \xff byte", "bad ? byte"},
		{strings.Repeat("å", 300), strings.Repeat("å", 200) + "…"},
		{"x" + strings.Repeat("å", 300), "x" + strings.Repeat("å", 199) + "…"},
	} {
		if got := oneLine(tc.in); got != tc.want {
			t.Errorf("oneLine(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}
