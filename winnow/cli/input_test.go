package cli

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// Who starts extract - in a terminal by mistake gets out of it with one Ctrl-C.
func TestInterruptWhileReadingStandardInput(t *testing.T) {
	in, out := io.Pipe()
	defer out.Close()
	ctx, interrupt := context.WithCancel(t.Context())
	defer time.AfterFunc(10*time.Millisecond, interrupt).Stop()
	var said strings.Builder
	code := Main(ctx, []string{"extract", "-"}, IO{In: in, Out: io.Discard, Err: &said})
	if code != exitInterrupted || said.String() != "winnow: interrupted\n" {
		t.Errorf("exit code %d, %q; want %d, interrupted", code, said.String(), exitInterrupted)
	}
}
