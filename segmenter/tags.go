package segmenter

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// kind says what the walk does with an element.
type kind uint8

const (
	kindInline  kind = iota // belongs to the run around it
	kindBlock               // begins a block
	kindSkip                // its text is never the page's text
	kindControl             // form control or embed: skipped, but keeps words apart
	kindBreak               // br
	kindImage               // img, amp-img
	kindScript
	kindMeta
	kindLink
	kindTitle
	kindNoscript
	kindEmphasis // inline
	kindAnchor   // inline
	kindTime     // inline
	kindReading  // rt: how the characters beside it are read
)

// tagTable maps tags to kinds. Known tags are looked up by their atom, custom
// elements by name.
type tagTable struct {
	atoms map[atom.Atom]kind
	names map[string]kind
}

func newTagTable(blockTags []string) tagTable {
	t := tagTable{atoms: make(map[atom.Atom]kind), names: make(map[string]kind)}
	for _, group := range []struct {
		kind kind
		tags string
	}{
		{kindSkip, "style template svg datalist param track map colgroup annotation"},
		{kindControl, "iframe canvas object embed applet input select textarea button option optgroup video audio progress meter output " +
			"amp-ad amp-embed amp-facebook amp-iframe amp-instagram amp-sticky-ad amp-twitter amp-video amp-youtube"},
		{kindBreak, "br"},
		{kindImage, "img amp-img"},
		{kindScript, "script"},
		{kindMeta, "meta"},
		{kindLink, "link"},
		{kindTitle, "title"},
		{kindNoscript, "noscript"},
		{kindEmphasis, "b strong em i u"},
		{kindAnchor, "a"},
		{kindTime, "time"},
		{kindReading, "rt"},
	} {
		for tag := range strings.FieldsSeq(group.tags) {
			t.set(tag, group.kind)
		}
	}
	for _, tag := range blockTags {
		t.set(tag, kindBlock)
	}
	return t
}

func (t *tagTable) set(tag string, k kind) {
	if a := atom.Lookup([]byte(tag)); a != 0 {
		t.atoms[a] = k
		return
	}
	t.names[tag] = k
}

func (t *tagTable) kind(n *html.Node) kind {
	if n.DataAtom != 0 {
		return t.atoms[n.DataAtom]
	}
	return t.names[n.Data]
}
