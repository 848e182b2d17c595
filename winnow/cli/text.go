package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// eventName is an event as headers carry it.
func eventName(e pb.Article_Event) string { return strings.ToLower(e.String()) }

// plain makes a foreign text fit for a line of a terminal: blanks are folded,
// and control characters, which could command the terminal, left out.
func plain(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\ufffd"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
}

// count is a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

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
		return t.UTC().Format(time.DateOnly)
	}
}
