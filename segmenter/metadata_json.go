package segmenter

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// jsonValue is a value of a JSON document as pages write them. Scalars that
// are not strings are kept as they stand ("true", "12").
type jsonValue struct {
	text    string
	members []jsonMember // of an object
	items   []jsonValue  // of an array
}

type jsonMember struct {
	key   string
	value jsonValue
}

// get gives the member called key, the zero value where there is none.
func (v jsonValue) get(key string) jsonValue {
	for i := range v.members {
		if v.members[i].key == key {
			return v.members[i].value
		}
	}
	return jsonValue{}
}

// list gives the items of an array, or the value itself.
func (v jsonValue) list() []jsonValue {
	if v.items != nil {
		return v.items
	}
	if v.text == "" && v.members == nil {
		return nil
	}
	return []jsonValue{v}
}

// maxJSONDepth is the nesting that is followed; a document that goes deeper
// ends there.
const maxJSONDepth = 40

// jsonParser reads JSON and what pages put in its place: trailing and missing
// commas, line ends and quotes inside strings, comments of three languages,
// character references, text cut off in the middle. It never fails; it reads
// what it can, in one pass. encoding/json refuses a page's whole metadata for
// any of these.
type jsonParser struct {
	s string
	i int
}

// parseJSON gives the documents that stand in s, one behind the other.
func parseJSON(s string) []jsonValue {
	p := jsonParser{s: s}
	var out []jsonValue
	for p.skip(); p.i < len(p.s); p.skip() {
		if c := p.s[p.i]; c != '{' && c != '[' {
			p.i++
			continue
		}
		out = append(out, p.value(0))
	}
	return out
}

// skip passes white space, comments and CDATA marks.
func (p *jsonParser) skip() {
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

func (p *jsonParser) value(depth int) jsonValue {
	p.skip()
	if p.i >= len(p.s) {
		return jsonValue{}
	}
	switch p.s[p.i] {
	case '{':
		return p.object(depth + 1)
	case '[':
		return p.array(depth + 1)
	case '"':
		return jsonValue{text: p.str()}
	default:
		from := p.i
		for p.i < len(p.s) && !strings.ContainsRune(",]}: \n\r\t\"", rune(p.s[p.i])) {
			p.i++
		}
		if p.i == from { // a stray sign
			p.i++
		}
		if word := p.s[from:p.i]; word != "null" && !strings.ContainsAny(word, ",:\"") {
			return jsonValue{text: word}
		}
		return jsonValue{}
	}
}

// tooDeep passes the bracket that opens a value, or ends the document where it
// would be nested too deep.
func (p *jsonParser) tooDeep(depth int) bool {
	p.i++
	if depth > maxJSONDepth {
		p.i = len(p.s)
	}
	return depth > maxJSONDepth
}

func (p *jsonParser) object(depth int) jsonValue {
	v := jsonValue{members: []jsonMember{}}
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
				v.members = append(v.members, jsonMember{key, p.value(depth)})
			}
		default:
			p.i++
		}
	}
}

func (p *jsonParser) array(depth int) jsonValue {
	v := jsonValue{items: []jsonValue{}}
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
			v.items = append(v.items, p.value(depth))
		}
	}
}

// str reads a string. A quote ends it only where the text goes on as JSON
// does behind a string; in JSON that is right this is every quote.
func (p *jsonParser) str() string {
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

func (p *jsonParser) endsString() bool {
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
	return decodeReferences(s)
}

// decodeReferences undoes the character references that a page has put into
// what needs none, or escaped twice. Without the semicolon they may be
// parameters of an address: "?a=1&copy=2".
func decodeReferences(s string) string {
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	var b strings.Builder
	for s != "" {
		end := 1
		for end < len(s) && s[end] != '&' && (s[0] != '&' || isLetter(s[end]) || isDigit(s[end]) || s[end] == '#') {
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
		case isDigit(c):
			c -= '0'
		case isHex(c):
			c = c&^0x20 - 'A' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
