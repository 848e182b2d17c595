package bus

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// stuckAfter is how long writes to a destination fail until the server is said
// not to store.
const stuckAfter = time.Minute

// silences remembers where writes go unanswered. So they do when the server has
// met an error of its disk, while it answers everything else; a full stream
// refuses, which is an answer: somebody empties it. So does an account or a
// server that has reached its limit, but that stays so.
type silences struct {
	mu sync.Mutex
	of map[string]*silence
}

// silence is a time in which no write has succeeded, and why the last did not.
type silence struct {
	span
	why string
}

// note takes down how a write ended.
func (s *silences) note(what string, err error) {
	_, answered := errors.AsType[*jetstream.APIError](err)
	full := isAPIError(err, accountFull) || isAPIError(err, serverFull)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil || answered && !full {
		delete(s.of, what)
		return
	}
	if s.of == nil {
		s.of = map[string]*silence{}
	}
	if s.of[what] == nil {
		s.of[what] = &silence{}
	}
	it := s.of[what]
	it.fail()
	it.why = "no answer; a NATS server whose disk was full has to be started again"
	if full {
		it.why = reason(err)
	}
}

// Error codes of a server where the account, or all of them together, has used up
// the storage that JetStream may take.
const (
	accountFull = 10002
	serverFull  = 10023
)

// Storing gives an error while no write of this process to one of the streams
// has been taken for a minute: the server is away, or met an error of its disk,
// which it remembers until it is started again, or JetStream's storage is used
// up. It asks nobody, and knows nothing of streams that this process does not
// write to.
func (b *Bus) Storing() error { return b.silences.err() }

func (s *silences) err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, what := range slices.Sorted(maps.Keys(s.of)) {
		it := s.of[what]
		if long := it.last.Sub(it.since); long >= stuckAfter && time.Since(it.last) <= forgotten {
			return fmt.Errorf("no write to %s has succeeded for %v: %s", what, long.Round(time.Second), it.why)
		}
	}
	return nil
}
