package classifier

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// The headline is block 1, the text are blocks 3 and 4; the others are none of
// the article's.
func TestPicturesOfTheArticle(t *testing.T) {
	page := &pb.SegmentedPage{Images: []*pb.Image{
		{Url: "logo", Block: 0},
		{Url: "lead", Block: 2},
		{Url: "share", Block: 3, Icon: true},
		{Url: "between", Block: 4},
		{Url: "between", Block: 4},
		{Url: "below credits", Block: 6},
		{Url: "teaser", Block: 8},
		{Url: "captioned", Block: 8, Caption: "c"},
		{Url: "", Block: 4},
		{Url: "footer", Block: 10},
	}}
	s := span{headline: 1, from: 1, first: 3, last: 9} // up to a block that was content, but is not picked
	pieces := []piece{{block: 1}, {block: 3}, {block: 4}}
	var got []string
	for _, i := range imagesOf(page, s, pieces) {
		got = append(got, i.Url)
	}
	if want := []string{"lead", "between", "below credits", "captioned"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	page.Images = nil
	for i := range 2 * maxImages {
		page.Images = append(page.Images, &pb.Image{Url: string(rune('a' + i)), Block: 4})
	}
	if n := len(imagesOf(page, s, pieces)); n != maxImages {
		t.Errorf("%d pictures, want %d", n, maxImages)
	}
}

func TestFeedFillsWhatThePageLacks(t *testing.T) {
	at := &timestamppb.Timestamp{Seconds: 1_700_000_000}
	page := &pb.SegmentedPage{
		Metadata: &pb.Metadata{Title: "Page's title", Sources: map[string]string{"title": "opengraph"}},
		Feed: &pb.FeedEntry{
			Title: "Feed's title", Authors: []string{"Ann"}, Published: at, Modified: at, Summary: "Summary", Tags: []string{"a"},
		},
	}
	a := describe(page)
	if a.Title != "Page's title" || a.MetadataSources["title"] != "opengraph" {
		t.Errorf("title %q from %q", a.Title, a.MetadataSources["title"])
	}
	if !slices.Equal(a.Authors, []string{"Ann"}) || a.Published != at || a.Modified != at || a.Description != "Summary" || !slices.Equal(a.Tags, []string{"a"}) {
		t.Errorf("%v", a)
	}
	for _, field := range []string{"authors", "published", "modified", "description", "tags"} {
		if a.MetadataSources[field] != "feed" {
			t.Errorf("%s from %q, want the feed", field, a.MetadataSources[field])
		}
	}
	if want := "2023-11-14T22:13:20Z"; a.PublishedLocal != want || a.ModifiedLocal != want {
		t.Errorf("local times %q and %q, want %s", a.PublishedLocal, a.ModifiedLocal, want)
	}
	if a.Language != "und" {
		t.Errorf("language %q, want und", a.Language)
	}
	if len(page.Metadata.Sources) != 1 {
		t.Error("describe changed the page")
	}
}

func TestTitleOfLastResort(t *testing.T) {
	c := newClassifier(t)
	a, _ := c.Decide(parse(t, "@html_title Only the title element\nbody\n  p |+ Some text of the page's own"))
	if a.Title != "Only the title element" {
		t.Errorf("title %q", a.Title)
	}
}

func TestBylineNamesAnAuthor(t *testing.T) {
	const page = "@title Bridge to close\n%s\nbody\n  h1 |- Bridge to close\n%s" +
		"  p |+ The city council voted on Monday night to close the old bridge for two years, for there are cracks in it."
	tests := []struct{ name, authors, boxes, want string }{
		{"the only one", "@author Jane Doe", "  p.byline |- By Jane Doe in Springfield\n", "By Jane Doe in Springfield"},
		{"behind the time it takes", "@author Jane Doe", "  p.byline |- 3 min read\n  p.byline |- By Jane Doe\n", "By Jane Doe"},
		{"behind a date", "@author Jane Doe", "  p.dateline |- November 5, 2026\n  p.byline |- By Jane Doe\n", "By Jane Doe"},
		{"behind a button that is content", "@author Jane Doe", "  p.author-info |+ Follow\n  p.author-info |- Jane Doe\n", "Jane Doe"},
		{"in capitals, decomposed", "@author Zoe\u0308 Doe", "  p.byline |- 5 min\n  p.byline |- BY ZO\u00cb DOE\n", "BY ZO\u00cb DOE"},
		{"the first of two", "@author Jane Doe", "  p.byline |- By Jane Doe\n  p.author |- Jane Doe is a reporter.\n", "By Jane Doe"},
		{"none", "@author Jane Doe\n@author Bo Berg", "  p.byline |- 3 min read\n", "Jane Doe, Bo Berg"},
		{"authors are not known", "", "  p.byline |- By our reporter\n  p.byline |- 3 min read\n", "By our reporter"},
	}
	c := newClassifier(t)
	for _, tt := range tests {
		a, _ := c.Decide(parse(t, fmt.Sprintf(page, tt.authors, tt.boxes)))
		if a.Byline != tt.want {
			t.Errorf("%s: byline %q, want %q", tt.name, a.Byline, tt.want)
		}
		if n := strings.Count(fmt.Sprint(a.Paragraphs), "BYLINE"); n > 1+strings.Count(tt.boxes, "|+") {
			t.Errorf("%s: %d bylines", tt.name, n)
		}
	}
}
