package classifier

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func TestDates(t *testing.T) {
	const at = "2009-03-12T14:52:00-05:00"
	for text, want := range map[string]bool{
		"Thursday, March 12, 2009":             true,
		"12.3.2009":                            true,
		"03/12/09":                             true,
		"2009年3月12日":                           true,
		"Last updated: 2:52 pm March 12, 2009": true,
		"Last updated: 2:52 pm March 12, 2009 Posted: 2:51 pm March 12, 2009": true,
		"March 12":                         false, // of any year
		"March 2009":                       false,
		"March 11, 2009":                   false,
		"25 killed in fire, March 12 2009": false,
		"":                                 false,
	} {
		if got := dates(text, at); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if dates("March 12, 2009", "") || dates("March 12, 2009", "2009-03") {
		t.Error("a page without a day of publication has a dateline")
	}
	if !dates("12.12.2012", "2012-12-12") {
		t.Error("the twelfth of December 2012 has no dateline")
	}
}

func TestSigns(t *testing.T) {
	m := &pb.Metadata{Authors: []string{"Lara Jordan"}, PublishedLocal: "2009-03-12"}
	for _, tt := range []struct {
		text         string
		kind         pb.Paragraph_Kind
		lead, behind bool // what it is before and behind the first paragraph
	}{
		{"By Lara Jordan", pb.Paragraph_PARAGRAPH, true, true},
		{"By Lara Jordan", pb.Paragraph_HEADING, false, false},
		{"Lara Jordan: And then?", pb.Paragraph_PARAGRAPH, false, false},
		{"Lara Jordan\u00a0: Et puis ?", pb.Paragraph_PARAGRAPH, false, false},
		{"Lara Jordan：後來呢？", pb.Paragraph_PARAGRAPH, false, false},
		{"March 12, 2009", pb.Paragraph_PARAGRAPH, true, false},
		{"Lara Jordan says that she has not seen the bridge since the war", pb.Paragraph_PARAGRAPH, false, false},
		{"March 12, 2009", pb.Paragraph_LIST_ITEM, false, false},
		{"By Lara Jordan", pb.Paragraph_TABLE, false, false},
		{"SPRINGFIELD, March 12, 2009 -- The council voted to close the library.", pb.Paragraph_PARAGRAPH, false, false},
		{"The 12 lessons of the council of 2009", pb.Paragraph_HEADING, false, false},
		{"By Lara Jordanson", pb.Paragraph_PARAGRAPH, false, false},
	} {
		b := parse(t, "body\n  p |+ "+tt.text).Page.Blocks[0]
		if lead, behind := signs(b, tt.kind, m, true), signs(b, tt.kind, m, false); lead != tt.lead || behind != tt.behind {
			t.Errorf("%q, %v: %v and %v, want %v and %v", tt.text, tt.kind, lead, behind, tt.lead, tt.behind)
		}
	}
}

func TestNamesAuthor(t *testing.T) {
	for _, tt := range []struct {
		text, author string
		want         bool
	}{
		{"By AP", "AP", true},
		{"Published April 5, 2024", "AP", false},
		{"April 5, AP", "AP", true},
		{"Par JOSÉ Roux", "Jose\u0301 Roux", true},
		{"文：王小明记者", "王小明", true},
		{"By nobody", "", false},
	} {
		if got := namesAuthor(tt.text, []string{tt.author}); got != tt.want {
			t.Errorf("%q names %q: %v", tt.text, tt.author, got)
		}
	}
}
