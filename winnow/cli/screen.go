package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
)

// screen is standard error. On a terminal a line that rewrites itself may stand
// at its end; what else is written takes that away first. It is safe for
// concurrent use.
type screen struct {
	mu    sync.Mutex
	w     io.Writer
	live  bool // it is a terminal
	drawn bool
}

func newScreen(w io.Writer) *screen { return &screen{w: w, live: terminal(w)} }

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	return s.w.Write(b)
}

// draw writes line in the place of the one that stands there.
func (s *screen) draw(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.live {
		fmt.Fprintf(s.w, "\r\x1b[K%s", line)
		s.drawn = true
	}
}

// clear takes the line away, so that others can write to the terminal.
func (s *screen) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
}

func (s *screen) erase() {
	if s.drawn {
		fmt.Fprint(s.w, "\r\x1b[K")
		s.drawn = false
	}
}

// terminal reports whether w is a terminal: progress is shown only there.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
