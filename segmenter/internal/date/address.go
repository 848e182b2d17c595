package date

import (
	"net/url"
	"strings"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
)

// InURL gives the date in an address: /2026/03/04/ or -2026-03-04 or
// /20260304/.
func InURL(u *url.URL) string {
	p := u.Path
	for i := 0; i+8 <= len(p); i++ {
		if i > 0 && ascii.IsDigit(p[i-1]) || !strings.HasPrefix(p[i:], "19") && !strings.HasPrefix(p[i:], "20") {
			continue
		}
		if len(p) >= i+10 && (p[i+4] == '/' || p[i+4] == '-') && p[i+7] == p[i+4] &&
			ascii.AllDigits(p[i:i+4]) && ascii.AllDigits(p[i+5:i+7]) && ascii.AllDigits(p[i+8:i+10]) && (len(p) == i+10 || !ascii.IsDigit(p[i+10])) {
			return p[i : i+10]
		}
		if ascii.AllDigits(p[i:i+8]) && (len(p) == i+8 || !ascii.IsDigit(p[i+8])) {
			return p[i : i+8]
		}
	}
	return ""
}
