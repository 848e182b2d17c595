package crawler

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// far is a memory that is 50 ms away, and counts who asks it for a task at once.
type far struct {
	*memory
	asking, most int
}

func (f *far) Next(ctx context.Context, now time.Time, lease time.Duration) (*pb.CrawlTask, time.Time, error) {
	f.count(1)
	defer f.count(-1)
	time.Sleep(50 * time.Millisecond)
	return f.memory.Next(ctx, now, lease)
}

func (f *far) count(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asking += n
	f.most = max(f.most, f.asking)
}

// peak gives the most that asked at once since it was called last.
func (f *far) peak() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.most
	f.most = f.asking
	return n
}

// TestWorkersLeaseSideBySide: as many requests are in flight as are asked for,
// however long a lease takes; but an idle frontier is asked by one.
func TestWorkersLeaseSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, w := newMemory(), newWeb(nil)
		f := &far{memory: m}
		cfg := once()
		c := build(t, cfg, m, w)
		c.ports.Frontier = f
		for i := range 40 {
			url := fmt.Sprintf("https://n%d.test/", i)
			w.set(url, answer{body: "<p>home"})
			seed(t, c, url)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- c.Run(ctx) }()
		time.Sleep(time.Second)
		if n := f.peak(); n != cfg.Workers {
			t.Errorf("%d ask for a task at once, want all %d", n, cfg.Workers)
		}
		time.Sleep(time.Hour)
		f.peak()
		time.Sleep(time.Minute)
		if n := f.peak(); n != 1 {
			t.Errorf("%d ask an idle frontier at once, want one", n)
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
