package metadata

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/winnow-news/winnow/proto/word"
	"golang.org/x/net/publicsuffix"
)

// titleSeparators gives what sets the name of the site apart from the title of
// the page.
func titleSeparators() []string {
	return []string{" | ", " – ", " — ", " - ", " :: ", " » ", " « ", " · ", " • ", " ~ ", " / ", " < ", " > ", "｜", " ─ ", "_",
		"|", " │ ", " ǀ ", " › ", " ‹ ", " : ", " + ", " -- ", " // ", "：", " － ", "－", "—", bracket, "【"}
}

// bracket separates only what stands behind it.
const bracket = " ("

// siteEvidence is what is known of the site's name when a title is cut.
type siteEvidence struct {
	separators []string // see titleSeparators
	names      []string // og:site_name, publisher …
	domain     string   // the host without www
	host       string   // the registrable domain's first label
	heading    string   // the first heading of first rank
	titles     []string // what else says the title: h1, og:title, headline
}

// withoutSite gives title without the name of the site at its end or
// beginning. A part is cut off only on evidence: it is the site's name, or
// what is left is what the page elsewhere calls itself.
func (e *siteEvidence) withoutSite(title string) string {
	for range 3 {
		shorter := e.cut(title)
		if shorter == title {
			break
		}
		title = shorter
	}
	if rest := e.behindBlog(title); rest != "" {
		return rest
	}
	return title
}

// behindBlog gives the title behind "Name of the blog: ", or "". Titles have
// colons of their own: what is left must be what the page elsewhere calls
// itself, what is cut its first heading or the site's name.
func (e *siteEvidence) behindBlog(title string) string {
	name, rest, ok := strings.Cut(title, ": ")
	if ok && (e.isHeading(name) || e.isName(name)) && e.isTitle(rest) {
		return rest
	}
	return ""
}

func (e *siteEvidence) isHeading(s string) bool {
	s = letters(s)
	return s != "" && hasLetters(e.heading, s)
}

func (e *siteEvidence) cut(title string) string {
	for _, sep := range e.separators {
		at := strings.Index(title, sep)
		if at < 0 {
			continue
		}
		if i := strings.LastIndex(title, sep); i > 0 {
			rest, part := strings.TrimSpace(title[:i]), strings.TrimSpace(title[i+len(sep):])
			if e.isSite(part) && rest != "" || e.isTitle(rest) {
				return rest
			}
		}
		if at > 0 && sep != bracket {
			part, rest := strings.TrimSpace(title[:at]), strings.TrimSpace(title[at+len(sep):])
			if e.isTitle(part) {
				return part
			}
			if e.isName(part) && rest != "" || e.isTitle(rest) {
				return rest
			}
		}
	}
	return title
}

// isName reports the whole name of the site and no more, or nothing but signs.
// In front of a title another part may be what it is about: "Paris: …" in Le
// Parisien.
func (e *siteEvidence) isName(part string) bool {
	p := strings.TrimPrefix(letters(part), "the")
	return p == "" || slices.ContainsFunc(append([]string{e.host, e.domain}, e.names...), func(n string) bool {
		return strings.TrimPrefix(letters(n), "the") == p
	})
}

// isSite reports a part of the site's name, or more than it. Behind a title
// that is the site: "… - Example", "… | Example Sport".
func (e *siteEvidence) isSite(part string) bool {
	p := letters(part)
	if p == "" {
		return true // nothing but signs
	}
	if len(p) > 60 {
		return false
	}
	for _, n := range e.names {
		if n = letters(n); n != "" && (p == n || len(n) >= 4 && strings.HasPrefix(p, n) && len(p) < 2*len(n) || len(p) >= 4 && strings.HasPrefix(n, p)) {
			return true
		}
	}
	host := letters(e.host)
	return len(host) >= 2 && (p == host || strings.TrimPrefix(p, "the") == host || strings.HasPrefix(p, host) && word.Count(part) <= 2 ||
		len(p) >= 5 && strings.Contains(host, p))
}

// isTitle reports whether another source gives s as the title.
func (e *siteEvidence) isTitle(s string) bool {
	s = letters(s)
	if s == "" {
		return false
	}
	for _, t := range e.titles {
		if hasLetters(t, s) {
			return true
		}
	}
	return false
}

// letters gives the letters and digits of s in lower case, for comparison.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if word.IsWord(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// hasLetters reports whether letters(s) is want. Most texts differ in the first
// letter.
func hasLetters(s, want string) bool {
	for _, r := range s {
		if !word.IsWord(r) {
			continue
		}
		first, n := utf8.DecodeRuneInString(want)
		if n == 0 || unicode.ToLower(r) != first {
			return false
		}
		want = want[n:]
	}
	return want == ""
}

// hostLabel gives the part of the host that a site is called by:
// "example" of www.example.co.uk.
func hostLabel(u *url.URL) string {
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	label := registrable(host)
	if i := strings.IndexByte(label, '.'); i > 0 {
		return label[:i]
	}
	return label
}

// registrable gives the registrable domain of host, or host.
func registrable(host string) string {
	if d, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return d
	}
	return host
}
