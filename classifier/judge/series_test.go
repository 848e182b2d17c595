package judge

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// A report of figures whose likely text all recurs keeps it; one that has text of
// its own keeps that alone, and an offer to subscribe is no report.
func TestSeries(t *testing.T) {
	for _, tt := range []struct {
		name   string
		own    bool
		digits uint32
		kept   bool
	}{{"a report", false, 4, true}, {"text of its own", true, 4, false}, {"no figures", false, 1, false}} {
		page := &pb.SegmentedPage{Elements: []*pb.Element{{Tag: "body", Parent: -1}, {Tag: "li"}, {Tag: "p"}, {Tag: "p"}}}
		scores := []*pb.BlockScore{{Cold: .01}, {Cold: .9, Template: true}, {Cold: .9, Template: !tt.own}}
		for i, words := range []uint32{2, 30, 30} {
			page.Blocks = append(page.Blocks, &pb.Block{Element: int32(i + 1), Text: "The index has closed.", Stats: &pb.TextStats{Words: words, Digits: tt.digits}})
		}
		out := make([]Verdict, len(page.Blocks))
		winnow{}.Judge(NewInput(&pb.ScoredPage{Page: page, Scores: scores}), out)
		if out[1].Content != tt.kept || out[2].Content != (tt.kept || tt.own) {
			t.Errorf("%s: verdicts %v", tt.name, out)
		}
	}
}
