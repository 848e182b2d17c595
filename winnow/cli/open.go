package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// eventName is an event as headers carry it.
func eventName(e pb.Article_Event) string { return strings.ToLower(e.String()) }

// clip cuts s to n characters.
func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}

// ago tells a time in the words of a list.
func ago(t *time.Time) string {
	if t == nil || t.IsZero() {
		return "never"
	}
	d := time.Since(*t)
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds ago", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh ago", int(d.Hours()))
	default:
		return t.Format("2006-01-02")
	}
}

// maxInput bounds a page that is read from a file or standard input.
const maxInput = 64 << 20

// readInput reads a file, or standard input for "-".
func (a *app) readInput(path string) ([]byte, error) {
	r := a.In
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r = f
	}
	b, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err == nil && len(b) > maxInput {
		err = fmt.Errorf("%s is larger than %d MiB", path, maxInput>>20)
	}
	return b, err
}
