// Package charset brings documents to UTF-8: what goes in are the bytes and
// the Content-Type header, what comes out is valid UTF-8 and the name of the
// encoding that the bytes were in.
//
// The order of evidence: a byte order mark; then the bytes themselves, because
// text that is valid UTF-8 is UTF-8 whatever it declares; then the header, the
// document's own declaration, and detection. What cannot be decoded becomes
// U+FFFD.
package charset

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

// ErrBinary is returned when a document is no text in any encoding.
var ErrBinary = errors.New("binary content")

// UTF8 is the name that Decode gives to UTF-8.
const UTF8 = "utf-8"

// replacement is the name under which WHATWG gathers the encodings that are
// not to be decoded; pages that declare them are in something else.
const replacement = "replacement"

// Decode gives body in UTF-8 and the name of its encoding (WHATWG, lower
// case). contentType may be empty. When body is valid UTF-8 the result shares
// its memory. An error matches ErrBinary.
func Decode(body []byte, contentType string) (utf8Body []byte, name string, err error) {
	if rest, ok := bytes.CutPrefix(body, []byte("\xef\xbb\xbf")); ok {
		return valid(rest), UTF8, nil
	}
	for _, bom := range []struct{ mark, label string }{{"\xff\xfe", "utf-16le"}, {"\xfe\xff", "utf-16be"}} {
		if bytes.HasPrefix(body, []byte(bom.mark)) {
			return decodeAs(body[2:], bom.label)
		}
	}
	stateful := bytes.IndexByte(body, 0x1b) >= 0 || bytes.IndexByte(body, 0) >= 0
	if !stateful && utf8.Valid(body) {
		return body, UTF8, nil
	}
	return decodeSlow(body, contentType, stateful)
}

// decodeSlow is Decode for bytes that are not plainly UTF-8. Stateful text
// holds ESC or NUL: it may be valid UTF-8 and yet be ISO-2022-JP or UTF-16.
func decodeSlow(body []byte, contentType string, stateful bool) ([]byte, string, error) {
	declared := declaredName(body, contentType)
	if stateful {
		switch declared {
		case "iso-2022-jp", "utf-16le", "utf-16be":
			return decodeAs(body, declared)
		}
		if label := bareUTF16(body); label != "" {
			return decodeAs(body, label)
		}
		if binary(body) {
			return nil, "", fmt.Errorf("%w in the first %d bytes", ErrBinary, min(len(body), sampleBytes))
		}
		if utf8.Valid(body) {
			return body, UTF8, nil
		}
	}
	if mostlyUTF8(body) {
		return valid(body), UTF8, nil
	}
	if declared == "" || declared == UTF8 {
		declared = detect(body)
	}
	return decodeAs(body, declared)
}

// declaredName gives the name of the encoding that the header declares, or else
// the document itself; empty when neither does or the name is unknown.
func declaredName(body []byte, contentType string) string {
	if _, params, err := mime.ParseMediaType(contentType); err == nil {
		if _, name := charset.Lookup(params["charset"]); name != "" && name != replacement {
			return name
		}
	}
	return prescan(body)
}

func decodeAs(body []byte, label string) ([]byte, string, error) {
	enc, name := charset.Lookup(label)
	if enc == nil || enc == encoding.Nop || name == replacement {
		return valid(body), UTF8, nil
	}
	out, err := enc.NewDecoder().Bytes(body)
	if err != nil {
		return nil, "", fmt.Errorf("decoding %s: %w", name, err)
	}
	return valid(out), name, nil
}

func valid(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return bytes.ToValidUTF8(b, []byte("\uFFFD"))
}
