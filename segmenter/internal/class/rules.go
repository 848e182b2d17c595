package class

import (
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter/internal/metadata"
)

// allRules gives the rules in the order in which they are tried; the first
// that holds decides, and a page for which no other does is an article: to lose an
// article is worse than to let another page through. The limits were set on
// labelled pages. Lists of words are parts of addresses, types and classes that
// publishers of many countries use for one purpose.
func allRules() []rule {
	return slices.Concat(
		declaredRules(), discussionRules(), mediaRules(), wallRules(), listingRules(), sureListingRules(), liveRules(), otherRules(),
		[]rule{{pb.PageClass_PAGE_CLASS_ARTICLE, "text", func(*evidence) bool { return true }}},
	)
}

// declaredRules believe what a page is called by itself or by its guard.
func declaredRules() []rule {
	const live, forum = pb.PageClass_PAGE_CLASS_LIVE, pb.PageClass_PAGE_CLASS_FORUM
	const product, wall = pb.PageClass_PAGE_CLASS_PRODUCT, pb.PageClass_PAGE_CLASS_WALL
	return []rule{
		{wall, "bot check instead of a page", func(e *evidence) bool {
			return e.words < 300 && e.linkWords < 20 && !e.saysArticle() && challenged(e.scripts)
		}},
		{live, "live blog in its metadata", func(e *evidence) bool { return has(e.m.Types, "liveblogposting") }},
		{forum, "discussion in its metadata", func(e *evidence) bool {
			return has(e.m.Types, "discussionforumposting", "qapage") && e.data.Rank() < 2
		}},
		{product, "product in its metadata", func(e *evidence) bool {
			return has(e.m.Types, "product", "productgroup", "og:product", "product.item", "product.group") && !e.proven() && !e.dated
		}},
	}
}

// liveRules recognise live blogs by what their pages hold.
func liveRules() []rule {
	addresses := strings.Fields(`live liveblog live-blog liveticker live-ticker newsblog newsticker en-direct endirect directo endirecto aovivo ao-vivo
		diretta liveblogg direkte na-zywo`)
	return []rule{
		{pb.PageClass_PAGE_CLASS_LIVE, "address of a live blog, and entries with times of day", func(e *evidence) bool {
			return e.clocks >= 5 && e.at(addresses)
		}},
		{pb.PageClass_PAGE_CLASS_LIVE, "entries with times of day", func(e *evidence) bool {
			return e.clocks >= 5 && e.paragraphs <= 2*e.clocks
		}},
	}
}

func discussionRules() []rule {
	const forum = pb.PageClass_PAGE_CLASS_FORUM
	addresses := strings.Fields(`forum forums foren thread threads viewtopic viewtopic.php showthread showthread.php
		viewthread.php questions question discussion discussions`)
	return []rule{
		{forum, "address of a discussion", func(e *evidence) bool { return e.at(addresses) && e.data.Rank() < 2 }},
		{forum, "replies outweigh the text", func(e *evidence) bool {
			return e.comments >= 4 && e.comments > 3*e.paragraphs && e.text < 50 && e.data.Rank() < 2 && !e.dated
		}},
	}
}

func mediaRules() []rule {
	const media = pb.PageClass_PAGE_CLASS_MEDIA
	addresses := strings.Fields(`video videos av gallery galleries photos pictures audio podcast podcasts
		slideshow slideshows fotos galeria galerias watch embed mediathek`)
	galleries := strings.Fields(`pictures gallery galleries slideshow slideshows photo-gallery photogallery fotostrecke fotostrecken
		bildstrecke bildstrecken bildergalerie fotogalerie diaporama diaporamas fotogaleria fotogalerias fotogallery`)
	return []rule{
		{media, "video or pictures and little text", func(e *evidence) bool {
			return e.text < 200 && (e.at(addresses) || e.at(galleries) ||
				has(e.m.Types, "video.other", "video", "video.episode", "video.movie", "podcastepisode", "radioepisode") ||
				has(e.data.Types, "videoobject") && e.undated() && e.text > 0 ||
				has(e.m.Types, "imagegallery") && !e.proven())
		}},
		{media, "pictures with captions and little text", func(e *evidence) bool {
			prose := e.paragraphWords - e.longCaptions
			return e.captioned >= 5 && (e.text < 8*e.captioned && !e.saysArticle() || prose < 60 && prose*4 < e.captionWords)
		}},
		{media, "gallery", func(e *evidence) bool { return e.at(galleries) && e.data.Rank() < 3 }},
	}
}

