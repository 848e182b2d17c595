package pipeline

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/winnow-news/winnow/proto"
)

// large is a store whose frontier takes a while to count, with a cache.
type large struct {
	Store
	took   time.Duration
	counts int
	cached []byte
	until  time.Time
}

func (l *large) Stats(context.Context, string) (proto.FrontierStats, error) {
	time.Sleep(l.took)
	l.counts++
	return proto.FrontierStats{Waiting: l.counts, Due: 2, Leased: 3, Done: 4, Quarantined: 5}, nil
}

func (l *large) CacheGet(context.Context, string) ([]byte, bool, error) {
	return l.cached, time.Now().Before(l.until), nil
}

func (l *large) CachePut(_ context.Context, _ string, value []byte, ttl time.Duration) error {
	l.cached, l.until = value, time.Now().Add(ttl)
	return nil
}

// TestLargeFrontierIsCountedForAll: ten processes that are looked at every fifteen
// seconds keep the store busy for a fiftieth of the time.
func TestLargeFrontierIsCountedForAll(t *testing.T) {
	for took, want := range map[time.Duration]int{time.Millisecond: 400, time.Second: 10} {
		synctest.Test(t, func(t *testing.T) {
			l := &large{took: took}
			for range 40 {
				for range 10 {
					got, err := world{Store: l}.Stats(t.Context(), "")
					if err != nil || got != (proto.FrontierStats{Waiting: l.counts, Due: 2, Leased: 3, Done: 4, Quarantined: 5}) {
						t.Fatalf("got %+v, %v", got, err)
					}
				}
				time.Sleep(15 * time.Second)
			}
			if l.counts != want {
				t.Errorf("counting takes %v: counted %d times, want %d", took, l.counts, want)
			}
		})
	}
}
