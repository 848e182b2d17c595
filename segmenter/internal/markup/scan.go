package markup

import (
	"bytes"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
)

// tag is what condense has to know of a start or end tag.
type tag struct {
	nameEnd     int
	end         int // behind ">", or stop
	selfClosing bool
	unclear     bool // "/" may belong to the last attribute
}

// readTag reads the tag whose name begins at i, as the tokenizer of
// golang.org/x/net/html does: a quotation mark counts only at the beginning of
// an attribute's value.
func readTag(in []byte, i int) tag {
	t, _ := readAttributes(in, i, nil)
	return t
}

// readAttributes is readTag; it appends the tag's attributes to to.
func readAttributes(in []byte, i int, to []attribute) (tag, []attribute) {
	for i < len(in) && !isOneOf(in[i], nameEnds) {
		i++
	}
	t := tag{nameEnd: i}
	bare := 0 // where the last value without quotation marks ends
	for {
		i = skipSpace(in, i)
		if i >= len(in) {
			t.end = stop
			return t, to
		}
		if in[i] == '>' {
			t.end = i + 1
			t.selfClosing = in[i-1] == '/'
			t.unclear = t.selfClosing && bare == i
			return t, to
		}
		a := readAttribute(in, i)
		to = append(to, a)
		i = a.end
		if a.bare {
			bare = i
		}
	}
}

// attribute is what condense has to know of an attribute: its name is
// in[from:nameEnd], its value in[value:end] where it is quoted or bare.
type attribute struct {
	from, nameEnd, value, end int
	quoted, bare              bool
}

// readAttribute reads the attribute that begins at i.
func readAttribute(in []byte, i int) (a attribute) {
	a.from = i
	for i < len(in) && (!isOneOf(in[i], nameEnds|1<<'=') || in[i] == '=' && i == a.from) {
		i++
	}
	a.nameEnd = i
	a.end = skipSpace(in, i)
	if a.end < len(in) && in[a.end] == '/' {
		a.end++
		return a
	}
	if a.end >= len(in) || in[a.end] != '=' {
		return a
	}
	i = skipSpace(in, a.end+1)
	a.value, a.end = i, i
	switch {
	case i >= len(in) || in[i] == '>':
		return a
	case in[i] == '"' || in[i] == '\'':
		a.quoted = true
		n := bytes.IndexByte(in[i+1:], in[i])
		if n < 0 {
			a.end = len(in)
			return a
		}
		a.end = i + 1 + n + 1
		return a
	}
	for i < len(in) && !isOneOf(in[i], spaces|1<<'>') {
		i++
	}
	a.end, a.bare = i, true
	return a
}

func skipSpace(in []byte, i int) int {
	for i < len(in) && isSpace(in[i]) {
		i++
	}
	return i
}

// markupEnd gives where the end tag, comment, declaration or processing
// instruction ends that begins with the "<" at i.
func markupEnd(in []byte, i int) int {
	switch rest := in[i+1:]; {
	case bytes.HasPrefix(rest, []byte("!--")):
		return commentEnd(in, i+4)
	case rest[0] == '/' && len(rest) > 1 && ascii.IsLetter(rest[1]):
		return readTag(in, i+2).end
	}
	n := bytes.IndexByte(in[i+2:], '>')
	if n < 0 {
		return stop
	}
	return i + 2 + n + 1
}

// commentEnd gives where the comment ends whose text begins at i.
func commentEnd(in []byte, i int) int {
	rest := in[i:]
	for _, short := range [...]string{">", "->"} {
		if bytes.HasPrefix(rest, []byte(short)) {
			return i + len(short)
		}
	}
	end, size := bytes.Index(rest, []byte("-->")), len("-->")
	if end >= 0 {
		rest = rest[:end]
	}
	if bang := bytes.Index(rest, []byte("--!>")); bang >= 0 {
		end, size = bang, len("--!>")
	}
	if end < 0 {
		return stop
	}
	return i + end + size
}

// rawEnd gives where the end tag begins that ends the raw text at i.
func rawEnd(in []byte, i int, name string) int {
	for {
		n := bytes.Index(in[i:], []byte("</"))
		if n < 0 {
			return stop
		}
		i += n
		if namedAt(in, i+2, name) {
			return i
		}
		i += 2
	}
}

// scriptEnd is rawEnd for a script with a comment in it: the end tag of a script
// that begins within the comment does not count. A "<" there that begins no tag
// ends the comment for the tokenizer of golang.org/x/net/html.
func scriptEnd(in []byte, i int) int {
	const (
		outside = iota
		comment // "escaped", as the standard has it
		inner   // "double escaped"
	)
	state := outside
	for ; i < len(in); i++ {
		switch {
		case in[i] == '>' && state != outside && bytes.HasSuffix(in[:i], []byte("--")):
			state = outside
		case in[i] != '<':
		case i+1 < len(in) && in[i+1] == '/' && namedAt(in, i+2, "script"):
			if state != inner {
				return i
			}
			state = comment
		case state == outside && bytes.HasPrefix(in[i:], []byte("<!--")):
			state = comment
			i += len("!--")
		case state == comment && namedAt(in, i+1, "script"):
			state = inner
		case state == comment && i+1 < len(in) && in[i+1] != '/' && !ascii.IsLetter(in[i+1]):
			state = outside
		}
	}
	return stop
}

// namedAt reports whether the name of a tag stands at i and ends there.
func namedAt(in []byte, i int, name string) bool {
	end := i + len(name)
	return end < len(in) && isOneOf(in[end], nameEnds) && equalFold(in[i:end], name)
}

// lowered puts name into buf in lower case; a longer one gives nothing.
func lowered(buf, name []byte) []byte {
	if len(name) > len(buf) {
		return nil
	}
	buf = buf[:len(name)]
	for i, b := range name {
		if 'A' <= b && b <= 'Z' {
			b |= 0x20
		}
		buf[i] = b
	}
	return buf
}

// equalFold reports whether s is lower but for the case of its letters.
func equalFold(s []byte, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i := range s {
		if b := s[i]; b != lower[i] && b != lower[i]-('a'-'A') {
			return false
		}
	}
	return true
}

// Sets of characters below 64, a bit each.
const (
	spaces   uint64 = 1<<' ' | 1<<'\n' | 1<<'\t' | 1<<'\r' | 1<<'\f'
	nameEnds        = spaces | 1<<'/' | 1<<'>'
)

func isOneOf(c byte, set uint64) bool { return c < 64 && set>>c&1 != 0 }
func isSpace(c byte) bool             { return isOneOf(c, spaces) }

// containsFold reports whether s contains lower, whose case it ignores.
func containsFold(s []byte, lower string) bool {
	for i := 0; i+len(lower) <= len(s); i++ {
		j := 0
		for j < len(lower) && s[i+j]|0x20 == lower[j] {
			j++
		}
		if j == len(lower) {
			return true
		}
	}
	return false
}
