package robots_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/winnow-news/winnow/crawler/robots"
)

func TestAllowed(t *testing.T) {
	tests := []struct {
		name, file string
		allowed    []string
		disallowed []string
	}{
		{"empty", "", []string{"/", "/x"}, nil},
		{"RFC 9309, 5.1: own group", "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\nUser-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\nUser-Agent: winnowbot\nAllow: /example/page.html\nDisallow: /example/disallowed.gif",
			[]string{"/example/page.html", "/other.gif", "/example/allowed.gif"}, []string{"/example/disallowed.gif"}},
		{"RFC 9309, 5.1: any group", "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/",
			[]string{"/publications/x", "/x.gif?y"}, []string{"/example/x", "/a/b.gif"}},
		{"RFC 9309, 5.2: longest match", "user-agent: winnowbot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif",
			[]string{"/example/page/", "/example/page/allowed.gif", "/"}, []string{"/example/page/disallowed.gif"}},
		{"tie: allow wins", "user-agent: *\nDisallow: /page\nAllow: /page", []string{"/page"}, nil},
		{"groups of one agent are joined", "user-agent: winnowbot\ndisallow: /a\n\nuser-agent: x\ndisallow: /\n\nUser-Agent: WinnowBot/2.0\ndisallow: /b", []string{"/c"}, []string{"/a", "/b"}},
		{"several agents, one group", "user-agent: x\nuser-agent: winnowbot\ndisallow: /a", []string{"/b"}, []string{"/a"}},
		{"own group replaces any", "user-agent: *\ndisallow: /\nuser-agent: winnowbot\ndisallow:", []string{"/a"}, nil},
		{"another's token is no prefix", "user-agent: winnow\ndisallow: /a\nuser-agent: winnowbot-news\ndisallow: /b", []string{"/a", "/b"}, nil},
		{"sitemap does not end a list of agents", "user-agent: x\nsitemap: http://s/\nuser-agent: winnowbot\ndisallow: /a", nil, []string{"/a"}},
		{"crawl-delay does", "user-agent: winnowbot\ncrawl-delay: 1\nuser-agent: x\ndisallow: /", []string{"/a"}, nil},
		{"wildcards", "user-agent: *\ndisallow: /*/private/\ndisallow: /a*b*c\ndisallow: /*.php$\ndisallow: /fish*",
			[]string{"/private/", "/acb", "/x.php?y", "/afish"}, []string{"/x/private/", "/a1b2c3", "/x.php", "/fish", "/fishheads/x"}},
		{"dollar in the middle is a character", "user-agent: *\ndisallow: /a$b", []string{"/a"}, nil},
		{"escapes", "user-agent: *\ndisallow: /a%3cd\ndisallow: /%7Ejoe\ndisallow: /ä\ndisallow: /star-%2A\ndisallow: /%24x$",
			[]string{"/star-x", "/a/"}, []string{"/a%3Cd", "/~joe", "/%C3%A4", "/star-*", "/$x"}},
		{"query", "user-agent: *\ndisallow: /*?s=\nallow: /*?s=news", []string{"/x", "/x?s=news"}, []string{"/x?s=a"}},
		{"comments, BOM, carriage returns", "\xef\xbb\xbfuser-agent: * # all\r\ndisallow: /a # no\r\rdisallow: /b", []string{"/c"}, []string{"/a", "/b"}},
		{"robots.txt itself", "user-agent: *\ndisallow: /", []string{"/robots.txt"}, []string{"/"}},
		{"rules before any agent mean nothing", "disallow: /\nuser-agent: *\ndisallow: /a", []string{"/b"}, []string{"/a"}},
		{"a path without slash", "user-agent: *\ndisallow: private", []string{"/x"}, []string{"/private/x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := robots.Parse([]byte(tt.file), "WinnowBot")
			for _, p := range tt.allowed {
				if !r.Allowed(p) {
					t.Errorf("%s is disallowed", p)
				}
			}
			for _, p := range tt.disallowed {
				if r.Allowed(p) {
					t.Errorf("%s is allowed", p)
				}
			}
		})
	}
}

func TestDelayAndSitemaps(t *testing.T) {
	r := robots.Parse([]byte("Sitemap: https://a.test/1.xml\nuser-agent: *\ncrawl-delay: 9\nuser-agent: winnowbot\ncrawl-delay: 1.5\ncrawl-delay: x\nSITEMAP:https://a.test/2.xml"), "WinnowBot")
	if r.CrawlDelay != 1500*time.Millisecond {
		t.Errorf("CrawlDelay = %v", r.CrawlDelay)
	}
	if want := []string{"https://a.test/1.xml", "https://a.test/2.xml"}; !slices.Equal(r.Sitemaps, want) {
		t.Errorf("Sitemaps = %q", r.Sitemaps)
	}
	for _, bad := range []string{"-1", "NaN", "1e300", "Inf", ""} {
		if d := robots.Parse([]byte("user-agent: *\ncrawl-delay: "+bad), "x").CrawlDelay; d != 0 {
			t.Errorf("crawl-delay %q gives %v", bad, d)
		}
	}
}

func TestCap(t *testing.T) {
	file := "user-agent: *\n#" + strings.Repeat("x", robots.MaxBytes-30) + "\ndisallow: /very-long-path\ndisallow: /b"
	r := robots.Parse([]byte(file), "x")
	if !r.Allowed("/b") || !r.Allowed("/very-long-path") || !r.Allowed("/very") {
		t.Error("a line behind the cap, or cut by it, counts")
	}
}

func TestDisallowAll(t *testing.T) {
	if r := robots.DisallowAll(); r.Allowed("/") || r.Allowed("/a?b") || !r.Allowed("/robots.txt") {
		t.Error("DisallowAll allows")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("user-agent: *\ndisallow: /a*b$\nallow: /%e4"), "/axb")
	f.Fuzz(func(t *testing.T, file []byte, path string) {
		r := robots.Parse(file, "WinnowBot")
		r.Allowed(path)
		if !r.Allowed("/robots.txt") || r.CrawlDelay < 0 {
			t.Fatal("broken rules")
		}
		all := robots.Parse(append([]byte("user-agent: WinnowBot\ndisallow: /\n\nuser-agent: other\n"), ""...), "WinnowBot")
		if all.Allowed("/"+path) && "/"+path != "/robots.txt" {
			t.Fatalf("%q escapes", path)
		}
	})
}

func BenchmarkAllowed(b *testing.B) {
	var file strings.Builder
	file.WriteString("user-agent: *\n")
	for i := range 200 {
		fmt.Fprintf(&file, "disallow: /section-%d/*/print$\n", i)
	}
	r := robots.Parse([]byte(file.String()), "WinnowBot")
	b.ReportAllocs()
	for b.Loop() {
		if !r.Allowed("/section-77/2026/an-article-with-a-long-name") {
			b.Fatal("disallowed")
		}
	}
}

func TestNone(t *testing.T) {
	for rules, want := range map[string]bool{
		"": false, "disallow:": false, "disallow: /x": false, "disallow: /$": false, "allow: /": false,
		"disallow: /": true, "disallow: *": true, "disallow: /*": true, "disallow: /*$": true, "disallow: /x\ndisallow: /": true,
		"disallow: /\nallow: /x": false, "disallow: /*a": false, "disallow: /\nallow: /$": false,
	} {
		if got := robots.Parse([]byte("user-agent: *\n"+rules), "WinnowBot").None(); got != want {
			t.Errorf("%q: %v", rules, got)
		}
	}
	if new(robots.Rules).None() || !robots.DisallowAll().None() {
		t.Error("no rules, or those that allow nothing")
	}
}
