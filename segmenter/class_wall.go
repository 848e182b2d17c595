package segmenter

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

const (
	challengeScripts = 16      // scripts that are looked at for a bot check
	challengeLength  = 8 << 10 // a longer one is no bot check's, in bytes
)

// challenged reports whether one of a page's first scripts is that of a bot
// check. The tree no longer has them (see condense); as only pages with hardly
// any text are asked about, a second look at the bytes is cheap.
func challenged(page []byte) bool {
	z := html.NewTokenizer(bytes.NewReader(page))
	for seen := 0; seen < challengeScripts; {
		switch z.Next() {
		case html.ErrorToken:
			return false
		case html.StartTagToken:
			tag := z.Token()
			if tag.Data != "script" {
				continue
			}
			script := source(tag)
			if z.Next() == html.TextToken {
				script = string(z.Text())
			}
			if script == "" || len(script) >= challengeLength {
				continue
			}
			if seen++; challenge(script) {
				return true
			}
		}
	}
	return false
}

func source(tag html.Token) string {
	i := slices.IndexFunc(tag.Attr, func(a html.Attribute) bool { return a.Key == "src" })
	if i < 0 {
		return ""
	}
	return tag.Attr[i].Val
}

// challenge reports the script of a bot check.
func challenge(script string) bool {
	for _, mark := range [...]string{"/cdn-cgi/challenge-platform", "captcha-delivery.com", "px-captcha", "_Incapsula_Resource", "awswaf.com", "challenges.cloudflare.com"} {
		if strings.Contains(script, mark) {
			return true
		}
	}
	return false
}
