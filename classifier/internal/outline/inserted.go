package outline

import (
	"slices"
	"strings"

	"github.com/winnow-news/winnow/classifier/internal/name"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// A page holds what programs that are not its publisher's put into it. The
// dialog that asks for consent to cookies has paragraphs of good prose, more of
// them than many an article, and is called by what is asked for and by where it
// stands, in one name: "cookie-banner", "onetrust-pc-sdk",
// "CybotCookiebotDialog". The widgets of comments and of recommended articles
// have excerpts of these, and the same names on every site. So have the columns
// of some content systems (whole.go).

// Insertion says who put an element into the page, if not its publisher.
type Insertion uint8

// The insertions; 0 is none.
const (
	OfProgram Insertion = iota + 1 // a dialog, widget or sidebar
	OfReader                       // a comment
)

// leastBeside is the least number of words beside all that is inserted.
const leastBeside = 20

// withInserted adds the words that dialogs, widgets, comments and what stands
// beside an article are called by.
func withInserted(keywords map[string]name.Groups) map[string]name.Groups {
	for group, words := range map[name.Groups]string{
		namesConsent: "cookie cookies consent gdpr ccpa onetrust qccmp didomi cybot cookiebot usercentrics truste trustarc iubenda tarteaucitron",
		namesWindow:  "banner bar box container dialog host modal notice overlay popup prompt root sdk window",
		namesInserted: "cookiebanner cookiebar cookiebox cookieconsent cookiedialog cookielaw cookiemodal cookienotice cookieoverlay cookiepopup climodal spmessage " +
			"jprelatedposts yarpprelated rcwidget wpdcom", // of Jetpack, YARPP, Revcontent, wpDiscuz
	} {
		for word := range strings.FieldsSeq(words) {
			keywords[word] |= group
		}
	}
	for _, word := range wholeKeywords {
		keywords[word] |= namesWhole
	}
	return keywords
}

// markInserted finds the elements in dialogs, widgets, sidebars and comments, by
// own, the elements' names, and by the button that closes them. What holds a heading
// of the first rank, an article or the main part of the page is none of them,
// whatever its name speaks of ("page--with-cookie-banner"); but a comment may be an
// article element. A heading that is called after the comments stands before them.
// What has hardly a word beside all of these is a page about cookies, say.
func (o *Outline) markInserted(page *pb.SegmentedPage, own []name.Groups) {
	holds := make([]bool, len(o.Nodes))
	for i := len(o.Nodes) - 1; i >= 0; i-- {
		switch o.Elements[i].GetTag() {
		case "body", "html", "main", "h1":
			holds[i] = true
		case "article":
			holds[i] = holds[i] || own[i]&anyComment == 0
		}
		if p := o.Nodes[i].Parent; p >= 0 && holds[i] {
			holds[p] = true
		}
	}
	comments := callComments(page, own)
	opened := make(map[int32]bool) // the elements in which a heading has opened the comments
	for i := range o.Nodes {
		n := &o.Nodes[i]
		switch {
		case n.Parent >= 0 && opened[n.Parent] && !holds[i]:
			n.Inserted = OfReader
		case n.Parent >= 0 && o.Nodes[n.Parent].Inserted != 0:
			n.Inserted = o.Nodes[n.Parent].Inserted
		case holds[i]:
		case own[i]&namesInserted != 0:
			n.Inserted = OfProgram
		case own[i]&comments != 0:
			n.Inserted = OfReader
			if n.Heading > 0 {
				opened[n.Parent] = true
			}
		}
	}
	o.markPanels(page, holds)
	beside := uint32(0)
	for _, b := range page.GetBlocks() {
		if o.Of(b).Inserted == 0 {
			beside += b.GetStats().GetWords()
		}
	}
	if beside >= leastBeside {
		return
	}
	for i := range o.Nodes {
		o.Nodes[i].Inserted = 0
	}
}

// markPanels finds on an article's page the elements that a button of their own
// closes; shops and services have what they offer in such. What holds more than
// a third of the words that are not inserted otherwise is a part of the page in
// a frame of its own.
func (o *Outline) markPanels(page *pb.SegmentedPage, holds []bool) {
	if page.GetPageClass() != pb.PageClass_PAGE_CLASS_ARTICLE || !slices.ContainsFunc(o.Elements, (*pb.Element).GetClosable) {
		return
	}
	words, all := make([]uint32, len(o.Nodes)), uint32(0)
	for _, b := range page.GetBlocks() {
		if i := o.Valid(b.GetElement()); i >= 0 && o.Nodes[i].Inserted == 0 && !o.Nodes[i].Hidden {
			words[i] += b.GetStats().GetWords()
			all += b.GetStats().GetWords()
		}
	}
	for i := len(o.Nodes) - 1; i >= 0; i-- {
		if p := o.Nodes[i].Parent; p >= 0 {
			words[p] += words[i]
		}
	}
	for i := range o.Nodes {
		n := &o.Nodes[i]
		switch {
		case n.Inserted != 0:
		case n.Parent >= 0 && o.Nodes[n.Parent].Inserted != 0 && !holds[i]:
			n.Inserted = o.Nodes[n.Parent].Inserted
		case o.Elements[i].GetClosable() && !holds[i] && 3*words[i] <= all:
			n.Inserted = OfProgram
		}
	}
}
