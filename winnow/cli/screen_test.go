package cli

import (
	"fmt"
	"strings"
	"testing"
)

// What is written while a line stands at the end takes its place.
func TestScreen(t *testing.T) {
	var b strings.Builder
	s := &screen{w: &b, live: true}
	s.draw("1 page")
	fmt.Fprintln(s, "level=WARN")
	s.clear() // there is none
	s.draw("2 pages")
	s.draw("3 pages")
	s.clear()
	const line = "\r\x1b[K"
	if got, want := b.String(), line+"1 page"+line+"level=WARN\n"+line+"2 pages"+line+"3 pages"+line; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	b.Reset()
	s = newScreen(&b) // no terminal
	s.draw("1 page")
	fmt.Fprint(s, "x")
	if b.String() != "x" {
		t.Errorf("%q", b.String())
	}
}
