package judge

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Of two alike elements with a first heading each the one with the page's headline
// is its article; what has no classes, or other ones, may be a part of it.
func TestAlikeArticles(t *testing.T) {
	for _, tt := range []struct {
		name, second, title string
		around              string
		kept                bool
	}{
		{"another article", "story", "The ferry waits for its captain", "div", false},
		{"another part", "more", "The ferry waits for its captain", "div", true},
		{"a section of the article", "story", "The ferry waits for its captain", "article", true},
		{"a part by its heading", "story", "Council stops the tram: what comes next", "div", true},
	} {
		page := &pb.SegmentedPage{
			Metadata: &pb.Metadata{Title: "Council stops the tram"},
			Elements: []*pb.Element{
				{Tag: tt.around, Parent: -1}, {Tag: "div", Classes: []string{"story"}}, {Tag: "h1", Parent: 1}, {Tag: "p", Parent: 1},
				{Tag: "div", Classes: []string{tt.second}}, {Tag: "h1", Parent: 4}, {Tag: "p", Parent: 4},
			},
			Blocks: []*pb.Block{
				{Element: 2, Text: "Council stops the tram", Stats: &pb.TextStats{Words: 4}},
				{Element: 3, Text: "The council has stopped the tram.", Stats: &pb.TextStats{Words: 60}},
				{Element: 5, Text: tt.title, Stats: &pb.TextStats{Words: 6}},
				{Element: 6, Text: "It has waited since noon.", Stats: &pb.TextStats{Words: 60}},
			},
		}
		out := []Verdict{{}, {Content: true}, {}, {Content: true}}
		dropOthers(NewInput(&pb.ScoredPage{Page: page}), out)
		if !out[1].Content || out[3].Content != tt.kept {
			t.Errorf("%s: verdicts %v, want the second kept: %v", tt.name, out, tt.kept)
		}
	}
}
