// Package laxjson reads JSON and what pages put in its place: trailing and missing
// commas, line ends and quotes inside strings, comments of three languages,
// character references, text cut off in the middle. It never fails; it reads what
// it can, in one pass. encoding/json refuses a page's whole metadata for any of
// these.
package laxjson

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
	"golang.org/x/net/html"
)

// Value is a value of a JSON document as pages write them. Scalars that
// are not strings are kept as they stand ("true", "12").
type Value struct {
	Text    string
	Members []Member // of an object
	Items   []Value  // of an array
}

// Member is a member of an object.
type Member struct {
	Key   string
	Value Value
}

// Get gives the member called key, the zero value where there is none.
func (v Value) Get(key string) Value {
	for i := range v.Members {
		if v.Members[i].Key == key {
			return v.Members[i].Value
		}
	}
	return Value{}
}

// List gives the items of an array, or the value itself.
func (v Value) List() []Value {
	if v.Items != nil {
		return v.Items
	}
	if v.Text == "" && v.Members == nil {
		return nil
	}
	return []Value{v}
}

// maxDepth is the nesting that is followed; a document that goes deeper
// ends there.
const maxDepth = 40

type parser struct {
	s string
	i int
}

// Parse gives the documents that stand in s, one behind the other.
func Parse(s string) []Value {
	p := parser{s: s}
	var out []Value
	for p.skip(); p.i < len(p.s); p.skip() {
		if c := p.s[p.i]; c != '{' && c != '[' {
			p.i++
			continue
		}
		out = append(out, p.value(0))
	}
	return out
}

// ParsePrefix gives the value that s begins with, and what stands behind it.
func ParsePrefix(s string) (v Value, rest string) {
	p := parser{s: s}
	v = p.value(0)
	return v, s[p.i:]
}

// skip passes white space, comments and CDATA marks.
func (p *parser) skip() {
	for p.i < len(p.s) {
		rest := p.s[p.i:]
		switch {
		case rest[0] <= ' ':
			p.i++
		case strings.HasPrefix(rest, "\ufeff"), strings.HasPrefix(rest, "\u00a0"):
			_, n := utf8.DecodeRuneInString(rest)
			p.i += n
		case strings.HasPrefix(rest, "<!--"):
			p.i += 4
		case strings.HasPrefix(rest, "-->"):
			p.i += 3
		case strings.HasPrefix(rest, "<![CDATA["):
			p.i += 9
		case strings.HasPrefix(rest, "]]>"):
			p.i += 3
		case strings.HasPrefix(rest, "/*"):
			p.i += len(rest)
			if end := strings.Index(rest, "*/"); end >= 0 {
				p.i += end + 2 - len(rest)
			}
		case strings.HasPrefix(rest, "//<![CDATA["):
			p.i += 11
		case strings.HasPrefix(rest, "//"):
			p.i += len(rest)
			if end := strings.IndexByte(rest, '\n'); end >= 0 {
				p.i += end + 1 - len(rest)
			}
		default:
			return
		}
	}
}

func (p *parser) value(depth int) Value {
	p.skip()
	if p.i >= len(p.s) {
		return Value{}
	}
	switch p.s[p.i] {
	case '{':
		return p.object(depth + 1)
	case '[':
		return p.array(depth + 1)
	case '"':
		return Value{Text: p.str()}
	default:
		from := p.i
		for p.i < len(p.s) && !strings.ContainsRune(",]}: \n\r\t\"", rune(p.s[p.i])) {
			p.i++
		}
		if p.i == from { // a stray sign
			p.i++
		}
		if word := p.s[from:p.i]; word != "null" && !strings.ContainsAny(word, ",:\"") {
			return Value{Text: word}
		}
		return Value{}
	}
}

// tooDeep passes the bracket that opens a value, or ends the document where it
// would be nested too deep.
func (p *parser) tooDeep(depth int) bool {
	p.i++
	if depth > maxDepth {
		p.i = len(p.s)
	}
	return depth > maxDepth
}

