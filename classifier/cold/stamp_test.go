package cold

import (
	"slices"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// TestStamps: a byline and a thread of two comments, each with its line of
// author and date behind it.
func TestStamps(t *testing.T) {
	page := &pb.SegmentedPage{Elements: []*pb.Element{
		{Parent: -1, Tag: "body"},
		{Parent: 0, Tag: "p"},
		{Parent: 0, Tag: "p", Classes: []string{"posted"}},
	}}
	add := func(element int32, text string, words, digits uint32) {
		page.Blocks = append(page.Blocks, &pb.Block{Element: element, Text: text, Stats: &pb.TextStats{Words: words, Digits: digits, Chars: uint32(len(text))}})
	}
	add(1, "By Ann Lee, July 4, 2012", 6, 5)
	add(1, "It rained on the parade, which nobody had expected.", 9, 0)
	add(1, "I had.", 2, 0)
	add(2, "Posted by Bo at July 4, 2012 6:57 AM", 9, 8)
	add(1, "So had I.", 3, 0)
	add(2, "Posted by Cy at July 5, 2012 9:12 AM", 9, 8)

	f := NewFeatures()
	names := f.Names()
	from := slices.Index(names, "stamp.before")
	rows := f.Matrix(nil, page)
	for i, want := range [][]float32{
		{1, 2, 0, 1, 0, 3, 2, 0},
		{1, 2, -1, 1, 0, 2, 2, 0},
		{1, 2, -2, 1, 0, 1, 2, 0},
		{2, 1, 0, 2, 0, 2, 2, 1},
		{2, 1, -1, 2, 0, 1, 2, 1},
		{3, 0, 0, 2, 1, noGap, 0, 0},
	} {
		at := i*f.Count() + from
		if got := rows[at : at+len(want)]; !slices.Equal(got, want) {
			t.Errorf("block %d: %v, want %v", i, got, want)
		}
	}
}
