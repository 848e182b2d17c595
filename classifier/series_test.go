package classifier

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// A page whose likely text all recurs keeps it; one that has text of its own
// keeps that alone.
func TestSeries(t *testing.T) {
	for _, own := range []bool{false, true} {
		page := &pb.SegmentedPage{Elements: []*pb.Element{{Tag: "body", Parent: -1}, {Tag: "li"}, {Tag: "p"}, {Tag: "p"}}}
		scores := []*pb.BlockScore{{Cold: .01}, {Cold: .9, Template: true}, {Cold: .9, Template: !own}}
		for i, words := range []uint32{2, 30, 30} {
			page.Blocks = append(page.Blocks, &pb.Block{Element: int32(i + 1), Text: "The index has closed.", Stats: &pb.TextStats{Words: words}})
		}
		out := make([]Verdict, len(page.Blocks))
		winnow{}.Judge(NewInput(&pb.ScoredPage{Page: page, Scores: scores}), out)
		if out[0].Content || out[1].Content == own || !out[2].Content {
			t.Errorf("with text of its own %v: verdicts %v", own, out)
		}
	}
}
