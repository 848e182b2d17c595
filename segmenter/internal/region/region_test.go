package region_test

import (
	"slices"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter/internal/region"
)

// page has the given elements below its body, each with one block of so many words.
func page(words []uint32, below ...*pb.Element) *pb.SegmentedPage {
	out := &pb.SegmentedPage{Elements: append([]*pb.Element{{Tag: "body", Parent: -1}}, below...)}
	for i, n := range words {
		out.Blocks = append(out.Blocks, &pb.Block{Element: int32(i + 1), Stats: &pb.TextStats{Words: n}})
	}
	return out
}

func TestOf(t *testing.T) {
	for name, tt := range map[string]struct {
		element *pb.Element
		want    region.Region
	}{
		"a paragraph":            {&pb.Element{Tag: "p"}, 0},
		"a footer":               {&pb.Element{Tag: "footer"}, region.Chrome},
		"a menu by its class":    {&pb.Element{Tag: "div", Classes: []string{"main-menu"}}, region.Chrome},
		"navigation by role":     {&pb.Element{Tag: "div", Hints: []string{"navigation"}}, region.Chrome},
		"comments by id":         {&pb.Element{Tag: "div", Id: "comments"}, region.Comment},
		"a commentary is none":   {&pb.Element{Tag: "div", Classes: []string{"commentary"}}, 0},
		"a reply":                {&pb.Element{Tag: "li", Classes: []string{"ReplyBox"}}, region.Comment},
		"a sub-heading":          {&pb.Element{Tag: "h3"}, region.Heading},
		"hidden":                 {&pb.Element{Tag: "div", Hidden: true}, region.Hidden},
		"an offer":               {&pb.Element{Tag: "div", Classes: []string{"paywall-box"}}, region.Offer},
		"one to register":        {&pb.Element{Tag: "div", Id: "regwall"}, region.Offer},
		"an article with a wall": {&pb.Element{Tag: "article", Classes: []string{"has-paywall"}}, region.Article},
	} {
		// Beside a long paragraph, and with all of the page's words.
		if got := region.Of(page([]uint32{20, 100}, tt.element, &pb.Element{Tag: "p"}))[1]; got != tt.want {
			t.Errorf("%s: %b, want %b", name, got, tt.want)
		}
		whole := tt.want & (region.Title | region.Heading | region.Offer | region.Article)
		if got := region.Of(page([]uint32{100}, tt.element))[1]; got != whole {
			t.Errorf("%s, which is the page: %b, want %b", name, got, whole)
		}
	}
}

func TestInside(t *testing.T) {
	got := region.Of(page([]uint32{0, 5, 100}, &pb.Element{Tag: "aside"}, &pb.Element{Tag: "h2", Parent: 1}, &pb.Element{Tag: "p"}))
	if want := []region.Region{0, region.Chrome, region.Chrome | region.Heading, 0}; !slices.Equal(got, want) {
		t.Errorf("%b, want %b", got, want)
	}
	got = region.Of(page([]uint32{5, 5, 100}, &pb.Element{Tag: "header"}, &pb.Element{Tag: "article"}, &pb.Element{Tag: "header", Parent: 2}))
	if want := []region.Region{0, region.Chrome, region.Article, region.Article}; !slices.Equal(got, want) {
		t.Errorf("%b, want %b: an article's header is the article's own", got, want)
	}
}