func wallRules() []rule {
	const wall = pb.PageClass_PAGE_CLASS_WALL
	consents := strings.Fields("consent collectconsent zustimmung cookiewall privacywall privacygate")
	return []rule{
		{wall, "hardly any text", func(e *evidence) bool { return e.words < 25 && e.text == 0 }},
		{wall, "a form and hardly any text", func(e *evidence) bool {
			return e.words < 120 && e.text < 60 && e.head.Inputs > 0 && !e.head.Textarea && !e.saysArticle()
		}},
		{wall, "page not found", func(e *evidence) bool {
			return e.ownWords() < 60 && !e.saysArticle() && (e.missing || saysMissing(e.head.Title))
		}},
		{wall, "address of a request for consent", func(e *evidence) bool {
			return e.text < 250 && e.undated() && has(consents, e.last, e.folder)
		}},
		{wall, "an offer in the text's place", func(e *evidence) bool {
			return 20 <= e.offer && e.offer <= 200 && max(e.offered, e.paragraphWords-e.offered, e.hiddenWords) < 60
		}},
		{wall, "not for free by its metadata, and hardly any text", func(e *evidence) bool {
			return e.text < 60 && (e.data.NotForFree() || e.head.Meta("article:content_tier") == "locked")
		}},
	}
}

func listingRules() []rule {
	const listing = pb.PageClass_PAGE_CLASS_LISTING
	addresses := strings.Fields(`tag tags category categories author authors topic topics archive archives
		search page section sections kategorie thema themen tema rubrik collections people person`)
	bodies := strings.Fields("archive category home homepage front frontpage search section tag listing collection")
	posts := strings.Fields("single entry post")
	rules := []rule{
		{listing, "home page", func(e *evidence) bool {
			return e.pathDepth == 0 && !e.numbered && e.head.Meta("og:type") != "article"
		}},
		{listing, "answer of a search", func(e *evidence) bool { return e.search }},
		{listing, "a list in its metadata", func(e *evidence) bool {
			return (e.saysList() || has(e.data.Types, "itemlist")) && !e.saysArticle() && e.teasers >= 5
		}},
		{listing, "hardly any text beside the links", func(e *evidence) bool {
			return e.text < 100 && e.linkWords*2 > e.words && (e.text < 30 || e.plain(4)) && !e.proven()
		}},
		{listing, "teasers and no text", func(e *evidence) bool {
			return e.text < 60 && e.teasers >= 12 && e.linkWords*3 > e.words
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
		{listing, "section address, and linked headings with a summary each", func(e *evidence) bool {
			return e.section() && e.headingLinks >= 6 && e.headingLinks*2 >= e.coreTeasers && e.text < 50*e.coreTeasers && e.data.Rank() < 2
		}},
		{listing, "section address, undated, and little text beside the links", func(e *evidence) bool {
			return e.section() && e.undated() && e.text < 150 && e.linkWords*10 > e.words*3
		}},
		{listing, "section address, undated, and a link in each paragraph", func(e *evidence) bool {
			return e.section() && e.undated() && !metadata.Signed(e.m) && e.leads >= 5 && e.leads*3 >= e.lines*2
		}},
		{listing, "list by address or body, and teasers", func(e *evidence) bool {
			return (e.at(addresses) || has(e.bodyWords, bodies...) && !has(e.bodyWords, posts...)) && e.teasers >= 8 && e.text < 40*e.teasers && !e.saysArticle() && e.slugWords <= 3 && !e.dated
		}},
	}
	for i, r := range rules { // what is vouched for is no list, unless its address says so
		rules[i].holds = func(e *evidence) bool { return r.holds(e) && (!e.vouched() || e.at(addresses)) }
	}
	return rules
}

// sureListingRules hold for what is vouched for, too: the date in an address may
// be that of a day's list.
func sureListingRules() []rule {
	const listing = pb.PageClass_PAGE_CLASS_LISTING
	archives := strings.Fields("category tag date author")
	writers := strings.Fields(`author authors autor autores autoren auteur auteurs autore autori journalist journalists journaliste
		journalistes contributor contributors writer writers`)
	return []rule{
		{listing, "a summary behind each headline that leads elsewhere", func(e *evidence) bool {
			own := e.ownWords()
			return e.led >= 5 && e.led*2 >= e.coreTeasers && (own < 20 || own < 60 && own*2 <= e.ledWords && !e.vouched()) &&
				e.data.Rank() < 2 && (!e.saysArticle() || !metadata.DeclaresDate(e.m))
		}},
		{listing, "section address, and all text below headings that lead elsewhere", func(e *evidence) bool {
			return e.section() && e.headed >= 3 && e.intro == 0 && e.data.Rank() < 2
		}},
		{listing, "address of an author", func(e *evidence) bool {
			return has(writers, e.folder) && e.slugWords <= 3 && e.data.Rank() < 2
		}},
		{listing, "a list by its body's classes", func(e *evidence) bool { // WordPress gives them to all its themes
			archive := has(e.bodyClasses, "archive") && has(e.bodyClasses, archives...)
			return (archive || has(e.bodyClasses, "search-results", "paged")) && !has(e.bodyClasses, "single")
		}},
	}
}

func otherRules() []rule {
	const other = pb.PageClass_PAGE_CLASS_OTHER
	services := strings.Fields("product products shop store dp buy pricing cart collections services service solutions platform")
	manuals := strings.Fields(`docs doc documentation wiki reference manual api help faq contact about about-us
		impressum kontakt privacy terms jobs careers terms-and-conditions terms-of-use terms-of-service conditions-of-use
		privacy-and-cookies privacy-and-cookie-policy datenschutz datenschutzerklaerung nutzungsbedingungen agb mentions-legales
		conditions-generales politique-de-confidentialite aviso-legal politica-de-privacidad termos-de-uso`)
	standing := slices.Concat(manuals, strings.Fields(`contact-us privacy-policy cookie-policy advertise advertise-with-us advertising
		werbung mediadaten publicidad publicite subscribe subscription subscriptions abo abos abonnement suscripcion newsletter
		newsletters team staff masthead redaktion redazione redaccion ueber-uns uber-uns over-ons om-oss om-os chi-siamo
		qui-sommes-nous a-propos quienes-somos sobre-nosotros o-nas`))
	openers := strings.Fields("about contact advertise subscribe privacy terms cookie newsletter newsletters")
	posts := strings.Fields(`blog blogs news press press-releases presse pressemitteilungen communiques prensa comunicados
		aktuelles actualites noticias notizie nieuws nyheter nyheder uutiset`)
	return []rule{
		{other, "another thing in its metadata", func(e *evidence) bool {
			return has(e.m.Types, "recipe", "profilepage", "contactpage", "aboutpage", "profile", "event", "jobposting") && !e.saysArticle()
		}},
		{other, "a service in its metadata", func(e *evidence) bool {
			return has(e.data.Types, "softwareapplication", "service", "localbusiness", "course") && !e.saysArticle() && e.section()
		}},
		{other, "address of a shop or service, undated", func(e *evidence) bool { return e.at(services) && e.undated() && !e.at(posts) }},
		{other, "address of a manual, undated", func(e *evidence) bool { return e.at(manuals) && e.undated() && !e.at(posts) }},
		{other, "address of a page about the site", func(e *evidence) bool {
			return has(standing, e.last) && !e.dated && (e.data.Rank() < 2 || e.slugWords >= 2)
		}},
		{other, "address like that of a page about the site, undated and without author", func(e *evidence) bool {
			first, _, _ := strings.Cut(e.last, "-")
			return has(openers, first) && e.plain(4) && e.undated() && !metadata.Signed(e.m)
		}},
		{other, "declared a page of a site, undated and without author", func(e *evidence) bool {
			return e.undated() && !metadata.Signed(e.m) && e.plain(3) && e.text < 500 && e.head.Meta("og:type") == "website"
		}},
		{other, "answers to choose from, and little text", func(e *evidence) bool {
			return e.head.Choices >= 12 && e.text < 60
		}},
		{other, "hardly any text", func(e *evidence) bool { return e.text == 0 && e.words < 150 && !e.saysArticle() }},
		{other, "a sentence or two, undated", func(e *evidence) bool { return e.text < 40 && e.undated() && !e.dated }},
	}
}
