package segmenter

import (
	"strings"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
	"github.com/winnow-news/winnow/segmenter/internal/plain"
	"golang.org/x/net/html"
)

const (
	maxHints = 12 // hints kept of one element
	maxHint  = 48 // bytes of a hint, an id and a label
)

// attrs are the attributes of an element that the walk asks for. What is not
// one of readKey's has gone before the parse.
type attrs struct {
	class, href, rel, itemprop, itemtype, datetime, content, property, colspan, rowspan string
	hasHref, hidden, ariaHidden                                                         bool
}

// attributes reads the attributes of n once, as far as the cap allows.
func (w *walk) attributes(n *html.Node) (a attrs) {
	list := n.Attr
	if len(list) > w.seg.cfg.MaxAttributes {
		list = list[:w.seg.cfg.MaxAttributes]
		w.cut("attributes")
	}
	for i := range list {
		v := list[i].Val
		switch list[i].Key {
		case "class":
			a.class = v
		case "href":
			a.href, a.hasHref = v, true
		case "rel":
			a.rel = v
		case "itemprop":
			a.itemprop = v
		case "itemtype":
			a.itemtype = v
		case "property":
			a.property = v
		case "datetime":
			a.datetime = v
		case "content":
			a.content = v
		case "colspan":
			a.colspan = v
		case "rowspan":
			a.rowspan = v
		case "hidden":
			a.hidden = a.hidden || v != "until-found"
		case "aria-hidden":
			a.ariaHidden = v == "true"
		case "role":
			a.hidden = a.hidden || v == "tooltip" // shown on demand, over the sentence that it stands in
		case "style":
			a.hidden = a.hidden || hiddenStyle(v)
		}
	}
	return a
}

// hiddenStyle reports whether an inline style says display:none or
// visibility:hidden.
func hiddenStyle(style string) bool {
	for decl := range strings.SplitSeq(style, ";") {
		name, value, _ := strings.Cut(decl, ":")
		value, _, _ = strings.Cut(value, "!")
		value = strings.TrimSpace(value)
		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, "display") && strings.EqualFold(value, "none"),
			strings.EqualFold(name, "visibility") && strings.EqualFold(value, "hidden"):
			return true
		}
	}
	return false
}

// forScreenReaders reports a class by which frameworks take out of sight what is to be
// spoken only. Behind the text of a link that is what the link does ("opens in a new
// window"); elsewhere it may be a heading of what follows, which tells of it.
func forScreenReaders(class string) bool {
	for name := range strings.FieldsSeq(class) {
		switch name {
		case "sr-only", "visually-hidden", "visuallyhidden", "u-visually-hidden", "screen-reader-text", "screen-reader-only", "screenreader-only", "show-for-sr", "element-invisible", "a11y-hidden":
			return true
		}
	}
	return false
}

func idAndClass(n *html.Node, limit int) (id, class string) {
	for _, a := range n.Attr[:min(len(n.Attr), limit)] {
		switch a.Key {
		case "id":
			id = a.Val
		case "class":
			class = a.Val
		}
	}
	return id, class
}

// hints collects what the attributes of n say of its purpose.
func (w *walk) hints(n *html.Node) list {
	from := len(w.spans)
	for _, a := range n.Attr[:min(len(n.Attr), w.seg.cfg.MaxAttributes)] {
		if len(w.spans)-from >= maxHints {
			break
		}
		at := len(w.aux)
		switch a.Key {
		case "role", "itemprop", "rel", "aria-label", "property", "typeof":
			w.aux = plain.AppendCollapsed(w.aux, a.Val, maxHint)
		case "itemtype":
			v := strings.TrimRight(a.Val, "/ ")
			w.aux = plain.AppendCollapsed(w.aux, v[strings.LastIndexAny(v, "/#")+1:], maxHint)
		default:
			name, ok := strings.CutPrefix(a.Key, "data-")
			if !ok || name == "" || len(name) > maxHint || varies(name) {
				continue
			}
			w.aux = append(w.aux, name...)
			if a.Val != "" && len(a.Val) <= maxHint && !varies(a.Val) && !strings.ContainsAny(a.Val, "{[/\"") {
				w.aux = append(w.aux, '=')
				w.aux = plain.AppendCollapsed(w.aux, a.Val, maxHint)
			}
		}
		if len(w.aux) > at {
			w.spans = append(w.spans, span{at, len(w.aux)})
		}
	}
	return list{from, len(w.spans)}
}

// appendFields appends the white-space separated parts of s, until dst holds
// limit.
func appendFields(dst []string, s string, limit int) []string {
	for i := 0; i < len(s); {
		if ascii.IsSpace(s[i]) {
			i++
			continue
		}
		j := i
		for j < len(s) && !ascii.IsSpace(s[j]) {
			j++
		}
		if len(dst) >= limit {
			return dst
		}
		dst = append(dst, s[i:j])
		i = j
	}
	return dst
}
