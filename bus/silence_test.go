package bus

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// TestSilences: a destination whose writes stay without an answer, or for which
// the account has no room, is told of after a minute, and no longer when one is
// answered or nobody writes any more.
func TestSilences(t *testing.T) {
	t.Parallel()
	full := fmt.Errorf("publish: %w", &jetstream.APIError{Code: 503, ErrorCode: 10077, Description: "maximum bytes exceeded"})
	account := fmt.Errorf("publish: %w", &jetstream.APIError{Code: 400, ErrorCode: 10002, Description: "resource limits exceeded for account"})
	for _, tc := range []struct {
		name string
		errs []error       // of writes to PAGES, one every 5s
		wait time.Duration // after the last of them
		want string
	}{
		{"a minute", unanswered(13), 0, "no write to PAGES has succeeded for 1m0s: no answer;"},
		{"less", unanswered(12), 0, ""},
		{"answered in between", append(append(unanswered(12), nil), unanswered(12)...), 0, ""},
		{"refused in between", append(append(unanswered(12), full), unanswered(12)...), 0, ""},
		{"stored at last", append(unanswered(20), nil), 0, ""},
		{"full", times(full, 100), 0, ""},
		{"the account is full", times(account, 13), 0, "no write to PAGES has succeeded for 1m0s: publish: nats: API error: code=400 err_code=10002"},
		{"nobody writes any more", unanswered(20), forgotten + time.Second, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var s silences
				for i, err := range tc.errs {
					if i > 0 {
						time.Sleep(5 * time.Second)
					}
					s.note("PAGES", err)
					s.note("BLOCKS", nil)
				}
				time.Sleep(tc.wait)
				switch err := s.err(); {
				case tc.want == "" && err != nil:
					t.Errorf("told: %v", err)
				case tc.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tc.want)):
					t.Errorf("told %v, want %s", err, tc.want)
				}
			})
		})
	}
}

func unanswered(n int) []error { return times(context.DeadlineExceeded, n) }

func times(err error, n int) []error {
	all := make([]error, n)
	for i := range all {
		all[i] = err
	}
	return all
}
