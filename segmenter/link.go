package segmenter

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
)

// maxURL is the longest link or image address that is kept, in bytes.
const maxURL = 2048

// absolute puts href, made absolute and without its fragment, into aux. The
// usual forms (absolute, from the root, or from the page's folder) cost no parse.
func (w *walk) absolute(href string) (span, bool) {
	href = strings.Trim(href, " \t\r\n\f")
	if i := strings.IndexByte(href, '#'); i >= 0 {
		href = href[:i]
	}
	if href == "" || len(href) > maxURL {
		return span{}, false
	}
	at := len(w.aux)
	switch {
	case otherScheme(href):
		return span{}, false
	case !plainURL(href):
		return w.resolved(href)
	case href[0] == '/' && !strings.HasPrefix(href, "//"):
		w.aux = append(append(w.aux, w.origin...), href...)
	case href[0] == '/' && lowerHost(href[2:]):
		w.aux = appendRooted(append(append(w.aux, w.base.Scheme...), ':'), href)
	case strings.HasPrefix(href, "https://") && lowerHost(href[8:]), strings.HasPrefix(href, "http://") && lowerHost(href[7:]):
		w.aux = appendRooted(w.aux, href)
	case w.folder != "" && plainPath(href):
		w.aux = append(append(w.aux, w.folder...), href...)
	default:
		return w.resolved(href)
	}
	return span{at, len(w.aux)}, true
}

// absoluteString is absolute as a string, "" where href cannot be made so.
func (w *walk) absoluteString(href string) string {
	at, ok := w.absolute(href)
	if !ok {
		return ""
	}
	return w.arena(at)
}

// folderOf gives base up to the last slash of its path, where what a plain path is
// put behind becomes absolute; "" if that takes more.
func folderOf(base *url.URL) string {
	path := base.EscapedPath()
	path = path[:strings.LastIndexByte(path, '/')+1]
	path = cmp.Or(path, "/")
	if !plainURL(base.Host+path) || !plainPath(strings.TrimPrefix(path, "/")) {
		return ""
	}
	return base.Scheme + "://" + strings.ToLower(base.Host) + path
}

// plainPath reports that s, a plain URL, begins with a name, and has up to its query
// nothing but what stands in most.
func plainPath(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case ascii.IsDigit(c), ascii.IsLetter(c), c == '-', c == '_', c == '~', i > 0 && (c == '/' || c == '.'):
		default:
			return i > 0 && c == '?'
		}
	}
	return true
}

// plainURL reports that s holds nothing that resolving would change.
func plainURL(s string) bool {
	for i := range len(s) {
		if !inPlainURL[s[i]] {
			return false
		}
	}
	return !strings.Contains(s, "/.")
}

// inPlainURL tells of each byte whether it may stand in a plain URL. It is never
// written to.
var inPlainURL = func() (plain [256]bool) {
	for c := byte(' ' + 1); c < 0x7f; c++ {
		plain[c] = strings.IndexByte("\\\"<>", c) < 0
	}
	return plain
}()

// otherScheme reports an address of another scheme than the web's: "javascript:",
// "mailto:".
func otherScheme(href string) bool {
	n := 0
	for n < len(href) && ascii.IsLetter(href[n]) {
		n++
	}
	return 0 < n && n < len(href) && href[n] == ':' && !strings.EqualFold(href[:n], "http") && !strings.EqualFold(href[:n], "https")
}

// appendRooted appends href, in which a host stands behind "//", with a path.
func appendRooted(dst []byte, href string) []byte {
	dst = append(dst, href...)
	if _, host, _ := strings.Cut(href, "//"); strings.IndexByte(host, '/') < 0 {
		dst = append(dst, '/')
	}
	return dst
}

// lowerHost reports that rest, which follows "//", begins with a host in lower
// case, behind which a path stands or nothing.
func lowerHost(rest string) bool {
	for i := range len(rest) {
		c := rest[i]
		if c == '/' {
			return i > 0
		}
		if !(ascii.IsDigit(c) || 'a' <= c && c <= 'z' || c == '.' || c == '-') {
			return false
		}
	}
	return rest != ""
}

// resolved is absolute for the unusual forms.
func (w *walk) resolved(href string) (span, bool) {
	if strings.ContainsAny(href, "\n\r\t\\") {
		href = strings.NewReplacer("\n", "", "\r", "", "\t", "", "\\", "/").Replace(href)
	}
	u, err := url.Parse(href)
	if err != nil {
		return span{}, false
	}
	u = w.base.ResolveReference(u)
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return span{}, false
	}
	u.Host, u.Fragment, u.User = strings.ToLower(u.Host), "", nil
	if u.Path == "" {
		u.Path = "/"
	}
	at := len(w.aux)
	w.aux = append(w.aux, u.String()...)
	return span{at, len(w.aux)}, true
}
