package segmenter_test

import (
	"testing"

	"github.com/winnow-news/winnow/proto/canon"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
)

// TestDeclaredURL: under the address that a saved page declares, the segmenter
// knows it by the same.
func TestDeclaredURL(t *testing.T) {
	s, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	const story = "https://news.example/world/2026/story"
	for _, tt := range []struct{ name, html, want string }{
		{"canonical link", `<link rel="canonical" href="https://NEWS.example/world/2026/story?utm_source=x">`, story},
		{"in capitals", `<LINK REL=" Canonical " HREF=" https://news.example/world/2026/story ">`, story},
		{"og:url", `<meta property="og:url" content="https://news.example/world/2026/story">`, story},
		{"og:url by name", `<meta name="OG:URL" content="https://news.example/world/2026/story">`, story},
		{"the first og:url", `<meta property="og:url" content="https://news.example/world/2026/story"><meta property="og:url" content="https://news.example/other">`, story},
		{"both", `<meta property="og:url" content="https://m.news.example/1"><link rel="canonical" href="https://news.example/world/2026/story">`, story},
		{"the first canonical link", `<link rel=canonical href="https://news.example/world/2026/story"><link rel=canonical href="https://news.example/other">`, story},
		{"the home page on every page", `<link rel=canonical href="https://news.example/"><meta property="og:url" content="https://news.example/world/2026/story">`, story},
		{"the section on every page", `<link rel=canonical href="https://news.example/world"><meta property="og:url" content="https://news.example/world/2026/story">`, story},
		{"og:url of another site", `<link rel=canonical href="https://news.example/world/2026/story"><meta property="og:url" content="https://social.example.org/1">`, story},
		{"a relative link", `<link rel=canonical href="/world/2026/story"><meta property="og:url" content="https://news.example/world/2026/story?page=2">`, story},
		{"below the head", `<body><p>text<link rel=canonical href="https://news.example/world/2026/story">`, story},
		{"in a comment", `<!-- <link rel=canonical href="https://news.example/world/2026/story"> -->`, ""},
		{"nothing absolute", `<link rel=canonical href="/story"><meta property="og:url" content="story">`, ""},
		{"nonsense", `<link rel=canonical href="http://[::1"><meta property="og:url" content="javascript:x">`, ""},
		{"nothing", `<title>T</title>`, ""},
	} {
		got := segmenter.DeclaredURL([]byte(tt.html))
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if got == "" {
			continue
		}
		page, err := s.Segment(&pb.Page{PageId: "p", Site: "news_example", Url: got, Body: []byte(tt.html + "<p>Text.")})
		if err != nil || page.GetCanonicalUrl() != got {
			t.Errorf("%s: segmented under %q, the page is %q, %v", tt.name, got, page.GetCanonicalUrl(), err)
		}
	}
}

func FuzzDeclaredURL(f *testing.F) {
	f.Add([]byte(`<link rel=canonical href="../x?%zz"><meta property=og:url content="https://a.example/%2e%2e/b">`))
	f.Fuzz(func(t *testing.T, body []byte) {
		got := segmenter.DeclaredURL(body)
		if again, err := canon.URL(got); got != "" && len(got) <= canon.MaxURL && (err != nil || again != got) {
			t.Fatalf("%q is not canonical: %q, %v", got, again, err)
		}
	})
}
