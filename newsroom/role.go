package newsroom

// role is a place in a page for which an architecture has its own markup.
type role int

const (
	rPage role = iota // all that stands in the body
	rHeader
	rBrand
	rNav
	rNavItem
	rTicker
	rColumns // main column and sidebar
	rMain
	rArticle
	rHeadline
	rStandfirst
	rByline
	rDate
	rBody
	rPara
	rHeading
	rList
	rItem
	rQuote
	rPull
	rFigure
	rCaption
	rTable
	rEmbed
	rAd
	rPromo
	rNewsletter
	rTags
	rShare
	rBio
	rNote
	rAside
	rBox
	rBoxTitle
	rBoxList
	rBoxItem
	rRelated
	rTeaser
	rComments
	rComment
	rCommentMeta
	rCommentText
	rFooter
	rConsent
	rPager
	roles // the number of roles
)

// words are names that sites give the places in their class attributes.
func (r role) words() []string {
	return [roles][]string{
		rPage:        {"page", "site", "wrapper", "root"},
		rHeader:      {"header", "masthead", "top", "site-head"},
		rBrand:       {"logo", "brand", "site-title"},
		rNav:         {"nav", "menu", "navigation", "main-menu"},
		rNavItem:     {"nav-item", "menu-link", "nav-link"},
		rTicker:      {"ticker", "breaking", "topbar"},
		rColumns:     {"columns", "row", "container", "grid"},
		rMain:        {"main", "content", "primary", "col-main"},
		rArticle:     {"article", "story", "post", "entry"},
		rHeadline:    {"headline", "title", "story-title", "entry-title"},
		rStandfirst:  {"standfirst", "lead", "intro", "summary", "deck"},
		rByline:      {"byline", "author", "credits"},
		rDate:        {"date", "timestamp", "published"},
		rBody:        {"body", "article-text", "story-body", "entry-content", "copy"},
		rPara:        {"paragraph", "text", "p"},
		rHeading:     {"subhead", "crosshead", "section-title"},
		rList:        {"list", "bullets", "points"},
		rItem:        {"item", "bullet", "point"},
		rQuote:       {"quote", "citation", "blockquote"},
		rPull:        {"pullquote", "callout", "highlight"},
		rFigure:      {"figure", "image", "media", "photo"},
		rCaption:     {"caption", "image-caption", "legend"},
		rTable:       {"table", "data", "stats"},
		rEmbed:       {"twitter-tweet", "embed", "social-post"},
		rAd:          {"ad", "advert", "banner", "sponsor"},
		rPromo:       {"read-more", "inline-related", "see-also"},
		rNewsletter:  {"newsletter", "signup", "subscribe"},
		rTags:        {"tags", "topics", "keywords"},
		rShare:       {"share", "social", "sharing"},
		rBio:         {"author-bio", "about-author", "profile"},
		rNote:        {"note", "correction", "editor-note"},
		rAside:       {"sidebar", "aside", "secondary", "rail"},
		rBox:         {"widget", "box", "module"},
		rBoxTitle:    {"widget-title", "box-title", "module-head"},
		rBoxList:     {"most-read", "popular", "trending"},
		rBoxItem:     {"link", "entry-link", "row-item"},
		rRelated:     {"related", "more-stories", "recommended"},
		rTeaser:      {"teaser", "card", "river-item", "promo"},
		rComments:    {"comments", "discussion", "responses"},
		rComment:     {"comment", "reply", "response"},
		rCommentMeta: {"comment-meta", "commenter", "reply-head"},
		rCommentText: {"comment-body", "comment-text", "reply-text"},
		rFooter:      {"footer", "bottom", "site-foot", "colophon"},
		rConsent:     {"cookie-banner", "consent", "gdpr", "privacy-layer"},
		rPager:       {"pagination", "pager", "page-nav"},
	}[r]
}
