package cli

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// progress shows a line that rewrites itself, on terminals only. It is safe for concurrent use.
type progress struct {
	mu      sync.Mutex
	w       io.Writer
	live    bool
	started time.Time
	last    time.Time
	what    string
	total   int // -1: unknown
}

func newProgress(w io.Writer, what string, total int) *progress {
	return &progress{w: w, live: terminal(w), started: time.Now(), what: what, total: total}
}

// show tells how many are done; it draws at most ten times a second.
func (p *progress) show(done int, extra string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.live || time.Since(p.last) < 100*time.Millisecond {
		return
	}
	p.last = time.Now()
	fmt.Fprintf(p.w, "\r\x1b[K%s", p.line(done, extra))
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

// clear takes the live line away, so that other output can be written.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.live {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.last = time.Time{}
	}
}
