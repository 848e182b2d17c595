// Package name reads the names that sites give to the parts of their pages:
// classes, ids and the like ("article-body", "articleBody", "c-byline__name").
package name

// Groups is a set of up to 64 groups of keywords.
type Groups uint64

// Table gives the groups of each keyword: lower-case ASCII letters without
// separators. A keyword may span two words of a name ("articlebody").
type Table map[string]Groups

// maxWord is the longest keyword in bytes; longer words match nothing.
const maxWord = 48

// Match gives the union of the groups of the words of s, and of its pairs of
// adjacent words written together. Words are runs of ASCII letters, divided
// also where lower case changes to upper. It does not allocate.
func (t Table) Match(s string) Groups {
	var found Groups
	var buf [2 * maxWord]byte // the previous word, then the current one
	prev, n := 0, 0           // lengths
	flush := func() {
		if n == 0 {
			return
		}
		found |= t[string(buf[prev:prev+n])]
		if prev > 0 {
			found |= t[string(buf[:prev+n])]
		}
		copy(buf[:], buf[prev:prev+n])
		prev, n = n, 0
	}
	lower := false
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z':
			lower = true
		case 'A' <= c && c <= 'Z':
			if lower {
				flush()
			}
			c, lower = c+('a'-'A'), false
		default:
			flush()
			lower = false
			continue
		}
		if n < maxWord {
			buf[prev+n] = c
			n++
		}
	}
	flush()
	return found
}
