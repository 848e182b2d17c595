package robots

import "strings"

// pattern is a rule's path, cut at its stars. The first part must stand at
// the beginning, the others anywhere behind, leftmost first; with end, the
// last must stand at the end. Matching is linear in the path for each part.
type pattern struct {
	parts  []string
	end    bool
	length int // of the pattern in bytes, for "the longest wins"
}

func compile(raw string) pattern {
	p := pattern{}
	raw = normalize(raw, false)
	p.length = len(raw)
	raw, p.end = strings.CutSuffix(raw, "$")
	if !strings.HasPrefix(raw, "/") && !strings.HasPrefix(raw, "*") {
		raw = "/" + raw // a missing slash is a common slip
	}
	for strings.Contains(raw, "**") {
		raw = strings.ReplaceAll(raw, "**", "*")
	}
	p.parts = strings.Split(raw, "*")
	return p
}

func (p pattern) matches(path string) bool {
	path, ok := strings.CutPrefix(path, p.parts[0])
	if !ok {
		return false
	}
	if len(p.parts) == 1 {
		return !p.end || path == ""
	}
	last := len(p.parts) - 1
	for _, part := range p.parts[1:last] {
		i := strings.Index(path, part)
		if i < 0 {
			return false
		}
		path = path[i+len(part):]
	}
	if p.end {
		return strings.HasSuffix(path, p.parts[last])
	}
	return strings.Contains(path, p.parts[last])
}

// all reports whether the pattern matches every path.
func (p pattern) all() bool {
	for i, part := range p.parts {
		if part != "" && (i > 0 || part != "/") {
			return false
		}
	}
	return !p.end || len(p.parts) > 1
}

const hex = "0123456789ABCDEF"

// normalize brings %-encoding to one form: unreserved characters decoded,
// bytes outside ASCII encoded, digits in upper case. In a path (literal) "*"
// and "$" are encoded, so that only %2A and %24 of a pattern match them.
func normalize(s string, literal bool) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && i+2 < len(s) && unhex(s[i+1]) >= 0 && unhex(s[i+2]) >= 0:
			c = byte(unhex(s[i+1])<<4 | unhex(s[i+2]))
			i += 2
			if unreserved(c) {
				b.WriteByte(c)
			} else {
				escape(&b, c)
			}
		case c >= 0x80 || c <= ' ' || literal && (c == '*' || c == '$'):
			escape(&b, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func escape(b *strings.Builder, c byte) {
	b.WriteByte('%')
	b.WriteByte(hex[c>>4])
	b.WriteByte(hex[c&15])
}

func unhex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}
