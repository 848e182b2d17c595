// Package robots reads robots.txt as RFC 9309 asks: what goes in is the file
// and the crawler's product token, what comes out are the rules that bind it.
//
// Of RFC 9309 it keeps: the product token is matched without regard to case
// and groups of the same token are joined (2.2.1); the longest matching rule
// wins, and Allow wins a tie (2.2.2); "*" and a final "$" are special and
// %-encoding is normalised (2.2.2, 2.2.3); 500 KiB are read (2.5). Beyond it:
// Crawl-delay, which ends a list of user agents like a rule does, and Sitemap.
package robots

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MaxBytes is how much of a file is read; what stands behind is ignored.
const MaxBytes = 500 << 10

// maxSitemaps bounds the Sitemap lines that are kept.
const maxSitemaps = 200

// Rules are what a robots.txt says to one crawler. The zero value allows
// everything. Rules are not changed once made.
type Rules struct {
	// CrawlDelay is the delay that the file asks for; 0: none. It is not
	// capped.
	CrawlDelay time.Duration
	// Sitemaps are the values of the Sitemap lines, as they stand.
	Sitemaps []string

	rules []rule // by precedence
}

type rule struct {
	pattern pattern
	allow   bool
}

// Parse reads a file for the crawler with the given product token. It never
// fails: lines that mean nothing are skipped.
func Parse(file []byte, product string) *Rules {
	var own, any group
	var in []*group // groups that the current rules belong to
	open := false   // the last record was a user agent
	out := &Rules{}
	for key, value := range records(file) {
		switch key {
		case "user-agent":
			if !open {
				in, open = nil, true
			}
			if value == "*" {
				in = append(in, &any)
			} else if strings.EqualFold(token(value), product) {
				own.named = true
				in = append(in, &own)
			}
		case "allow", "disallow", "crawl-delay":
			open = false
			for _, g := range in {
				g.add(key, value)
			}
		case "sitemap":
			if len(out.Sitemaps) < maxSitemaps && value != "" {
				out.Sitemaps = append(out.Sitemaps, value)
			}
		}
	}
	if !own.named {
		own = any
	}
	slices.SortStableFunc(own.rules, precedence)
	out.rules, out.CrawlDelay = own.rules, own.delay
	return out
}

// DisallowAll gives rules that allow nothing, for a file that could not be
// had.
func DisallowAll() *Rules {
	return &Rules{rules: []rule{{pattern: compile("/")}}}
}

// Allowed reports whether the rules let the crawler fetch a path with its
// query, as it stands in the request ("/a?b").
func (r *Rules) Allowed(pathQuery string) bool {
	if pathQuery == "/robots.txt" || len(r.rules) == 0 {
		return true
	}
	path := normalize(pathQuery, true)
	for _, rule := range r.rules {
		if rule.pattern.matches(path) {
			return rule.allow
		}
	}
	return true
}

// None reports whether the rules let the crawler fetch nothing at all: they
// disallow everything and make no exception.
func (r *Rules) None() bool {
	all := false
	for _, rule := range r.rules {
		if rule.allow {
			return false
		}
		all = all || rule.pattern.all()
	}
	return all
}

// cheapRules is the number of rules up to which Allowed takes microseconds.
const cheapRules = 1000

// Cheap reports whether Allowed may be asked for each of a page's links.
func (r *Rules) Cheap() bool { return len(r.rules) <= cheapRules }

// precedence puts the longest rule first, and of two of one length the one
// that allows: the first that matches decides.
func precedence(a, b rule) int {
	if d := b.pattern.length - a.pattern.length; d != 0 {
		return d
	}
	switch {
	case a.allow == b.allow:
		return 0
	case a.allow:
		return -1
	}
	return 1
}

type group struct {
	named bool
	rules []rule
	delay time.Duration
}

func (g *group) add(key, value string) {
	if key == "crawl-delay" {
		if s, err := strconv.ParseFloat(value, 64); err == nil && s > 0 && s < 1e6 {
			g.delay = max(g.delay, time.Duration(s*float64(time.Second)))
		}
		return
	}
	if value == "" { // "Disallow:" says nothing
		return
	}
	g.rules = append(g.rules, rule{pattern: compile(value), allow: key == "allow"})
}

// token is the product token at the head of a User-agent value, which may be
// followed by a version ("WinnowBot/1.0").
func token(value string) string {
	end := strings.IndexFunc(value, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '-' || r == '_')
	})
	if end < 0 {
		return value
	}
	return value[:end]
}

// records iterates over the "key: value" lines of a file, keys in lower case,
// comments and space removed.
func records(file []byte) func(yield func(key, value string) bool) {
	cut := len(file) > MaxBytes
	file = bytes.TrimPrefix(file[:min(len(file), MaxBytes)], []byte("\xef\xbb\xbf"))
	return func(yield func(key, value string) bool) {
		for len(file) > 0 {
			line, rest := file, []byte(nil)
			if i := bytes.IndexAny(file, "\r\n"); i >= 0 {
				line, rest = file[:i], file[i+1:]
			} else if cut { // half a rule is not what was meant
				return
			}
			file = rest
			line, _, _ = bytes.Cut(line, []byte("#"))
			key, value, ok := bytes.Cut(line, []byte(":"))
			if !ok {
				continue
			}
			if !yield(strings.ToLower(string(bytes.TrimSpace(key))), string(bytes.TrimSpace(value))) {
				return
			}
		}
	}
}
