package segmenter

import (
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// classRule says that a page for which it holds is of a class.
type classRule struct {
	class  pb.PageClass
	reason string
	holds  func(e *evidence) bool
}

// saysArticle reports that the page calls itself an article. Some systems call
// the list of a category an article for Open Graph and what it is in JSON-LD.
func (e *evidence) saysArticle() bool {
	return e.rank() >= 2 || !e.saysList() && (e.head.meta("og:type") == "article" || has(e.head.types, "newsarticle", "article", "blogposting"))
}

func (e *evidence) saysList() bool {
	return has(e.data.types, "collectionpage", "searchresultspage")
}

// undated reports that the page neither calls itself an article nor declares
// when it was published. A date among its text may be that of a teaser.
func (e *evidence) undated() bool { return !e.saysArticle() && !e.declaresDate() }

func (e *evidence) declaresDate() bool {
	return e.m.Published != nil && e.m.Sources["published"] != fromText
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

// vouched reports that address and metadata make the page an article, however
// short. To call itself one is not enough: lists of a category do, too.
func (e *evidence) vouched() bool {
	post := e.dated && (e.slugWords > 0 || e.numbered) // more than the archive of a day
	story := e.slugWords >= 4 && (e.numbered || e.saysArticle() && e.declaresDate())
	return e.m.Published != nil && (post || story)
}

// classify says what kind of page this is, and why.
func (s *Segmenter) classify(e *evidence) (class pb.PageClass, reason string) {
	for _, r := range s.classes {
		if r.holds(e) {
			return r.class, r.reason
		}
	}
	return pb.PageClass_PAGE_CLASS_OTHER, "no rule"
}

// has reports whether one of words stands in list.
func has(list []string, words ...string) bool {
	for _, w := range words {
		if slices.Contains(list, w) {
			return true
		}
	}
	return false
}
