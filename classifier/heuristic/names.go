package heuristic

import "github.com/winnow-news/winnow/classifier/internal/name"

// The groups of names, as bit numbers and in the order of their features.
const (
	nameBody = iota // of an article's text
	nameContent
	nameComment
	nameShare
	nameRelated
	nameNav
	nameFooter
	nameHeader
	nameSide
	nameAd
	nameCaption
	nameAuthor
	nameDate
	nameTag
	nameForm
	nameNotice
	nameTitle
	nameLead
	nameMedia
	nameList
	nameHidden
	nameGroups
)

// keywords of each group.
var keywords = [nameGroups][]string{
	nameBody: {"articlebody", "articlecontent", "articletext", "storybody", "storycontent", "storytext",
		"entrycontent", "postcontent", "postbody", "posttext", "maincontent", "bodytext", "newstext",
		"newsbody", "richtext", "articleparagraph", "bodycopy", "bodycontent", "contentbody", "textbody",
		"contentarticle", "articlemain", "mainarticle", "singlecontent", "artikelbody", "artikeltext", "brodtext"},
	nameContent: {"content", "article", "story", "post", "entry", "body", "text", "paragraph", "main",
		"page", "single", "artikel", "inhalt", "contenu", "contenido", "wysiwyg", "prose"},
	nameComment: {"comment", "comments", "disqus", "respond", "reply", "replies", "discussion", "commentlist",
		"kommentar", "kommentare", "commentaires", "comentarios", "forum"},
	nameShare: {"share", "sharing", "social", "sharedaddy", "addthis", "socials", "follow", "facebook",
		"twitter", "whatsapp", "sharebar", "sharetools", "addtoany", "teilen"},
	nameRelated: {"related", "recommend", "recommended", "recommendation", "recommendations", "trending",
		"popular", "mostread", "mostpopular", "readmore", "seealso", "promo", "teaser", "teasers", "outbrain",
		"taboola", "recirculation", "recirc", "latest", "similar", "more", "morefrom", "next", "upnext",
		"alsoread", "crosslink", "mehr", "readalso", "topstories", "headlines", "card", "cards", "tease"},
	nameNav: {"nav", "navigation", "menu", "navbar", "breadcrumb", "breadcrumbs", "crumbs", "topbar", "skip",
		"pagination", "pager", "sitemap", "toc", "submenu", "subnav", "dropdown"},
	nameFooter: {"footer", "foot", "copyright", "colophon", "legal", "imprint", "disclaimer", "bottom", "sidfot"},
	nameHeader: {"header", "masthead", "banner", "branding", "logo", "head", "top", "ticker"},
	nameSide: {"sidebar", "side", "aside", "rail", "widget", "widgets", "rightcol", "rightcolumn", "leftcol",
		"complementary", "secondary", "infobox", "factbox"},
	nameAd: {"ad", "ads", "advert", "advertisement", "adsense", "sponsor", "sponsored", "dfp", "advertising",
		"anzeige", "publicidad", "commercial", "affiliate"},
	nameCaption: {"caption", "captions", "figcaption", "credit", "credits", "bildtext", "legende", "cutline", "copyright"},
	nameAuthor: {"author", "authors", "byline", "bylines", "bio", "writer", "contributor", "autor", "auteur",
		"profile", "about", "avatar"},
	nameDate: {"date", "time", "timestamp", "published", "datetime", "updated", "dateline", "postdate", "meta",
		"postmeta", "entrymeta", "info", "source"},
	nameTag: {"tag", "tags", "category", "categories", "topic", "topics", "keywords", "label", "labels", "kicker",
		"eyebrow", "section"},
	nameForm: {"newsletter", "subscribe", "subscription", "signup", "form", "login", "register", "paywall",
		"account", "donate", "donation", "membership", "cta", "poll", "search", "rating", "feedback"},
	nameNotice: {"cookie", "cookies", "consent", "gdpr", "privacy", "modal", "popup", "overlay", "notice", "alert",
		"toast", "dialog", "tooltip", "message"},
	nameTitle: {"title", "headline", "heading", "subject", "rubrik", "titre"},
	nameLead:  {"lead", "lede", "standfirst", "dek", "intro", "ingress", "preamble", "subtitle", "summary", "chapo", "excerpt", "abstract"},
	nameMedia: {"gallery", "slideshow", "slider", "carousel", "video", "player", "media", "image", "photo", "picture", "thumbnail", "thumb"},
	nameList:  {"list", "listing", "items", "grid", "feed", "archive", "results", "index"},
	nameHidden: {"hidden", "hide", "sr", "screenreader", "visuallyhidden", "sronly", "print", "noprint", "mobile",
		"tools", "toolbar", "button", "btn", "icon"},
}

// newNames turns keywords into a table.
func newNames() *name.Table {
	t := make(map[string]name.Groups, 512)
	for group, words := range keywords {
		for _, w := range words {
			t[w] |= 1 << group
		}
	}
	return name.NewTable(t)
}
