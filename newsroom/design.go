package newsroom

import (
	"strconv"
	"strings"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
)

// design is an architecture made concrete for one site: class names chosen,
// wrappers nested, parts ordered.
type design struct {
	arch      arch
	tags      [roles]tags
	order     order
	dateStyle int
	timeTag   bool   // dates stand in time elements
	separator string // between byline parts
	newline   string // between blocks
	broken    bool
}

// order says which part of a page comes where.
type order struct {
	asideFirst      bool
	consentFirst    bool
	headlineOutside bool // above the article element
	headlineLate    bool // below the lead image
	relatedInside   bool // inside the article element
	commentsFirst   bool // before the related stories
	shareTop        bool
	bylineBottom    bool
	bio             bool
	ticker          bool
	minutes         bool // reading time
}

func newDesign(s *site, name string, r *chance.Rand) *design {
	d := &design{
		arch: architecture(name),
		order: order{
			asideFirst: r.Maybe(0.3), consentFirst: r.Maybe(0.5), headlineOutside: r.Maybe(0.3),
			headlineLate: r.Maybe(0.2), relatedInside: r.Maybe(0.4), commentsFirst: r.Maybe(0.4),
			shareTop: r.Maybe(0.5), bylineBottom: r.Maybe(0.2), bio: r.Maybe(0.4), ticker: r.Maybe(0.5),
			minutes: r.Maybe(0.5),
		},
		dateStyle: r.N(s.lang.DateStyles()),
		timeTag:   r.Maybe(0.5),
		separator: chance.Pick(r, []string{" | ", " · ", " - ", " / "}),
		newline:   chance.Pick(r, []string{"\n", "", "\n\n", "\n  "}),
		broken:    s.broken,
	}
	style := newClassStyle(d.arch.naming, s, r)
	for i := range d.tags {
		d.tags[i] = d.compile(role(i), style, s.meta, r)
	}
	return d
}

// compile gives a role its tags: attributes put in, wrappers added, the faults
// of a broken site made.
func (d *design) compile(i role, style classStyle, meta metaHabits, r *chance.Rand) tags {
	t := d.arch.tags[i]
	attributes := style.attribute(i, r, d.broken)
	if meta.microdata && d.arch.naming != none {
		attributes += microdata(i)
	}
	t.open = strings.Replace(t.open, "§", attributes, 1)
	for range wrappers(i, r) {
		t.open += "<div" + style.wrapper(r) + ">"
		t.close = "</div>" + t.close
	}
	if d.broken && (strings.HasPrefix(t.close, "</p>") || strings.HasPrefix(t.close, "</li>")) {
		t.close = "\n"
	}
	return t
}

// wrappers is the number of additional div elements that a role gets.
func wrappers(i role, r *chance.Rand) int {
	switch i {
	case rPage, rHeader, rMain, rArticle, rBody, rFooter:
		return r.N(4)
	case rAside, rComments, rRelated, rBox:
		return r.N(2)
	}
	return 0
}

func microdata(i role) string {
	switch i {
	case rArticle:
		return ` itemscope itemtype="http://schema.org/NewsArticle"`
	case rHeadline:
		return ` itemprop="headline"`
	case rByline:
		return ` itemprop="author"`
	case rBody:
		return ` itemprop="articleBody"`
	}
	return ""
}

// classStyle is a site's way of forming class names.
type classStyle struct {
	naming naming
	form   int
	prefix string
	salt   uint64
}

func newClassStyle(n naming, s *site, r *chance.Rand) classStyle {
	prefix := ""
	for _, w := range strings.Split(s.host, "-") {
		prefix += w[:1]
	}
	return classStyle{naming: n, form: r.N(5), prefix: prefix, salt: r.Uint64()}
}

// attribute gives the class attribute of a role, with the space before it.
func (c classStyle) attribute(i role, r *chance.Rand, broken bool) string {
	name := ""
	word := chance.Pick(r, i.words())
	switch {
	case c.naming == none:
		return ""
	case c.naming == hashed:
		name = "css-" + strconv.FormatUint(chance.New(c.salt, uint64(i)).Uint64()>>28, 36)
	case c.form == 0:
		name = c.prefix + "-" + word
	case c.form == 1:
		name = "o-page__" + strings.ReplaceAll(word, "-", "_")
	case c.form == 2:
		name = word
	case c.form == 3:
		name = word + " js-" + word
	default:
		name = camel(word)
	}
	if broken && !strings.Contains(name, " ") {
		return " class=" + name
	}
	return ` class="` + name + `"`
}

// wrapper gives the class attribute of an element without a meaning.
func (c classStyle) wrapper(r *chance.Rand) string {
	switch c.naming {
	case none:
		return ""
	case hashed:
		return ` class="css-` + strconv.FormatUint(r.Uint64()>>28, 36) + `"`
	}
	return ` class="` + chance.Pick(r, []string{"inner", "wrap", "grid-12", "mt-4 px-2", "l-constrained", "clearfix"}) + `"`
}

func camel(word string) string {
	parts := strings.Split(word, "-")
	for i, p := range parts[1:] {
		parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
	}
	return strings.Join(parts, "")
}
