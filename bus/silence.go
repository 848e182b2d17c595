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

// stuckAfter is how long writes to a destination go unanswered until the server
// is said not to store.
const stuckAfter = time.Minute

// silences remembers where writes go unanswered. So they do when the server has
// met an error of its disk, while it answers everything else; a full stream
// refuses, which is an answer.
type silences struct {
	mu sync.Mutex
	of map[string]*span
}

// note takes down how a write ended.
func (s *silences) note(what string, err error) {
	_, answered := errors.AsType[*jetstream.APIError](err)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil || answered {
		delete(s.of, what)
		return
	}
	if s.of == nil {
		s.of = map[string]*span{}
	}
	if s.of[what] == nil {
		s.of[what] = &span{}
	}
	s.of[what].fail()
}

// Storing gives an error while no write of this process to one of the streams
// has been answered for a minute: the server is away, or met an error of its
// disk, which it remembers until it is started again. It asks nobody, and knows
// nothing of streams that this process does not write to.
func (b *Bus) Storing() error { return b.silences.err() }

func (s *silences) err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, what := range slices.Sorted(maps.Keys(s.of)) {
		it := s.of[what]
		if long := it.last.Sub(it.since); long >= stuckAfter && time.Since(it.last) <= forgotten {
			return fmt.Errorf("no write to %s has been answered for %v; a NATS server whose disk was full has to be started again",
				what, long.Round(time.Second))
		}
	}
	return nil
}
