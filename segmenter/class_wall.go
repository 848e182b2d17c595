package segmenter

import (
	"bytes"
	"slices"

	"golang.org/x/net/html"
)

const (
	challengeScripts = 16      // scripts that are looked at for a bot check
	challengeLength  = 8 << 10 // a longer one is no bot check's, in bytes
)

// challenged reports whether one of a page's first scripts is that of a bot
// check. The tree no longer has them (see condense); only pages with hardly
// any text are asked about, and few of these name a bot check at all.
func challenged(page []byte) bool {
	if !challenge(page) {
		return false
	}
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
				script = z.Text()
			}
			if len(script) == 0 || len(script) >= challengeLength {
				continue
			}
			if seen++; challenge(script) {
				return true
			}
		}
	}
	return false
}

func source(tag html.Token) []byte {
	i := slices.IndexFunc(tag.Attr, func(a html.Attribute) bool { return a.Key == "src" })
	if i < 0 {
		return nil
	}
	return []byte(tag.Attr[i].Val)
}

// challenge reports the script of a bot check.
func challenge(script []byte) bool {
	for _, mark := range [...]string{"/cdn-cgi/challenge-platform", "captcha-delivery.com", "px-captcha", "_Incapsula_Resource", "awswaf.com", "challenges.cloudflare.com"} {
		if bytes.Contains(script, []byte(mark)) {
			return true
		}
	}
	return false
}
