package bus

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
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

// TestWaits: a wait is told once, when it has lasted for a while, and its end
// only then. At the limit of a full stream, where one publisher is let in and
// the next refused, there is nothing to tell.
func TestWaits(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		// what happens to PAGES, 1s after one another: f(ailure), s(uccess),
		// g: a failure after a long time in which nobody has tried
		story string
		want  string
	}{
		{"lasts", "ffffffffff", "waiting"},
		{"ends", "ffffffffffss", "waiting, going on"},
		{"twice", "ffffffffsffffffffs", "waiting, going on, waiting, going on"},
		{"short", "ffffs", ""},
		{"at the limit", strings.Repeat("fffs", 1000), ""},
		{"was given up", "ffgffgff", ""},
		{"was told of and given up", "ffffffffgfffffffffs", "waiting, going on"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var out bytes.Buffer
				w := waits{log: slog.New(slog.NewTextHandler(&out, nil))}
				for _, c := range tc.story {
					time.Sleep(time.Second)
					switch c {
					case 'g':
						time.Sleep(time.Hour)
						fallthrough
					case 'f':
						w.begin("PAGES", errors.New("full"))
						w.begin("PAGES", errors.New("full"))
					case 's':
						w.end("BLOCKS")
						w.end("PAGES")
					}
				}
				var told []string
				for line := range strings.Lines(out.String()) {
					if strings.Contains(line, "msg=waiting for=PAGES reason=full") {
						told = append(told, "waiting")
					} else if strings.Contains(line, `msg="going on" with=PAGES`) {
						told = append(told, "going on")
					}
				}
				if got := strings.Join(told, ", "); got != tc.want || strings.Count(out.String(), "\n") != len(told) {
					t.Errorf("told %q, want %q:\n%s", got, tc.want, out.String())
				}
			})
		})
	}
}

// TestReason: some of the client's names for things tell nobody what to do.
func TestReason(t *testing.T) {
	t.Parallel()
	const apply = "; winnow topology apply makes what is missing of the streams"
	for err, want := range map[error]string{
		nats.ErrReconnectBufExceeded:  "NATS is not connected",
		jetstream.ErrConsumerNotFound: "ask: " + jetstream.ErrConsumerNotFound.Error() + apply,
		jetstream.ErrStreamNotFound:   "ask: " + jetstream.ErrStreamNotFound.Error() + apply,
		jetstream.ErrBucketNotFound:   "ask: " + jetstream.ErrBucketNotFound.Error() + apply,
		jetstream.ErrNoStreamResponse: "ask: " + jetstream.ErrNoStreamResponse.Error() + apply,
		jetstream.ErrInvalidKey:       "ask: " + jetstream.ErrInvalidKey.Error(),
	} {
		if got := reason(fmt.Errorf("ask: %w", err)); got != want {
			t.Errorf("reason(%v) = %q, want %q", err, got, want)
		}
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
