package judge

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

func TestBegins(t *testing.T) {
	const description = "After nine hours of debate the plan has a majority"
	for text, want := range map[string]bool{
		description: true,
		"AFTER nine hours of debate, the plan has a majority of one vote.":                                         true,
		"After nine hours of debate the plan":                                                                      true,
		"After nine hours of debate":                                                                               false, // too few words
		"After ten hours of debate the plan has a majority":                                                        false,
		description + " of one vote, and more than twice as long as what the page says of itself goes on after it": false,
		"": false,
	} {
		if got := begins(word.Hashes(nil, text), word.Hashes(nil, description)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// A standfirst that leads to the article from other pages recurs. A slogan does,
// too, in a place that holds nothing else.
func TestStandfirstThatRecurs(t *testing.T) {
	const says = "After nine hours of debate the plan has a majority"
	for level, want := range map[int32]bool{-1: false, 0: false, 1: true, 2: true} {
		page := &pb.SegmentedPage{
			Metadata: &pb.Metadata{Title: "Council stops the tram", Description: says},
			Elements: []*pb.Element{{Tag: "body", Parent: -1}, {Tag: "h1"}, {Tag: "p", Classes: []string{"lead"}}, {Tag: "p"}},
			Blocks: []*pb.Block{
				{Element: 1, Text: "Council stops the tram", Stats: &pb.TextStats{Words: 4}},
				{Element: 2, Text: says, Stats: &pb.TextStats{Words: 10}},
				{Element: 3, Text: "The council has stopped the tram.", Stats: &pb.TextStats{Words: 30}},
			},
		}
		out := []Verdict{{}, {}, {Content: true}}
		takeStandfirst(NewInput(&pb.ScoredPage{Page: page, Scores: []*pb.BlockScore{{}, {Cold: .6, Template: true, PlaceLevel: level}, {Cold: .9}}}), out)
		if out[1].Content != want {
			t.Errorf("level %d of its place: %v, want %v", level, out[1].Content, want)
		}
	}
}
