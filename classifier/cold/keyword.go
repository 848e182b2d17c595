package cold

// group is one kind of thing that sites name in class, id, role, itemprop and
// data attributes.
type group uint8

// The groups, in the order of their features.
const (
	groupComment group = iota
	groupShare
	groupRelated
	groupCaption
	groupNav
	groupFooter
	groupHeader
	groupSide
	groupAd
	groupAuthor
	groupDate
	groupMeta
	groupTag
	groupNewsletter
	groupCookie
	groupTitle
	groupContent
	groupLead
	groupMedia
	groupHidden
	groupList
	groupSearch
	groupQuote
	groupBody
	groupWrapper
	groupArticle
	groupModal
	groupTool
	groupBox
	groupShop
	groups
)

// keywords says by which words the groups are known. A name is lower-cased and
// everything but letters becomes "-"; "-" stands at both of its ends, so that
// "-ad-" is a whole word and "-nav" begins one.
var keywords = [groups]struct {
	name  string
	words []string
}{
	groupComment:    {"comment", []string{"comment", "disqus", "-reply", "respond", "discussion", "livefyre", "-kommentar", "feedback"}},
	groupShare:      {"share", []string{"share", "sharing", "social", "addthis", "facebook", "twitter", "whatsapp", "-follow"}},
	groupRelated:    {"related", []string{"related", "recommend", "readmore", "read-more", "-also-", "similar", "popular", "mostread", "most-read", "trending", "latest", "teaser", "promo", "outbrain", "taboola", "-more-", "linklist", "-next-", "-prev"}},
	groupCaption:    {"caption", []string{"caption", "-credit", "-photo", "-legend", "-copyright-", "-image", "-picture", "-img-"}},
	groupNav:        {"nav", []string{"-nav", "menu", "breadcrumb", "crumb", "paginat", "-pager", "-tabs", "navigation"}},
	groupFooter:     {"footer", []string{"foot", "-bottom", "-legal-", "disclaimer", "copyright", "imprint"}},
	groupHeader:     {"header", []string{"header", "masthead", "-banner", "topbar", "-logo", "-top-"}},
	groupSide:       {"side", []string{"sidebar", "-side-", "-aside", "-rail-", "widget", "-right-", "secondary", "-complementary-", "-left-"}},
	groupAd:         {"ad", []string{"advert", "sponsor", "-ad-", "-ads-", "-adv-", "-dfp-", "-gpt-", "-promoted-", "-anzeige", "-mpu-"}},
	groupAuthor:     {"author", []string{"author", "byline", "-writer", "contributor", "-bio-", "by-line", "-vcard-", "-person-", "-profile"}},
	groupDate:       {"date", []string{"-date", "-time-", "timestamp", "publish", "posted", "modified", "updated", "-pubdate"}},
	groupMeta:       {"meta", []string{"-meta", "-info-", "-kicker", "-details-", "-dateline", "-source-"}},
	groupTag:        {"tag", []string{"-tag-", "-tags-", "-topic", "categor", "keyword", "-label", "-section-name"}},
	groupNewsletter: {"newsletter", []string{"newsletter", "subscri", "signup", "sign-up", "register", "-login", "paywall", "-donat", "membership", "-cta-", "call-to-action"}},
	groupCookie:     {"cookie", []string{"cookie", "consent", "gdpr", "privacy", "ccpa", "onetrust", "-ot-", "-cmp-", "didomi", "truste"}},
	groupTitle:      {"title", []string{"title", "headline", "heading", "-hed-"}},
	groupContent:    {"content", []string{"content", "-text", "-copy-", "story", "-post-", "-entry-"}},
	groupLead:       {"lead", []string{"-lead-", "-lede-", "intro-", "standfirst", "summary", "-dek-", "-deck-", "excerpt", "abstract", "subtitle", "sub-title", "subhead", "preamble", "ingress", "chapo", "description", "teaser-text"}},
	groupMedia:      {"media", []string{"video", "gallery", "slideshow", "-player", "audio", "carousel", "slider", "-media", "swiper"}},
	groupHidden:     {"hidden", []string{"hidden", "-hide", "sr-only", "visually", "screen-reader", "collapse", "print-only", "-invisible-", "noprint", "no-print"}},
	groupList:       {"list", []string{"-list", "-items-", "-grid", "-feed-", "-stream-", "-index-", "-results", "-archive", "-card"}},
	groupSearch:     {"search", []string{"search", "-filter", "-form-", "-input"}},
	groupQuote:      {"quote", []string{"quote", "-pull", "tweet", "-embed", "instagram", "-cite-"}},
	groupBody:       {"body", []string{"articlebody", "article-body", "story-body", "storybody", "entry-content", "post-content", "article-content", "articlecontent", "article-text", "articletext", "body-text", "bodytext", "body-copy", "bodycopy", "storytext", "story-text", "post-body", "content-body", "richtext", "rich-text", "-prose-", "-rte-", "article-main", "story-content", "post-text", "text-body", "textbody", "artikel-text", "main-content", "news-text", "newstext", "wysiwyg"}},
	groupWrapper:    {"wrapper", []string{"wrapper", "container", "layout", "-main-", "-page-", "-row-", "-col-", "column", "-inner-"}},
	groupArticle:    {"article", []string{"article", "artikel", "articulo", "-artic", "-noticia", "-blogposting-", "-newsarticle-"}},
	groupModal:      {"modal", []string{"modal", "popup", "pop-up", "overlay", "lightbox", "tooltip", "-toast", "dialog", "-alert"}},
	groupTool:       {"tool", []string{"tool", "button", "-btn", "-icon", "action", "-link-", "-links-", "-print-", "-email"}},
	groupBox:        {"box", []string{"box", "fact", "-module", "-block-", "-panel", "-inset", "-note-", "-notice"}},
	groupShop:       {"shop", []string{"price", "product", "-cart-", "-shop", "-buy-", "-offer", "rating", "review"}},
}

