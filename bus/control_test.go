package bus_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/bus"
)

func TestControl(t *testing.T) {
	t.Parallel()
	b := newBus(t)
	if _, err := b.Request(t.Context(), "status", nil); !errors.Is(err, bus.ErrNobodyAnswers) {
		t.Errorf("asked nobody: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- b.Respond(ctx, "status", func(_ context.Context, request []byte) ([]byte, error) {
			switch string(request) {
			case "fail":
				return nil, errors.New("out of\norder")
			case "panic":
				panic("ouch")
			case "huge":
				return noise(2 << 20), nil
			}
			return append([]byte("re: "), request...), nil
		})
	}()
	eventually(t, "somebody answers", func() bool {
		_, err := b.Request(t.Context(), "status", nil)
		return err == nil
	})
	if got, err := b.Request(t.Context(), "status", []byte("hello")); err != nil || string(got) != "re: hello" {
		t.Errorf("answer = %q, %v", got, err)
	}
	for request, want := range map[string]string{"fail": "status: out of order", "panic": "panic: ouch"} {
		if _, err := b.Request(t.Context(), "status", []byte(request)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", request, err, want)
		}
	}
	if got, err := b.Request(t.Context(), "status", []byte("huge")); err != nil || !bytes.Equal(got, noise(2<<20)) {
		t.Errorf("huge: %d bytes, %v", len(got), err)
	}
	large := noise(3 << 20)
	if got, err := b.Request(t.Context(), "status", large); err != nil || !bytes.Equal(got[4:], large) {
		t.Errorf("asked with %d bytes: %d bytes, %v", len(large), len(got), err)
	}
	if n, err := b.SweepOversize(t.Context(), 0); err != nil || n != 0 {
		t.Errorf("%d objects left behind, %v", n, err)
	}
	if _, err := b.Request(t.Context(), "a b", nil); err == nil {
		t.Error("a verb with a space was accepted")
	}
	cancel()
	if err := receive(t, ended); err != nil {
		t.Error(err)
	}
}
