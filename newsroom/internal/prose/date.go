package prose

import (
	"strconv"
	"strings"
	"time"
)

// DateStyles is the number of ways in which the language writes dates.
func (l *Language) DateStyles() int { return len(l.dates) }

// Date writes t in one of the language's styles.
func (l *Language) Date(t time.Time, style int) string {
	pattern := l.dates[style%len(l.dates)]
	var b strings.Builder
	for pattern != "" {
		n := 1
		switch {
		case strings.HasPrefix(pattern, "YYYY"):
			n = 4
			b.WriteString(strconv.Itoa(t.Year()))
		case strings.HasPrefix(pattern, "MONTH"):
			n = 5
			b.WriteString(l.months[t.Month()-1])
		case strings.HasPrefix(pattern, "HH:MM"):
			n = 5
			b.WriteString(t.Format("15:04"))
		case strings.HasPrefix(pattern, "MM"):
			n = 2
			b.WriteString(t.Format("01"))
		case strings.HasPrefix(pattern, "DD"):
			n = 2
			b.WriteString(t.Format("02"))
		case pattern[0] == 'M':
			b.WriteString(strconv.Itoa(int(t.Month())))
		case pattern[0] == 'D':
			b.WriteString(strconv.Itoa(t.Day()))
		default:
			b.WriteByte(pattern[0])
		}
		pattern = pattern[n:]
	}
	return b.String()
}
