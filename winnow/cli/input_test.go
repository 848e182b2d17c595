package cli

import (
	"context"
	"io"
	"strings"
	"testing"
)

// keyboard is a standard input at which Ctrl-C is pressed once it is read.
type keyboard struct {
	io.Reader
	interrupt func()
}

func (k keyboard) Read(p []byte) (int, error) {
	k.interrupt()
	return k.Reader.Read(p)
}

// Who starts extract - in a terminal by mistake gets out of it with one Ctrl-C.
func TestInterruptWhileReadingStandardInput(t *testing.T) {
	in, out := io.Pipe()
	defer out.Close()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var said strings.Builder
	code := Main(ctx, []string{"extract", "-"}, IO{In: keyboard{in, interrupt}, Out: io.Discard, Err: &said})
	if code != exitInterrupted || said.String() != "winnow: interrupted\n" {
		t.Errorf("exit code %d, %q; want %d, interrupted", code, said.String(), exitInterrupted)
	}
}