func (p *parser) object(depth int) Value {
	v := Value{Members: []Member{}}
	if p.tooDeep(depth) {
		return v
	}
	for {
		p.skip()
		if p.i >= len(p.s) {
			return v
		}
		switch p.s[p.i] {
		case '}':
			p.i++
			return v
		case ']': // closes an array further out
			return v
		case '"':
			key := p.str()
			p.skip()
			if p.i < len(p.s) && p.s[p.i] == ':' {
				p.i++
				v.Members = append(v.Members, Member{key, p.value(depth)})
			}
		default:
			p.i++
		}
	}
}

func (p *parser) array(depth int) Value {
	v := Value{Items: []Value{}}
	if p.tooDeep(depth) {
		return v
	}
	for {
		p.skip()
		if p.i >= len(p.s) {
			return v
		}
		switch p.s[p.i] {
		case ']':
			p.i++
			return v
		case '}':
			return v
		case ',':
			p.i++
		default:
			v.Items = append(v.Items, p.value(depth))
		}
	}
}

// str reads a string. A quote ends it only where the text goes on as JSON
// does behind a string; in JSON that is right this is every quote.
func (p *parser) str() string {
	p.i++
	from := p.i
	escaped := false
	for p.i < len(p.s) {
		switch p.s[p.i] {
		case '\\':
			escaped = true
			p.i++
		case '"':
			if p.endsString() {
				s := p.s[from:p.i]
				p.i++
				return decodeString(s, escaped)
			}
		}
		p.i++
	}
	p.i = len(p.s)
	return decodeString(p.s[from:], escaped)
}

func (p *parser) endsString() bool {
	for i := p.i + 1; i < len(p.s); i++ {
		switch p.s[i] {
		case ' ', '\n', '\r', '\t':
			continue
		case ',', ':', '}', ']', '"', '/', '<':
			return true
		default:
			return false
		}
	}
	return true
}

// decodeString undoes escapes and character references.
func decodeString(s string, escaped bool) string {
	if escaped {
		s = unescape(s)
	}
	return DecodeReferences(s)
}

// DecodeReferences undoes the character references that a page has put into
// what needs none, or escaped twice. Without the semicolon they may be
// parameters of an address: "?a=1&copy=2".
func DecodeReferences(s string) string {
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	var b strings.Builder
	for s != "" {
		end := 1
		for end < len(s) && s[end] != '&' && (s[0] != '&' || ascii.IsLetter(s[end]) || ascii.IsDigit(s[end]) || s[end] == '#') {
			end++
		}
		if s[0] == '&' && end < len(s) && s[end] == ';' {
			end++
			b.WriteString(html.UnescapeString(s[:end]))
		} else {
			b.WriteString(s[:end])
		}
		s = s[end:]
	}
	return b.String()
}

func unescape(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n', 'r', 't', 'f', 'b':
			b = append(b, ' ')
			if s[i] == 'n' {
				b[len(b)-1] = '\n'
			}
		case 'u':
			r, n := unescapeRune(s[i+1:])
			b = utf8.AppendRune(b, r)
			i += n
		default:
			b = append(b, s[i])
		}
	}
	return string(b)
}

// unescapeRune reads the digits behind \u, and a second half of a surrogate
// pair; n is what it read.
func unescapeRune(s string) (r rune, n int) {
	hi, ok := hex4(s)
	if !ok {
		return utf8.RuneError, 0
	}
	if utf16.IsSurrogate(hi) && strings.HasPrefix(s[4:], `\u`) {
		if lo, ok := hex4(s[6:]); ok {
			return utf16.DecodeRune(hi, lo), 10
		}
	}
	return hi, 4
}

func hex4(s string) (r rune, ok bool) {
	if len(s) < 4 {
		return 0, false
	}
	for i := range 4 {
		c := s[i]
		switch {
		case ascii.IsDigit(c):
			c -= '0'
		case ascii.IsHex(c):
			c = c&^0x20 - 'A' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
