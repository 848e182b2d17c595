package classifier

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
