package segmenter

import (
	"net/url"
	"testing"
)

// What needs no parse becomes what a parse would make of it, but for the host's case
// in what begins at the root.
func TestAbsolute(t *testing.T) {
	hrefs := []string{
		"a", "a.html", "a/b/", "a//b", "a?b=c/d:e|f", "a?", "a#b", "a..b/c.", "~a_b-c/d",
		".", "..", "./a", "../a", "a/../b", "a/./b", "a/..", ".a", "?a", "a:b", "a/b:c", "a%20b", "a%zz", "a|b", "a b", "é", "A/B",
		"/a", "/a/../b", "//Other.example/a", "//other.example/a", "//other.example", "https://other.example/a", "http://Other.example/", "mailto:a@b.c",
		"https://other.example", "http://o", "http://other.example?a", "https://", "https:", "http:a", "HTTP://Other.example", "JavaScript:void(0)", "ab:c", ":a",
	}
	for _, page := range []string{
		"https://news.example", "https://news.example/", "https://News.example/a/b.html?c=d/e", "https://user@news.example/a//b/", "http://news.example:81//a/",
		"https://news.example/a/../b/c", "https://news.example/a/./", "https://news.example/a%20b/c", "https://news.example/é/c", "https://news.example/a|b/c", "https://news.example/a:b/c", "https://nëws.example/a/b",
	} {
		base, err := url.Parse(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, href := range hrefs {
			w := &walk{}
			w.begin(base, w.deadline, "")
			got, ok := w.absolute(href)
			want, wantOK := w.resolved(href)
			if ok != wantOK || href[0] != '/' && w.arena(got) != w.arena(want) {
				t.Errorf("%s: %q is %q, %v; want %q, %v", page, href, w.arena(got), ok, w.arena(want), wantOK)
			}
		}
	}
}