// groupSet is a set of groups.
type groupSet uint32

func (s groupSet) has(g group) bool { return s&(1<<g) != 0 }

func setOf(gs ...group) (s groupSet) {
	for _, g := range gs {
		s |= 1 << g
	}
	return s
}

// negative groups make an ancestor a poor candidate for the article.
var negative = setOf(groupComment, groupShare, groupRelated, groupNav, groupFooter, groupSide, groupAd,
	groupNewsletter, groupCookie, groupModal, groupHidden, groupSearch, groupShop)

const symbols = 27 // "-" and the letters

// matcher finds the keywords of all groups in a name in one pass (Aho and
// Corasick 1975): next is the automaton with its failure links resolved, found
// the groups whose keywords end in a state.
type matcher struct {
	next  [][symbols]uint16
	found []groupSet
}

func newMatcher() *matcher {
	m := emptyMatcher()
	for g := range keywords {
		for _, w := range keywords[g].words {
			m.add(w, group(g))
		}
	}
	m.resolve()
	return m
}

func emptyMatcher() *matcher {
	return &matcher{next: make([][symbols]uint16, 1), found: make([]groupSet, 1)}
}

// add puts a keyword into the trie.
func (m *matcher) add(word string, g group) {
	state := uint16(0)
	for i := range len(word) {
		c := symbolOf[word[i]]
		if m.next[state][c] == 0 {
			m.next = append(m.next, [symbols]uint16{})
			m.found = append(m.found, 0)
			m.next[state][c] = uint16(len(m.next) - 1)
		}
		state = m.next[state][c]
	}
	m.found[state] |= 1 << g
}

// resolve turns the trie into the automaton, breadth first.
func (m *matcher) resolve() {
	fail := make([]uint16, len(m.next))
	var queue []uint16
	for _, s := range m.next[0] {
		if s != 0 {
			queue = append(queue, s)
		}
	}
	for len(queue) > 0 {
		state := queue[0]
		queue = queue[1:]
		m.found[state] |= m.found[fail[state]]
		for c, s := range m.next[state] {
			if s == 0 {
				m.next[state][c] = m.next[fail[state]][c]
				continue
			}
			fail[s] = m.next[fail[state]][c]
			queue = append(queue, s)
		}
	}
}

// match gives the groups whose keywords stand in name.
func (m *matcher) match(name string) (s groupSet) {
	state := m.next[0][0]
	var lower bool // the last character was a lower-case letter
	for i := range len(name) {
		b := name[i]
		if lower && 'A' <= b && b <= 'Z' { // camelCase
			state = m.next[state][0]
			s |= m.found[state]
		}
		lower = 'a' <= b && b <= 'z'
		state = m.next[state][symbolOf[b]]
		s |= m.found[state]
	}
	return s | m.found[m.next[state][0]]
}

// symbolOf maps bytes to the automaton's alphabet. It is never written to.
var symbolOf = func() (table [256]uint8) {
	for c := range uint8(symbols - 1) {
		table['a'+c], table['A'+c] = c+1, c+1
	}
	return table
}()
