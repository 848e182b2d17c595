package charset

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// prescanBytes is how far a declaration is searched. HTML asks for 1024
// bytes; pages that begin with a script do not keep to it.
const prescanBytes = 4096

// prescan gives the name of the encoding that an XML declaration or a meta
// element declares; empty when none does.
func prescan(body []byte) string {
	head := body[:min(len(body), prescanBytes)]
	if label := xmlEncoding(head); label != "" {
		return known(label)
	}
	z := html.NewTokenizer(bytes.NewReader(head))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			tag, more := z.TagName()
			if string(tag) != "meta" || !more {
				continue
			}
			if name := known(metaCharset(z)); name != "" {
				return name
			}
		}
	}
}

// known gives the name of an encoding label. A document that could be read
// so far is no UTF-16, whatever it says (HTML, 4.2.5.4).
func known(label string) string {
	_, name := charset.Lookup(label)
	if name == replacement {
		return ""
	}
	if strings.HasPrefix(name, "utf-16") || name == "x-user-defined" {
		return UTF8
	}
	return name
}

// metaCharset gives the label of the meta element that z stands on.
func metaCharset(z *html.Tokenizer) string {
	var content, direct string
	pragma := false
	for more := true; more; {
		var key, val []byte
		key, val, more = z.TagAttr()
		switch string(key) {
		case "charset":
			direct = string(val)
		case "content":
			content = string(val)
		case "http-equiv":
			pragma = strings.EqualFold(string(val), "content-type")
		}
	}
	if direct == "" && pragma {
		_, direct, _ = strings.Cut(strings.ToLower(content), "charset=")
	}
	label, _, _ := strings.Cut(direct, ";")
	return strings.Trim(label, " \t\r\n\f\"'")
}

// language gives the primary language that the html element names; empty when it
// names none.
func language(body []byte) string {
	z := html.NewTokenizer(bytes.NewReader(body[:min(len(body), prescanBytes)]))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken:
			tag, more := z.TagName()
			if string(tag) != "html" {
				continue
			}
			for more {
				var key, val []byte
				key, val, more = z.TagAttr()
				if k := string(key); k == "lang" || k == "xml:lang" {
					primary, _, _ := strings.Cut(strings.ReplaceAll(string(val), "_", "-"), "-")
					return strings.ToLower(strings.TrimSpace(primary))
				}
			}
			return ""
		}
	}
}

// xmlEncoding gives the label of <?xml … encoding="label"?> at the head.
func xmlEncoding(head []byte) string {
	head, ok := bytes.CutPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("<?xml"))
	if !ok {
		return ""
	}
	head, _, _ = bytes.Cut(head, []byte("?>"))
	_, value, ok := bytes.Cut(head, []byte("encoding"))
	value = bytes.TrimLeft(value, " \t\r\n=")
	if !ok || len(value) < 2 {
		return ""
	}
	label, _, _ := bytes.Cut(value[1:], value[:1])
	return string(label)
}
