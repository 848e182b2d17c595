package judge

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

func TestOnSite(t *testing.T) {
	const page = "https://www.paper.example/2026/a-story"
	for link, want := range map[string]bool{
		"https://www.paper.example/2026/another": true,
		"https://www.paper.example/2026/a.pdf":   false,
		"http://paper.example/2026/another":      true,
		"https://sport.paper.example/a":          true,
		page:                                     false,
		page + "#comments":                       false,
		"https://another.example/a":              false,
		"https://newspaper.example/a":            false,
		"mailto:desk@paper.example":              false,
		"https://[":                              false,
		"":                                       false,
	} {
		if got := onSite(link, page); got != want {
			t.Errorf("%q: %v, want %v", link, got, want)
		}
	}
	if !onSite("https://paper.example/a", "https://news.paper.example/b") {
		t.Error("the host above is of another site")
	}
}

func TestLabelled(t *testing.T) {
	for _, tt := range []struct {
		text   string
		linked uint32 // words
		links  uint32
		want   bool
	}{
		{"Read also: Council stops the tram", 4, 1, true},
		{"Read also: Will the council stop the tram?", 6, 1, true},
		{"More on this: Council stops the tram and Bill for the tram climbs", 9, 2, true},
		{"Read also: Council stops the tram, and why it matters to you", 4, 1, false},
		{"Council stops the tram", 4, 1, false},
		{"The mayor told the paper: the council stops the tram", 4, 1, false},
		{"One word more than a label has got: Council stops the tram", 4, 1, false},
		{"Read also: nothing", 0, 0, false},
	} {
		b := &pb.Block{Text: tt.text, Stats: &pb.TextStats{Words: uint32(word.Count(tt.text)), LinkWords: tt.linked, Links: tt.links}}
		if got := labelled(b); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
	}
}
