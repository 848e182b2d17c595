package class

import "bytes"

// challenged reports whether one of a page's first scripts is that of a bot check.
func challenged(scripts [][]byte) bool {
	for _, s := range scripts {
		for _, mark := range [...]string{"/cdn-cgi/challenge-platform", "captcha-delivery.com", "px-captcha", "_Incapsula_Resource", "awswaf.com", "challenges.cloudflare.com"} {
			if bytes.Contains(s, []byte(mark)) {
				return true
			}
		}
	}
	return false
}
