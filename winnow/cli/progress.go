package cli

import (
	"fmt"
	"sync"
	"time"
)

// progress shows how far a command is. It is safe for concurrent use.
type progress struct {
	screen  *screen
	started time.Time
	mu      sync.Mutex
	last    time.Time // it was drawn
	what    string
	total   int // -1: unknown
}

func newProgress(s *screen, what string, total int) *progress {
	return &progress{screen: s, started: time.Now(), what: what, total: total}
}

// show tells how many are done; it draws at most ten times a second.
func (p *progress) show(done int, extra string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.last) < 100*time.Millisecond {
		return
	}
	p.last = time.Now()
	p.screen.draw(p.line(done, extra))
}

func (p *progress) line(done int, extra string) string {
	elapsed := time.Since(p.started)
	rate := float64(done) / max(elapsed.Seconds(), 1e-3)
	line := fmt.Sprintf("%d %s, %.0f/s", done, p.what, rate)
	if p.total >= 0 {
		line = fmt.Sprintf("%d of %d %s, %.0f/s", done, p.total, p.what, rate)
		if left := p.total - done; left > 0 && rate > 0 {
			remaining := time.Duration(float64(left) / rate * float64(time.Second))
			line += fmt.Sprintf(", %s left", remaining.Round(time.Second))
		}
	}
	if extra != "" {
		line += "  " + extra
	}
	return line
}
