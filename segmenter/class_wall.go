package segmenter

import "bytes"

// challenged reports whether one of the page's first scripts, as condense met
// them, is that of a bot check.
func challenged(page []byte, scripts []span) bool {
	for _, s := range scripts {
		for _, mark := range [...]string{"/cdn-cgi/challenge-platform", "captcha-delivery.com", "px-captcha", "_Incapsula_Resource", "awswaf.com", "challenges.cloudflare.com"} {
			if bytes.Contains(page[s.from:s.to], []byte(mark)) {
				return true
			}
		}
	}
	return false
}
