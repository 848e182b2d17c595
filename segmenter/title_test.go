package segmenter_test

import (
	"strings"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
)

func TestTitleWithoutEnd(t *testing.T) {
	const text = "The council voted on Tuesday to build a second bridge over the river."
	tests := []struct{ name, page, title string }{
		{"before a tag", "<html><head><title>Bridge < tunnel<meta charset=utf-8></head><body><p>" + text, "Bridge < tunnel"},
		{"broken end tag", "<html><head><TITLE>Bridge</TITL><body><p>" + text, "Bridge"},
		{"before a comment", "<head><title lang=en>Bridge\n<!-- x --><body><p>" + text, "Bridge"},
		{"behind an element of a longer name", "<titles></titles><title>Bridge<p>" + text, "Bridge"},
	}
	s, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := s.Segment(&pb.Page{PageId: "p", Url: "https://news.example/a", Body: []byte(tt.page)})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(out.Blocks); n == 0 || out.Blocks[n-1].Text != text {
				t.Fatalf("blocks %v", out.Blocks)
			}
			if out.Metadata.Title != tt.title {
				t.Errorf("title %q, want %q", out.Metadata.Title, tt.title)
			}
		})
	}
}

// Pages that have no text for other reasons stay as they are, and many tags
// without an end cost no more than one.
func TestTitleWithoutEndIsNothingElse(t *testing.T) {
	s, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{
		"<title>Bridge</title>", "<title>Bridge", "<title", "<title>Bridge</title><p", "<title></title><img src=x>",
		strings.Repeat("<title", 100_000), strings.Repeat("<title>", 100_000), "<title>" + strings.Repeat("</", 200_000),
	} {
		out, err := s.Segment(&pb.Page{PageId: "p", Url: "https://news.example/a", Body: []byte(page)})
		if err != nil {
			t.Errorf("%.20s: %v", page, err)
		} else if len(out.Blocks) > 0 {
			t.Errorf("%.20s: %d blocks", page, len(out.Blocks))
		}
	}
}
