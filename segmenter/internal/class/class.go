// Package class tells what kind of page a page is: an article, a list of others, a
// wall in front of one.
package class

import (
	"net/url"
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter/internal/head"
	"github.com/winnow-news/winnow/segmenter/internal/metadata"
	"github.com/winnow-news/winnow/segmenter/internal/region"
)

// Rules judge what kind of page a page is. They are immutable and safe for
// concurrent use.
type Rules struct{ rules []rule }

// rule says that a page for which it holds is of a class.
type rule struct {
	class  pb.PageClass
	reason string
	holds  func(e *evidence) bool
}

// NewRules makes them.
func NewRules() *Rules { return &Rules{allRules()} }

// Page is what is known of a page when it is judged.
type Page struct {
	Out     *pb.SegmentedPage // with its metadata
	URL     *url.URL
	Head    *head.Facts
	Data    *metadata.LinkedData
	Regions []region.Region // of Out's elements
	Scripts [][]byte        // the first short ones, tags and all
}

// Verdict is what kind of page it is, why, and what that was seen by.
type Verdict struct {
	Class       pb.PageClass
	Reason      string
	SaysArticle bool // it calls itself an article
	Paragraphs  int  // of its text
}

// Judge says what kind of page p is.
func (r *Rules) Judge(p Page) Verdict {
	e := gather(p)
	first := r.rules[slices.IndexFunc(r.rules, func(rule rule) bool { return rule.holds(e) })]
	return Verdict{first.class, first.reason, e.saysArticle(), e.paragraphs}
}

// saysArticle reports that the page calls itself an article. Some systems call
// the list of a category and the page of an author an article for Open Graph and
// what they are in JSON-LD.
func (e *evidence) saysArticle() bool {
	switch {
	case e.data.Rank() >= 2:
		return true
	case e.saysList() || has(e.data.Types, "profilepage", "aboutpage", "contactpage"):
		return false
	}
	return e.head.Meta("og:type") == "article" || has(e.head.Types, "newsarticle", "article", "blogposting")
}

func (e *evidence) saysList() bool {
	return has(e.data.Types, "collectionpage", "searchresultspage")
}

// ownWords counts the words of paragraphs that are no summaries of other pages.
func (e *evidence) ownWords() int { return e.paragraphWords - e.ledWords }

// undated reports that the page neither calls itself an article nor declares
// when it was published.
func (e *evidence) undated() bool { return !e.saysArticle() && !metadata.DeclaresDate(e.m) }

// proven reports that the page calls itself an article and has the text and
// the date of one.
func (e *evidence) proven() bool {
	return e.saysArticle() && e.m.Published != nil && e.text >= 60
}

// vouched reports that address and metadata make the page an article, however
// short. To call itself one is not enough: lists of a category do, too.
func (e *evidence) vouched() bool {
	named, told := e.slugWords > 0 || e.numbered, e.text > 0 || e.saysArticle()
	post := e.dated && (e.slugWords >= 3 || named && told) // more than the archive of a day
	story := e.slugWords >= 4 && (e.numbered || e.saysArticle() && metadata.DeclaresDate(e.m))
	return e.m.Published != nil && (post || story)
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
