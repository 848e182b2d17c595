package newsroom

import (
	"fmt"
	"slices"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
)

// charset is what a site's bytes are encoded in and what it says they are.
type charset struct {
	name     string // WHATWG name
	declared string // "" when nothing is declared
	inHeader bool   // the header says so
	inMeta   bool   // the page says so
}

// pickCharset gives one of odd sites an encoding that is old, undeclared or
// wrongly declared; the others have UTF-8 and say so.
func pickCharset(lang string, r *chance.Rand, odd float64) charset {
	good := charset{name: "utf-8", declared: "utf-8", inHeader: r.Maybe(0.7), inMeta: true}
	if !r.Maybe(odd) {
		return good
	}
	return chance.Pick(r, oddCharsets(lang))
}

func oddCharsets(lang string) []charset {
	odd := []charset{
		{name: "utf-8"}, // nothing declared
		{name: "utf-8", declared: "iso-8859-1", inHeader: true, inMeta: true},
	}
	old := map[string]string{
		"ru": "windows-1251", "pl": "iso-8859-2", "ar": "windows-1256",
		"ja": "shift_jis", "zh": "gb18030", "th": "windows-874",
	}[lang]
	if old != "" {
		return append(odd, charset{name: old, declared: old, inMeta: true},
			charset{name: old, declared: old, inHeader: true})
	}
	return append(odd, charset{name: "windows-1252", declared: "utf-8", inHeader: true},
		charset{name: "windows-1252", declared: "iso-8859-1", inMeta: true})
}

// encode turns UTF-8 into the site's bytes; letters that the encoding lacks
// become character references.
func (c charset) encode(utf8 []byte) ([]byte, error) {
	if c.name == "utf-8" {
		return utf8, nil
	}
	e, err := htmlindex.Get(c.name)
	if err != nil {
		return nil, fmt.Errorf("charset %s: %w", c.name, err)
	}
	out, err := encoding.HTMLEscapeUnsupported(e.NewEncoder()).Bytes(slices.Clip(utf8))
	if err != nil {
		return nil, fmt.Errorf("encoding a page in %s: %w", c.name, err)
	}
	return out, nil
}

// contentType is the value of the header for the site's pages.
func (c charset) contentType() string {
	if c.inHeader {
		return "text/html; charset=" + c.declared
	}
	return "text/html"
}
