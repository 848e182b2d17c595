package cli

import (
	"fmt"
	"sync"
	"time"
)

// line shows progress: on a terminal one line that is written over, elsewhere
// a line for each thing begun.
type line struct {
	env   Env
	begun time.Time

	mu    sync.Mutex
	what  string
	last  time.Time
	width int
}

func newLine(env Env) *line { return &line{env: env, begun: time.Now()} }

// newSteps is a line that is never written over, for commands whose helpers write
// to standard error as well.
func newSteps(env Env) *line {
	env.Terminal = false
	return newLine(env)
}

// show tells that done of total parts of what is being done are done; a total of
// 0 leaves the numbers out.
func (l *line) show(what string, done, total int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fresh := what != l.what
	l.what = what
	if !l.env.Terminal {
		if fresh {
			fmt.Fprintf(l.env.Err, "%7s  %s\n", time.Since(l.begun).Round(time.Second), what)
		}
		return
	}
	if !fresh && time.Since(l.last) < 100*time.Millisecond {
		return
	}
	l.last = time.Now()
	text := what
	if total > 0 {
		text = fmt.Sprintf("%s  %d/%d", what, done, total)
	}
	fmt.Fprintf(l.env.Err, "\r%-*s", l.width, text)
	l.width = len(text)
}

// number gives a count with its noun.
func number(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// done ends the progress with a last line.
func (l *line) done(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.env.Terminal {
		fmt.Fprintf(l.env.Err, "\r%-*s\r", l.width, "")
	}
	fmt.Fprintf(l.env.Err, "eval: %s in %s\n", text, time.Since(l.begun).Round(100*time.Millisecond))
}
