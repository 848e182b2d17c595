package newsroom

import (
	"fmt"
	"strings"
)

// forbidden lists the path prefixes that every site's robots.txt disallows.
func forbidden() []string { return []string{"/private/", "/search", "/print/", "/calendar/*/?day="} }

// robots writes the site's robots.txt.
func (s *site) robots() []byte {
	var b strings.Builder
	b.WriteString("# " + s.brand + "\nUser-agent: *\n")
	for _, p := range forbidden() {
		b.WriteString("Disallow: " + p + "\n")
	}
	b.WriteString("Allow: /private/press\n")
	if s.crawlDelay > 0 {
		fmt.Fprintf(&b, "Crawl-delay: %g\n", s.crawlDelay.Seconds())
	}
	b.WriteString("\nSitemap: " + s.url("/sitemap.xml") + "\n")
	return []byte(b.String())
}

// disallowed reports whether robots.txt forbids a path with its query.
func disallowed(target string) bool {
	if strings.HasPrefix(target, "/private/press") {
		return false
	}
	for _, p := range forbidden() {
		prefix, rest, wild := strings.Cut(p, "*")
		if strings.HasPrefix(target, prefix) && (!wild || strings.Contains(target[len(prefix):], rest)) {
			return true
		}
	}
	return false
}

// pixel is a transparent GIF of one pixel.
func pixel() []byte {
	return []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")
}
