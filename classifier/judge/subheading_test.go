package judge

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// What recurs between paragraphs is kept where it is a heading, or one of three
// questions; a line that asks for something is not.
func TestKeepSubheadings(t *testing.T) {
	for _, tt := range []struct {
		name, tag, text string
		times           int
		want            bool
	}{
		{"a heading", "h3", "What comes next", 1, true},
		{"three questions", "p", "What was your first job?", 3, true},
		{"two questions", "p", "What was your first job?", 2, false},
		{"three lines", "p", "Follow us wherever you are!", 3, false},
	} {
		page := &pb.SegmentedPage{PageClass: pb.PageClass_PAGE_CLASS_ARTICLE, Elements: []*pb.Element{{Tag: "body", Parent: -1}}}
		var scores []*pb.BlockScore
		var out []Verdict
		add := func(tag, text string, words, emphasis uint32, s *pb.BlockScore, v Verdict) {
			page.Elements = append(page.Elements, &pb.Element{Tag: tag})
			page.Blocks = append(page.Blocks, &pb.Block{Element: int32(len(page.Elements) - 1), Text: text, Stats: &pb.TextStats{Words: words, EmphasisWords: emphasis}})
			scores, out = append(scores, s), append(out, v)
		}
		paragraph := func() {
			add("p", "The council has stopped the tram.", 30, 0, &pb.BlockScore{Cold: .9}, Verdict{Content: true, Reason: ReasonProbable})
		}
		paragraph()
		for range tt.times {
			add(tt.tag, tt.text, 5, 5, &pb.BlockScore{Cold: .9, Template: true}, Verdict{Reason: ReasonTemplate})
			paragraph()
		}
		keepSubheadings(NewInput(&pb.ScoredPage{Page: page, Scores: scores}), out)
		for i, v := range out {
			if want := i%2 == 0 || tt.want; v.Content != want {
				t.Errorf("%s: block %d is content: %v, want %v", tt.name, i, v.Content, want)
			}
		}
	}
}

// A heading that the model doubts is content where there is content before it and
// right below it, beside it or in an element beside it.
func TestHeadingsOfContent(t *testing.T) {
	for _, tt := range []struct {
		name    string
		cold    float32
		links   uint32
		below   int32 // the element of what is below
		content bool  // it is
		want    bool
	}{
		{"over a paragraph", .3, 0, 3, true, true},
		{"over a list", .3, 0, 5, true, true},
		{"over what is no content", .3, 0, 3, false, false},
		{"over what stands elsewhere", .3, 0, 6, true, false},
		{"a link", .3, 1, 3, true, false},
		{"hopeless", .01, 0, 3, true, false},
	} {
		page := &pb.SegmentedPage{
			PageClass: pb.PageClass_PAGE_CLASS_ARTICLE,
			Elements:  []*pb.Element{{Tag: "body", Parent: -1}, {Tag: "div"}, {Tag: "h2", Parent: 1}, {Tag: "p", Parent: 1}, {Tag: "ul", Parent: 1}, {Tag: "li", Parent: 4}, {Tag: "p"}},
			Blocks: []*pb.Block{
				{Element: 3, Text: "The council has stopped the tram.", Stats: &pb.TextStats{Words: 30}},
				{Element: 2, Text: "What comes next", Stats: &pb.TextStats{Words: 3, Links: tt.links}},
				{Element: tt.below, Text: "The buses go on.", Stats: &pb.TextStats{Words: 4}},
			},
		}
		out := []Verdict{{Content: true, Reason: ReasonProbable}, {Reason: ReasonImprobable}, {Content: tt.content, Reason: ReasonProbable}}
		keepSubheadings(NewInput(&pb.ScoredPage{Page: page, Scores: []*pb.BlockScore{{Cold: .9}, {Cold: tt.cold}, {Cold: .9}}}), out)
		if out[1].Content != tt.want {
			t.Errorf("%s: content: %v, want %v", tt.name, out[1].Content, tt.want)
		}
	}
}
