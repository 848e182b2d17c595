package plain_test

import (
	"strings"
	"testing"

	"github.com/winnow-news/winnow/segmenter/internal/plain"
	"golang.org/x/net/html"
)

func TestCollapsed(t *testing.T) {
	for _, tt := range []struct {
		in    string
		limit int
		want  string
	}{
		{" a\t\n b\u00a0c ", 100, "a b c"},
		{"bridge\u00ad head\u200b", 100, "bridge head"}, // soft hyphen, zero-width space
		{"a\x00b\x7fc", 100, "abc"},
		{"a\u2028\u3000b", 100, "a b"},
		{"hamn", 3, "ham"},
		{"å ä ö", 4, "å"}, // neither half a letter nor a blank at the end
		{"å ä ö", 5, "å ä"},
		{"", 10, ""},
	} {
		if got := plain.Collapsed(tt.in, tt.limit); got != tt.want {
			t.Errorf("%q in %d bytes: %q, want %q", tt.in, tt.limit, got, tt.want)
		}
	}
	if got := plain.AppendCollapsed([]byte("x "), "  y ", 10); string(got) != "x y" {
		t.Errorf("%q", got)
	}
}

func TestClip(t *testing.T) {
	for _, tt := range []struct {
		in    string
		limit int
		want  string
	}{{"bridge", 9, "bridge"}, {"bridge", 3, "bri"}, {"åä", 3, "å"}, {"å", 1, ""}} {
		if got := plain.Clip(tt.in, tt.limit); got != tt.want {
			t.Errorf("%q in %d bytes: %q, want %q", tt.in, tt.limit, got, tt.want)
		}
	}
}

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		in    string
		limit int
		want  string
	}{
		{"<p>By <b>Ann</b>\n Lee<script>x()</script></p>", 100, "By Ann Lee"},
		{"<p>Ann<br>Lee</p>", 100, "Ann Lee"},
		{"<ruby>東京<rt>とうきょう</rt></ruby>", 100, "東京"},
		{"<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>", 100, "東京 ( とうきょう )"},
		{"<p>The council votes</p>", 11, "The council"},
		{strings.Repeat("<i>a", 300), 1000, strings.TrimSuffix(strings.Repeat("a ", 100), " ")}, // 200 nodes
	} {
		doc, err := html.Parse(strings.NewReader(tt.in))
		if err != nil {
			t.Fatal(err)
		}
		body := doc.LastChild.LastChild
		if got := plain.Of(body, tt.limit); got != tt.want {
			t.Errorf("%.40q: %q, want %q", tt.in, got, tt.want)
		}
	}
}
