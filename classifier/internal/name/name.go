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

// maxKeyword is the most letters of a keyword: a bit for each is in lengths.
const maxKeyword = 63

// NewTable makes a table of keywords: 1 to 63 lower-case ASCII letters without
// separators; others match nothing. A keyword may span two words of a name
// ("articlebody").
func NewTable(keywords map[string]Groups) *Table {
	t := &Table{groups: keywords}
	for word := range keywords {
		if word != "" && 'a' <= word[0] && word[0] <= 'z' && len(word) <= maxKeyword {
			t.lengths[word[0]-'a'] |= 1 << len(word)
		}
	}
	return t
}

// Match gives the union of the groups of the words of s, and of its pairs of
// adjacent words written together. Words are runs of ASCII letters, divided
// also where lower case changes to upper. It does not allocate.
func (t *Table) Match(s string) (found Groups) {
	before := ""
	for i := 0; i < len(s); {
		if !isLetter(s[i]) {
			i++
			continue
		}
		from := i
		for i++; i < len(s) && isLetter(s[i]) && (isLower(s[i]) || !isLower(s[i-1])); i++ {
		}
		found |= t.of("", s[from:i])
		if before != "" {
			found |= t.of(before, s[from:i])
		}
		before = s[from:i]
	}
	return found
}

// of gives the groups of two words written together; the first may be "".
func (t *Table) of(first, second string) Groups {
	n, letter := len(first)+len(second), second[0]
	if first != "" {
		letter = first[0]
	}
	if t.lengths[(letter|0x20)-'a']>>n&1 == 0 {
		return 0
	}
	var buf [maxKeyword]byte
	word := append(append(buf[:0], first...), second...)
	for i := range word {
		word[i] |= 0x20
	}
	return t.groups[string(word)]
}

func isLetter(c byte) bool { return isLower(c | 0x20) }
func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
