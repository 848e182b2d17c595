package segmenter

import (
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// classRule says that a page for which it holds is of a class.
type classRule struct {
	class  pb.PageClass
	reason string
	holds  func(e *evidence) bool
}

// classRules are tried in their order; the first that holds decides, and a
// page for which none does is an article: to lose an article is worse than to
// let another page through. The limits were set on labelled pages.
func classRules() []classRule {
	const (
		article = pb.PageClass_PAGE_CLASS_ARTICLE
		listing = pb.PageClass_PAGE_CLASS_LISTING
		media   = pb.PageClass_PAGE_CLASS_MEDIA
		live    = pb.PageClass_PAGE_CLASS_LIVE
		forum   = pb.PageClass_PAGE_CLASS_FORUM
		product = pb.PageClass_PAGE_CLASS_PRODUCT
		wall    = pb.PageClass_PAGE_CLASS_WALL
		other   = pb.PageClass_PAGE_CLASS_OTHER
	)
	return []classRule{
		{wall, "bot check instead of a page", func(e *evidence) bool {
			return e.words < 200 && e.text < 80 && slices.ContainsFunc(e.head.inline, challenge)
		}},
		{live, "live blog in its metadata", func(e *evidence) bool { return has(e.m.Types, "liveblogposting") }},
		{forum, "discussion in its metadata", func(e *evidence) bool {
			return has(e.m.Types, "discussionforumposting", "qapage") && e.rank() < 2
		}},
		{product, "product in its metadata", func(e *evidence) bool {
			return has(e.m.Types, "product", "productgroup", "og:product", "product.item", "product.group") && !e.proven()
		}},
		{forum, "address of a discussion", func(e *evidence) bool { return e.at(forumParts) && e.rank() < 2 }},
		{forum, "replies outweigh the text", func(e *evidence) bool {
			return e.comments >= 4 && e.comments > 3*e.paragraphs && e.text < 80 && e.rank() < 2
		}},
		{media, "video or pictures and little text", func(e *evidence) bool {
			return (e.at(mediaParts) || has(e.m.Types, "video.other", "video", "video.episode", "video.movie", "imagegallery")) && e.text < 200
		}},
		{media, "gallery", func(e *evidence) bool { return e.at(galleryParts) && e.rank() < 3 }},
		{media, "video, and more links than text", func(e *evidence) bool {
			return (e.head.videos > 0 || has(e.data.types, "videoobject")) && e.text < 80 && e.linkWords*2 > e.words
		}},
		{wall, "hardly any text", func(e *evidence) bool { return e.words < 25 && e.text == 0 }},
		{wall, "a form and hardly any text", func(e *evidence) bool {
			return e.words < 120 && e.text < 60 && e.head.inputs > 0 && !e.saysArticle()
		}},
		{listing, "home page", func(e *evidence) bool { return e.pathDepth == 0 && e.head.meta("og:type") != "article" }},
		{listing, "a list in its metadata", func(e *evidence) bool {
			return has(e.data.types, "collectionpage", "searchresultspage", "itemlist") && !e.saysArticle() && e.teasers >= 5
		}},
		{listing, "hardly any text beside the links", func(e *evidence) bool {
			return e.text < 100 && e.linkWords*2 > e.words && (e.text < 30 || e.plainAddress(4)) && !e.proven()
		}},
		{listing, "teasers and no text", func(e *evidence) bool {
			return e.text < 60 && e.teasers >= 12 && e.linkWords*3 > e.words && !e.proven()
		}},
		{listing, "section address and teasers", func(e *evidence) bool {
			return e.section() && e.teasers >= 10 && e.text < 25*e.teasers && !e.proven() && (e.headingLinks >= 4 || e.linkWords*3 > e.words)
		}},
		{listing, "most text is teasers", func(e *evidence) bool {
			return e.coreLinkWords*3 > e.coreWords && e.coreTeasers >= 6 && e.text < 250 && !e.proven() && !e.dated
		}},
		{listing, "linked headings outweigh the text", func(e *evidence) bool {
			return e.headingLinks >= 20 && e.text < 10*e.headingLinks && !e.saysArticle()
		}},
		{listing, "list by address or body, and teasers", func(e *evidence) bool {
			return (e.at(listParts) || has(e.bodyWords, listBody...)) && e.teasers >= 8 && e.text < 40*e.teasers && !e.saysArticle() && e.slugWords <= 3
		}},
		{other, "another thing in its metadata", func(e *evidence) bool {
			return has(e.m.Types, "recipe", "profilepage", "contactpage", "aboutpage", "profile", "event", "jobposting") && !e.saysArticle()
		}},
		{other, "a service in its metadata", func(e *evidence) bool {
			return has(e.data.types, "softwareapplication", "service", "localbusiness", "course") && !e.saysArticle() && e.section()
		}},
		{other, "address of a shop or service, undated", func(e *evidence) bool { return e.at(serviceParts) && !e.saysArticle() && e.m.Published == nil }},
		{other, "address of a manual, undated", func(e *evidence) bool { return e.at(manualParts) && !e.saysArticle() && e.m.Published == nil }},
		{other, "declared a page of a site, undated and without author", func(e *evidence) bool {
			return e.m.Published == nil && len(e.m.Authors) == 0 && !e.saysArticle() && e.slugWords <= 3 && !e.numbered && e.text < 500 &&
				(e.head.meta("og:type") == "website" || len(e.data.things) > 0)
		}},
		{other, "hardly any text", func(e *evidence) bool { return e.text == 0 && e.words < 150 && !e.saysArticle() }},
		{article, "text", func(*evidence) bool { return true }},
	}
}

// Parts of addresses that publishers of many countries use for one purpose.
var (
	forumParts = []string{"forum", "forums", "foren", "thread", "threads", "viewtopic", "viewtopic.php", "showthread", "showthread.php",
		"viewthread.php", "questions", "question", "discussion", "discussions"}
	mediaParts = []string{"video", "videos", "av", "gallery", "galleries", "photos", "pictures", "audio", "podcast", "podcasts",
		"slideshow", "slideshows", "fotostrecke", "bildergalerie", "watch", "embed", "mediathek"}
	galleryParts = []string{"pictures", "gallery", "galleries", "slideshow", "slideshows", "fotostrecke", "bildergalerie", "photo-gallery"}
	listParts    = []string{"tag", "tags", "category", "categories", "author", "authors", "topic", "topics", "archive", "archives",
		"search", "page", "section", "sections", "kategorie", "thema", "themen", "tema", "rubrik", "collections", "people", "person"}
	listBody     = []string{"archive", "category", "home", "homepage", "front", "frontpage", "search", "section", "tag", "listing", "collection"}
	serviceParts = []string{"product", "products", "shop", "store", "dp", "buy", "pricing", "cart", "collections", "services", "service", "solutions", "platform"}
	manualParts  = []string{"docs", "doc", "documentation", "wiki", "reference", "manual", "api", "help", "faq", "contact", "about", "about-us", "impressum", "kontakt", "privacy", "terms", "jobs", "careers"}
)

func (e *evidence) at(parts []string) bool { return has(e.parts, parts...) }

// section reports an address that reads like that of a section.
func (e *evidence) section() bool { return e.plainAddress(3) }

// plainAddress reports an address that ends in at most so many words and has
// neither number nor date.
func (e *evidence) plainAddress(words int) bool {
	return e.slugWords <= words && !e.numbered && !e.dated
}

// saysArticle reports that the page calls itself an article.
func (e *evidence) saysArticle() bool {
	return e.rank() >= 2 || e.head.meta("og:type") == "article" || has(e.head.types, "newsarticle", "article", "blogposting")
}

// rank is that of the article in the page's JSON-LD, 0 where it has none.
func (e *evidence) rank() int {
	rank := 0
	for _, t := range typesOf(e.data.article) {
		rank = max(rank, articleRank(t))
	}
	return rank
}

// proven reports that the page calls itself an article and has the text and
// the date of one.
func (e *evidence) proven() bool {
	return e.saysArticle() && e.m.Published != nil && e.text >= 60
}

// classify says what kind of page this is, and why.
func (s *Segmenter) classify(out *pb.SegmentedPage, w *walk, data *linkedData) (pb.PageClass, string) {
	e := gather(out, w, data)
	for _, r := range s.classes {
		if r.holds(e) {
			return r.class, r.reason
		}
	}
	return pb.PageClass_PAGE_CLASS_OTHER, "no rule"
}

// challenge reports the script of a bot check.
func challenge(script string) bool {
	for _, mark := range []string{"/cdn-cgi/challenge-platform", "captcha-delivery.com", "px-captcha", "_Incapsula_Resource", "awswaf.com", "challenges.cloudflare.com"} {
		if strings.Contains(script, mark) {
			return true
		}
	}
	return false
}
