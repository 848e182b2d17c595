package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// deniedMost bounds the denials that are remembered as told.
const deniedMost = 100

// denials remembers what the server has denied the user, the last of each kind:
// it says so beside the request, which is left without an answer.
type denials struct {
	log  *slog.Logger
	mu   sync.Mutex
	told map[string]denial
}

type denial struct {
	what string
	at   time.Time
}

// report tells an error that the client reports by itself. What is denied is
// told once, however often it is asked for, and for whichever page.
func (d *denials) report(err error) {
	if !errors.Is(err, nats.ErrPermissionViolation) {
		d.log.Warn("NATS reports an error", "error", err)
		return
	}
	what := oneLine(strings.TrimPrefix(err.Error(), nats.ErrPermissionViolation.Error()+": "))
	d.mu.Lock()
	defer d.mu.Unlock()
	kind := subjects(what)
	_, told := d.told[kind]
	if d.told == nil || !told && len(d.told) >= deniedMost {
		d.told = map[string]denial{}
	}
	d.told[kind] = denial{what, time.Now()}
	if told {
		return
	}
	d.log.Warn("NATS denies the user something, which will not be told again", "reason", what)
}

// subjects gives what is denied without the end of its subject, which is often
// another each time: that of a key, an object, an acknowledgement or a site.
func subjects(what string) string {
	begin, subject, _ := strings.Cut(what, `"`)
	keep := 3
	switch {
	case strings.HasPrefix(subject, "$JS.API."):
		keep = 5 // the API, what is asked of it, and the stream
	case strings.HasPrefix(subject, "$KV."):
		keep = 2
	case strings.HasPrefix(subject, "_INBOX."):
		keep = 1
	}
	tokens := strings.SplitN(subject, ".", keep+1)
	return begin + strings.Join(tokens[:min(keep, len(tokens))], ".")
}

// explain adds to the error of what was begun at since, and left without an
// answer, what the server has denied since then.
func (d *denials) explain(err error, since time.Time) error {
	if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrTimeout) {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var whats []string
	for _, denied := range d.told {
		if !denied.at.Before(since) && !strings.Contains(err.Error(), denied.what) {
			whats = append(whats, denied.what)
		}
	}
	if len(whats) == 0 {
		return err
	}
	slices.Sort(whats)
	return &deniedError{err, strings.Join(whats, "; ")}
}

// deniedError is an error of a request that was left without an answer, because
// the user may not make it.
type deniedError struct {
	error
	what string
}

func (e *deniedError) Unwrap() error { return e.error }

func (e *deniedError) Error() string {
	return fmt.Sprintf("%v; the user of nats.url or nats.credentials is not allowed it: %s", e.error, e.what)
}

// Explain adds to an error what the server has denied the user since this
// process connected, if the error is that no answer came. It is for commands,
// which connect, do one thing and end; what waits says so by itself.
func (b *Bus) Explain(err error) error { return b.denials.explain(err, time.Time{}) }
