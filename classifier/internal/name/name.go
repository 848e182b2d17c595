// Package name reads the names that sites give to the parts of their pages:
// classes, ids and the like ("article-body", "articleBody", "c-byline__name").
package name

// Groups is a set of up to 64 groups of keywords.
type Groups uint64

// Table gives the groups of keywords. It is immutable.
type Table struct {
	groups map[string]Groups
	// lengths has, for each first letter, a bit for each length of a keyword:
	// nearly all words are none, and this tells without the map.
	lengths ['z' - 'a' + 1]uint64
}

// maxWord is the longest word in bytes; longer ones match nothing.
const maxWord = 48

// NewTable makes a table of keywords: 1 to 63 lower-case ASCII letters without
// separators; others match nothing. A keyword may span two words of a name
// ("articlebody").
func NewTable(keywords map[string]Groups) *Table {
	t := &Table{groups: keywords}
	for word := range keywords {
		if word != "" && 'a' <= word[0] && word[0] <= 'z' && len(word) < 64 {
			t.lengths[word[0]-'a'] |= 1 << len(word)
		}
	}
	return t
}

// of gives the groups of a word of one or more lower-case letters.
func (t *Table) of(word []byte) Groups {
	if t.lengths[word[0]-'a']>>len(word)&1 == 0 {
		return 0
	}
	return t.groups[string(word)]
}

// Match gives the union of the groups of the words of s, and of its pairs of
// adjacent words written together. Words are runs of ASCII letters, divided
// also where lower case changes to upper. It does not allocate.
func (t *Table) Match(s string) Groups {
	var found Groups
	var buf [2 * maxWord]byte // the previous word, then the current one
	prev, n := 0, 0           // lengths
	flush := func() {
		if n == 0 {
			return
		}
		found |= t.of(buf[prev : prev+n])
		if prev > 0 {
			found |= t.of(buf[:prev+n])
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
