package newsroom

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// links gives the absolute addresses on the same host that a page links to.
func links(t *testing.T, p Page, charset string) []string {
	t.Helper()
	base, err := url.Parse(p.URL)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for n := range parsed(t, p, charset).Descendants() {
		if n.Type != html.ElementNode || n.Data != "a" {
			continue
		}
		for _, a := range n.Attr {
			if a.Key != "href" {
				continue
			}
			u, err := base.Parse(a.Val)
			if err != nil {
				t.Fatalf("%s links to %q: %v", p.URL, a.Val, err)
			}
			if u.Host == base.Host {
				out = append(out, u.String())
			}
		}
	}
	return out
}

func TestEveryArticleCanBeReached(t *testing.T) {
	cfg := wide()
	cfg.ArticlesPerSite = 130 // more than one page in each section
	cfg.Sites = 6
	n := open(t, cfg)
	for _, s := range n.Sites() {
		queue, seen, articles := []string{s.Home}, map[string]bool{s.Home: true}, map[string]bool{}
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			p, err := n.Fetch(at)
			if errors.Is(err, ErrNoPage) && at == s.Feed {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if p.Truth.Class == ClassArticle {
				articles[p.Truth.ArticleID] = true
			}
			if strings.Contains(p.URL, "/calendar/") || strings.Contains(p.URL, "/archive/") || strings.Contains(p.URL, "PHPSESSID") && seen[withoutSession(p.URL)] {
				continue
			}
			seen[withoutSession(p.URL)] = true
			for _, l := range links(t, p, s.Charset) {
				if !seen[l] {
					seen[l] = true
					queue = append(queue, l)
				}
			}
		}
		if len(articles) != cfg.ArticlesPerSite {
			t.Errorf("%s: %d of %d articles can be reached by links", s.Host, len(articles), cfg.ArticlesPerSite)
		}
	}
}

func withoutSession(raw string) string {
	clean, _ := stripParameters(raw)
	return clean
}

func TestLinksLeadSomewhere(t *testing.T) {
	n := open(t, wide())
	for i, s := range n.Sites() {
		home, err := n.Fetch(s.Home)
		if err != nil {
			t.Fatal(err)
		}
		p, err := n.Page(i, 20)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range append(links(t, home, s.Charset), links(t, p, s.Charset)...) {
			target := strings.TrimPrefix(l, "http://"+s.Host)
			if r := n.sites[i].resolve(target, n.Now()); r.what == nothing {
				t.Errorf("%s links to %s, which is not there", s.Host, l)
			}
		}
	}
}

func TestVariantsTellTheSameStory(t *testing.T) {
	n := open(t, wide())
	tried := 0
	for i, s := range n.sites {
		if !s.meta.canonical {
			continue
		}
		tried++
		p, err := n.Page(i, 6)
		if err != nil {
			t.Fatal(err)
		}
		path := strings.TrimPrefix(p.URL, "http://"+s.host)
		for _, v := range []variant{variantAMP, variantPrint, variantTracked} {
			q, err := n.Fetch(s.url(v.path(path)))
			if err != nil {
				t.Fatal(err)
			}
			if q.Truth.Text() != p.Truth.Text() || q.Truth.ArticleID != p.Truth.ArticleID || q.Truth.Canonical != p.URL {
				t.Errorf("%s is not the story of %s", q.URL, p.URL)
			}
			if !strings.Contains(visible(t, q, s.charset.name), p.Truth.Paragraphs[len(p.Truth.Paragraphs)-1].Text) {
				t.Errorf("%s lacks the last paragraph", q.URL)
			}
		}
	}
	if tried < 5 {
		t.Errorf("only %d sites have canonical links", tried)
	}
}

func TestAddressesAreStrict(t *testing.T) {
	n := open(t, wide())
	for i, s := range n.sites {
		p, err := n.Page(i, 6)
		if err != nil {
			t.Fatal(err)
		}
		path := strings.TrimPrefix(p.URL, "http://"+s.host)
		wrong := []string{path + "x", "/x" + path, strings.Replace(path, "100006", "100007", 1) + "-", "/amp/amp" + path, "/nothing", "/tag/99/", "/author/0-x", "/calendar/2026/13/"}
		for _, w := range wrong {
			if truth, ok := n.Truth(s.url(w)); !ok || truth.Class != ClassWall {
				t.Errorf("%s%s is of class %q (ok %t), want a 404", s.host, w, truth.Class, ok)
			}
		}
	}
	if _, ok := n.Truth("http://elsewhere.example/"); ok {
		t.Error("a host of nobody has a truth")
	}
	for _, raw := range []string{"", "://", "mailto:a@b.example"} {
		if _, ok := n.Truth(raw); ok {
			t.Errorf("%q has a truth", raw)
		}
	}
}

func TestTrapsHaveNoEnd(t *testing.T) {
	n := open(t, wide())
	s := n.Sites()[0]
	for trap, start := range map[string]string{"calendar": s.Home + "calendar/2026/11/", "archive": s.Home + "archive/"} {
		at, seen := start, map[string]bool{}
		for range 40 {
			seen[at] = true
			p, err := n.Fetch(at)
			if err != nil || p.Status != 200 {
				t.Fatalf("%s: status %d, %v", at, p.Status, err)
			}
			next := ""
			for _, l := range links(t, p, s.Charset) {
				if strings.Contains(l, "/"+trap+"/") && !strings.Contains(l, "day=") && !seen[l] {
					next = l
				}
			}
			if next == "" {
				t.Fatalf("the %s ends at %s", trap, at)
			}
			at = next
		}
	}
	cfg := wide()
	cfg.Traps = false
	if truth, _ := open(t, cfg).Truth(s.Home + "archive/"); truth.Class != ClassWall {
		t.Error("there is a trap although none was asked for")
	}
}

func TestSessionsChangeWithEveryPage(t *testing.T) {
	cfg := wide()
	cfg.ArticlesPerSite = 400
	n := open(t, cfg)
	for _, s := range n.sites {
		if !s.habits.session {
			continue
		}
		at, seen := s.url(s.sectionPath(0)), map[string]bool{}
		for range 3 {
			p, err := n.Fetch(at)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range links(t, p, s.charset.name) {
				if strings.Contains(l, "PHPSESSID=") {
					at = l
				}
			}
			_, id, _ := strings.Cut(at, "PHPSESSID=")
			if id == "" || seen[id] {
				t.Fatalf("%s: session %q is not new", at, id)
			}
			seen[id] = true
		}
		return
	}
	t.Error("no site has session ids")
}

func FuzzFetch(f *testing.F) {
	cfg := wide()
	cfg.Sites, cfg.ArticlesPerSite = 6, 8
	n := open(f, cfg)
	for i := range n.sites {
		p, err := n.Page(i, 3)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, strings.TrimPrefix(p.URL, n.sites[i].url("")))
	}
	for _, path := range []string{"/", "/search?q=%00", "/calendar/9999/12/", "/sitemap-99999999999.xml", "/tag/-1/", "/go/100001", "/news//", "/news/zzzzzz/x"} {
		f.Add(0, path)
	}
	f.Fuzz(func(t *testing.T, site int, path string) {
		if site < 0 || site >= len(n.sites) || !strings.HasPrefix(path, "/") {
			t.Skip()
		}
		a, err := n.sites[site].answer(path, n.Now())
		if err != nil || a.status == 0 || a.contentType == "" {
			t.Errorf("%q: status %d, type %q, %v", path, a.status, a.contentType, err)
		}
	})
}
