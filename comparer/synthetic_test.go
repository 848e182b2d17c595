package comparer

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/zeebo/xxh3"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// synthetic makes the pages of an invented site: fixed navigation, blocks that
// recur with a small change, teasers drawn from other pages, paragraphs of
// their own, blocks without words, second versions of articles and articles
// under two addresses.
type synthetic struct {
	rnd  *rand.Rand
	made int
	old  []*pb.SegmentedPage
}

func newSynthetic(seed uint64) *synthetic {
	return &synthetic{rnd: rand.New(rand.NewPCG(seed, 1))}
}

func (s *synthetic) pages(n int) []*pb.SegmentedPage {
	pages := make([]*pb.SegmentedPage, n)
	for i := range pages {
		pages[i] = s.page()
	}
	return pages
}

func (s *synthetic) page() *pb.SegmentedPage {
	s.made++
	id := fmt.Sprintf("page%d", s.made)
	p := &pb.SegmentedPage{
		PageId: id, ArticleId: "article" + id, Site: "site", Url: "https://site/" + id,
		PageClass: pb.PageClass_PAGE_CLASS_ARTICLE, Dateline: datelineOf(id),
		FetchedAt: timestamppb.New(time.Unix(1_800_000_000+int64(s.rnd.IntN(1000)), 0)),
	}
	var body []*pb.Block
	switch old := s.any(); {
	case old != nil && s.rnd.IntN(8) == 0: // a new version
		p.ArticleId, body = old.ArticleId, append(articleOf(old), s.paragraph())
	case old != nil && s.rnd.IntN(8) == 0: // the same under another address
		body = articleOf(old)
	default:
		for range 2 + s.rnd.IntN(5) {
			body = append(body, s.paragraph())
		}
	}
	p.Blocks = append(s.frame(), body...)
	p.Blocks = append(p.Blocks, s.tail()...)
	p.Elements = s.elements()
	s.old = append(s.old, p)
	return p
}

// The elements of a page.
const (
	elementHead = 1 + iota
	elementMain
	elementText // in elementMain
	elementTail // there too, or in the body
)

// elements gives the containers of a page. One site in four calls that of the
// text by another name, and one has the tail in the main part.
func (s *synthetic) elements() []*pb.Element {
	element := func(parent int32, tag, place string) *pb.Element {
		return &pb.Element{Parent: parent, Tag: tag, Place: xxh3.HashString(place)}
	}
	text, tail := "div.text", int32(0)
	if s.rnd.IntN(4) == 0 {
		text = "div.prose"
	}
	if s.rnd.IntN(3) == 0 {
		tail = elementMain
	}
	return []*pb.Element{
		element(-1, "body", "body"), element(0, "div", "div.head"), element(0, "div", "div.main"),
		element(elementMain, "div", text), element(tail, "div", "div.tail"),
	}
}

func (s *synthetic) any() *pb.SegmentedPage {
	if len(s.old) == 0 {
		return nil
	}
	return s.old[s.rnd.IntN(len(s.old))]
}

func (s *synthetic) frame() []*pb.Block {
	blocks := []*pb.Block{
		block("nav", "Home News Sport Culture Weather", "li a", "nav item"),
		block("nav", "»", "li a", "nav"),
		block("date", fmt.Sprintf("Published on the site at %d in the morning by our newsroom", s.rnd.IntN(12)), "div time", "date"),
		block("nav", s.words(3, 12), "li a a a", "nav wide"),
	}
	return inElement(elementHead, blocks[:2+s.rnd.IntN(3)])
}

func (s *synthetic) tail() []*pb.Block {
	blocks := []*pb.Block{
		block("foot", fmt.Sprintf("Copyright %d The Daily Example all rights reserved worldwide", 2020+s.rnd.IntN(4)), "p small", "footer"),
		block("more", "Read more about "+s.words(2, 30), "div a", fmt.Sprintf("more m%d", s.rnd.IntN(3))),
		block("more", "", "div", ""),
	}
	if s.rnd.IntN(3) == 0 {
		blocks = append(blocks, block("body", "Subscribe to our newsletter and never miss a story again", "p", ""))
	}
	return inElement(elementTail, blocks)
}

func inElement(e int32, blocks []*pb.Block) []*pb.Block {
	for _, b := range blocks {
		b.Element = e
	}
	return blocks
}

func (s *synthetic) paragraph() *pb.Block {
	b := block("body", s.words(8+s.rnd.IntN(30), 400), "p"+strings.Repeat(" a", s.rnd.IntN(3)), "")
	return inElement(elementText, []*pb.Block{b})[0]
}

func (s *synthetic) words(n, of int) string {
	words := make([]string, n)
	for i := range words {
		x := s.rnd.IntN(of)
		words[i] = strings.Repeat(string(rune('a'+x%26)), 1+x%9) + fmt.Sprint(x)
	}
	return strings.Join(words, " ")
}

func articleOf(p *pb.SegmentedPage) (body []*pb.Block) {
	for _, b := range p.Blocks {
		if b.Place == xxh3.HashString("body") && !strings.HasPrefix(b.Text, "Subscribe") {
			body = append(body, b)
		}
	}
	return body
}

func block(place, text, tags, classes string) *pb.Block {
	return &pb.Block{Text: text, Tags: strings.Fields(tags), Classes: strings.Fields(classes), Place: xxh3.HashString(place)}
}

// coldOf is a stand-in for a classifier: a pure function of each block.
func coldOf(p *pb.SegmentedPage) []float32 {
	cold := make([]float32, len(p.Blocks))
	for i, b := range p.Blocks {
		cold[i] = min(1, float32(len(b.Text))/200) * (0.5 + float32(xxh3.HashString(b.Text)%100)/200)
	}
	return cold
}

type coldScorer struct{}

func (coldScorer) ColdScores(p *pb.SegmentedPage) []float32 { return coldOf(p) }

// datelineOf gives a fifth to a quarter of the pages a date, so that now and
// then too few of a window have one, and most of the others none.
func datelineOf(id string) pb.Dateline {
	switch xxh3.HashString(id) % 9 {
	case 0, 1:
		return pb.Dateline_DATELINE_SHOWN
	case 2, 3:
		return pb.Dateline_DATELINE_UNSPECIFIED
	}
	return pb.Dateline_DATELINE_ABSENT
}
