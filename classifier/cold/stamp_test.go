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

// The times of a transcript are no stamps; those of a thread of comments are,
// also when they go up.
func TestElapsed(t *testing.T) {
	for name, tt := range map[string]struct {
		lines  []string
		stamps float32
	}{
		"from zero":        {[]string{"00:00:02 CHAIR", "00:00:31 CHAIR", "00:01:00 MINISTER", "00:59:58 CHAIR", "01:00:02 CHAIR"}, 0},
		"minutes past 24":  {[]string{"Chair: (11:23)", "Chair: (17:51)", "Chair: (26:01)", "Chair: (59:59)", "Chair: (01:00:05)"}, 0},
		"an afternoon":     {[]string{"Bo 10:02", "Cy 10:15", "Bo 11:40", "Di 12:01", "Cy 17:30"}, 5},
		"days":             {[]string{"Bo 0:01", "Cy 23:15", "Bo 9:40", "Di 8:01", "Cy 7:30"}, 5},
		"with their years": {[]string{"2026 0:01", "2026 0:02", "2026 0:03", "2026 0:04", "2026 0:05"}, 5},
		"too few":          {[]string{"0:01", "0:02", "0:03", "0:04"}, 4},
	} {
		page := &pb.SegmentedPage{Elements: []*pb.Element{{Parent: -1, Tag: "body"}, {Parent: 0, Tag: "p"}}}
		for _, line := range tt.lines {
			page.Blocks = append(page.Blocks, &pb.Block{Element: 1, Text: line, Stats: &pb.TextStats{Words: 3, Digits: 4, Chars: 10}})
		}
		f := NewFeatures()
		row := f.Matrix(nil, page)[:f.Count()]
		before, behind := slices.Index(f.Names(), "stamp.before"), slices.Index(f.Names(), "stamp.behind")
		if got := row[before] + row[behind]; got != tt.stamps {
			t.Errorf("%s: %v stamps, want %v", name, got, tt.stamps)
		}
	}
}

func TestElapsedReads(t *testing.T) {
	for text, want := range map[string][2]int{
		"0:07": {7, 0}, "(36:25) What?": {36*60 + 25, 36}, "01:00:05": {3605, 1}, "at 8:43 pm": {8*60 + 43, 8},
	} {
		if s, h, ok := elapsed(text); !ok || s != want[0] || h != want[1] {
			t.Errorf("%q: %d seconds, %d first, %v", text, s, h, ok)
		}
	}
	for _, text := range []string{"", ":30", "3:4", "May 4, 2026 8:43"} {
		if _, _, ok := elapsed(text); ok {
			t.Errorf("%q: read", text)
		}
	}
}
