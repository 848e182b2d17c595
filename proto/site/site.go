// Package site says which site a URL belongs to. A site is a class of pages
// that share templates: the registrable domain, unless a host or path prefix
// has been configured as a site of its own.
package site

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/winnow-news/winnow/proto/canon"
	"golang.org/x/net/publicsuffix"
)

// Namer gives URLs their site tokens. The zero value names every site by its
// registrable domain. It is safe for concurrent use once made.
type Namer struct {
	own []string // host[/path] prefixes, longest first
}

// NewNamer makes a Namer for which each of own ("sport.bbc.co.uk",
// "example.com/en") is a site by itself.
func NewNamer(own []string) (*Namer, error) {
	n := &Namer{}
	for _, o := range own {
		host, path, _ := strings.Cut(strings.TrimSuffix(o, "/"), "/")
		h, err := canon.Host(host)
		if err != nil || strings.ContainsAny(h, " *") {
			return nil, fmt.Errorf("site %q: want a host or host/path", o)
		}
		if path != "" {
			h += "/" + path
		}
		n.own = append(n.own, h)
	}
	slices.SortFunc(n.own, func(a, b string) int { return len(b) - len(a) })
	return n, nil
}

// Of gives the site token of a URL: lower case, punycode, dots as "_"
// (bbc_co_uk); the port of an unusual address and the path of a configured
// prefix follow behind "__".
func (n *Namer) Of(rawURL string) (string, error) {
	u, err := url.Parse(rawURL)
	if err != nil || u.Host == "" {
		return "", fmt.Errorf("site of %q: %w", rawURL, canon.ErrURL)
	}
	host, err := canon.Host(u.Hostname())
	if err != nil {
		return "", err
	}
	full := host + u.EscapedPath()
	for _, o := range n.own {
		if full == o || strings.HasPrefix(full, o) && (full[len(o)] == '/') {
			return Token(o), nil
		}
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil { // an address, a bare suffix or a single label
		domain = host
		if p := u.Port(); p != "" {
			domain += "/" + p
		}
	}
	return Token(domain), nil
}

// Named gives the token of a site as people name it: by a URL of it, by its host
// (www.bbc.co.uk), or by the token itself.
func (n *Namer) Named(name string) string {
	address := name
	if !strings.Contains(name, "://") {
		address = "https://" + name
	}
	if token, err := n.Of(address); err == nil && strings.Contains(name, ".") {
		return token
	}
	return Token(name)
}

// Token turns a domain or host/path into a token that may stand in a subject
// or key: letters, digits and "-" stay, "." becomes "_", "/" becomes "__",
// anything else "-".
func Token(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == '-', r == '_':
			b.WriteRune(r)
		case r == '.':
			b.WriteByte('_')
		case r == '/':
			b.WriteString("__")
		default:
			b.WriteByte('-')
		}
	}
	return b.String()
}

// Name gives the domain or host/path that token was made of, as far as it tells: a
// port comes out as a path, and what is neither letter nor digit as "-" or ".".
func Name(token string) string { return strings.NewReplacer("__", "/", "_", ".").Replace(token) }

// Valid reports whether token could have been made by Token.
func Valid(token string) bool { return token != "" && len(token) <= 255 && token == Token(token) }
