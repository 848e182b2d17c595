// Package canon gives URLs their canonical form and derives the ids that hang
// on it.
package canon

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/zeebo/xxh3"
	"golang.org/x/net/idna"
)

// ErrURL is returned when a string is not an absolute http or https URL.
var ErrURL = errors.New("not an absolute http(s) URL")

// MaxURL is the longest URL that is accepted, in bytes.
const MaxURL = 2048

// URL gives the canonical form of raw: scheme and host in lower case, host in
// punycode, default port and fragment dropped, an empty path made "/", dot
// segments resolved, and query parameters that only track the visitor
// removed; the order of the others is kept, because servers may care. It is
// always valid UTF-8.
func URL(raw string) (string, error) {
	if len(raw) > MaxURL {
		return "", fmt.Errorf("URL of %d bytes, at most %d: %w", len(raw), MaxURL, ErrURL)
	}
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil {
		return "", fmt.Errorf("%w: %v", ErrURL, err)
	}
	return Parsed(u)
}

// Parsed is URL for a URL that has been parsed; u is not changed.
func Parsed(u *url.URL) (string, error) {
	scheme := strings.ToLower(u.Scheme)
	if scheme != "http" && scheme != "https" || u.Host == "" {
		return "", fmt.Errorf("%q: %w", u.String(), ErrURL)
	}
	host, err := Host(u.Hostname())
	if err != nil {
		return "", err
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if p := u.Port(); p != "" && !(scheme == "http" && p == "80") && !(scheme == "https" && p == "443") {
		host += ":" + p
	}
	c := url.URL{Scheme: scheme, Host: host, Path: u.Path, RawPath: u.RawPath, RawQuery: cleanQuery(u.RawQuery)}
	if c.Path == "" {
		c.Path = "/"
	}
	if strings.Contains(c.Path, "/.") {
		c = *c.ResolveReference(&url.URL{Path: c.Path, RawPath: dots.Replace(c.RawPath), RawQuery: c.RawQuery})
	}
	return c.String(), nil
}

// dots decodes dots, which mean the same escaped (RFC 3986, 2.3).
var dots = strings.NewReplacer("%2e", ".", "%2E", ".")

// Host gives the canonical form of a host name: lower case, punycode, no
// trailing dot.
func Host(host string) (string, error) {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	for i := range len(host) {
		if host[i] >= 0x80 {
			ascii, err := idna.Lookup.ToASCII(host)
			if err != nil {
				return "", fmt.Errorf("host %q: %w", host, ErrURL)
			}
			return ascii, nil
		}
	}
	if host == "" {
		return "", fmt.Errorf("empty host: %w", ErrURL)
	}
	return host, nil
}

// tracking holds query parameters that name the visitor's way to the page and
// never its content.
var tracking = map[string]bool{
	"gclid": true, "dclid": true, "fbclid": true, "msclkid": true, "yclid": true,
	"igshid": true, "twclid": true, "mc_cid": true, "mc_eid": true, "_ga": true,
	"_gl": true, "ocid": true, "ncid": true, "cmpid": true, "smid": true,
	"sref": true, "wt_mc": true, "ito": true, "at_medium": true, "at_campaign": true,
	"__twitter_impression": true, "ref_src": true, "ref_url": true, "share_id": true,
}

func cleanQuery(q string) string {
	var kept []string
	for part := range strings.SplitSeq(encodeForeign(q), "&") {
		key, _, _ := strings.Cut(part, "=")
		key = strings.ToLower(key)
		if part == "" || tracking[key] || strings.HasPrefix(key, "utm_") || strings.HasPrefix(key, "xtor") {
			continue
		}
		kept = append(kept, part)
	}
	return strings.Join(kept, "&")
}

// encodeForeign percent-encodes the bytes of a query in another encoding than
// UTF-8: a message cannot hold them. It is what the server gets from a browser.
func encodeForeign(q string) string {
	if utf8.ValidString(q) {
		return q
	}
	var b strings.Builder
	for i := range len(q) {
		if q[i] < utf8.RuneSelf {
			b.WriteByte(q[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", q[i])
		}
	}
	return b.String()
}

// ArticleID is the id of the article at a canonical URL: 32 hexadecimal
// digits. Scheme and a leading "www." do not count.
func ArticleID(canonical string) string {
	return hash128(identity(canonical), nil)
}

// PageID is the id of one content at a canonical URL: 32 hexadecimal digits.
func PageID(canonical string, content []byte) string {
	return hash128(identity(canonical), content)
}

// Own reports whether an article is at its own address there, its canonical
// URL, and not that of an AMP or print version or a link with parameters.
func Own(articleID, canonical string) bool { return ArticleID(canonical) == articleID }

func identity(canonical string) string {
	_, rest, ok := strings.Cut(canonical, "://")
	if !ok {
		rest = canonical
	}
	return strings.TrimPrefix(rest, "www.")
}

func hash128(key string, content []byte) string {
	h := xxh3.New()
	_, _ = h.WriteString(key)
	_, _ = h.Write([]byte{0})
	_, _ = h.Write(content)
	sum := h.Sum128().Bytes()
	return hex.EncodeToString(sum[:])
}
