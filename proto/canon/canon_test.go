package canon_test

import (
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/winnow-news/winnow/proto/canon"
)

func TestURL(t *testing.T) {
	tests := []struct{ raw, want string }{
		{"HTTP://News.Example:80", "http://news.example/"},
		{"https://news.example/a/../b#frag", "https://news.example/b"},
		{"https://news.example/x/%2e%2E/y", "https://news.example/y"},
		{"https://news.example/x/%2E/y%2Fz", "https://news.example/x/y%2Fz"},
		{"https://news.example/a?utm_source=x&id=7&fbclid=q", "https://news.example/a?id=7"},
		{"https://news.example/a?b=2&a=1", "https://news.example/a?b=2&a=1"},
		{"https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"},
		{"https://news.example:8443/x%2Fy", "https://news.example:8443/x%2Fy"},
		{"https://news.example/a/.b/x%2Fy", "https://news.example/a/.b/x%2Fy"},
		{"https://news.example/a/../x%2Fy?id=7", "https://news.example/x%2Fy?id=7"},
		{"https://news.example/?q=ä", "https://news.example/?q=ä"},
		{"https://news.example/caf\xe9?q=caf\xe9&r=\xc3\xa9&utm_source=\xe9", "https://news.example/caf%E9?q=caf%E9&r=%C3%A9"},
		{"http://[::1]:8080/", "http://[::1]:8080/"},
	}
	for _, tt := range tests {
		got, err := canon.URL(tt.raw)
		if err != nil || got != tt.want {
			t.Errorf("URL(%q) = %q, %v; want %q", tt.raw, got, err, tt.want)
		}
		if !utf8.ValidString(got) {
			t.Errorf("URL(%q) = %q is not UTF-8", tt.raw, got)
		}
		if again, _ := canon.URL(got); again != got {
			t.Errorf("URL is not idempotent: %q -> %q", got, again)
		}
	}
	for _, bad := range []string{"", "/relative", "ftp://x/", "https://", "http://a b/", "https://x/%zz"} {
		if got, err := canon.URL(bad); !errors.Is(err, canon.ErrURL) {
			t.Errorf("URL(%q) = %q, %v; want ErrURL", bad, got, err)
		}
	}
}

func TestIDs(t *testing.T) {
	if canon.ArticleID("http://www.a.example/x") != canon.ArticleID("https://a.example/x") {
		t.Error("scheme or www. change the article id")
	}
	if canon.PageID("http://a/", []byte("1")) == canon.PageID("http://a/", []byte("2")) {
		t.Error("content does not change the page id")
	}
	if id := canon.ArticleID("https://www.a.example/x"); !canon.Own(id, "http://a.example/x") || canon.Own(id, "http://a.example/x?print=1") {
		t.Error("an article is at its own address at its canonical URL, and only there")
	}
	if n := len(canon.ArticleID("http://a/")); n != 32 {
		t.Errorf("article id of %d digits", n)
	}
}
