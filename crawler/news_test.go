package crawler

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// living is a site whose pages depend on the time.
type living struct {
	*web
	start time.Time
	pages map[string]func(since time.Duration) answer // by path
}

func newLiving(pages map[string]func(since time.Duration) answer) *living {
	return &living{web: newWeb(nil), start: time.Now(), pages: pages}
}

func (l *living) Get(ctx context.Context, req fetch.Request) (*fetch.Response, error) {
	u, err := url.Parse(req.URL)
	if err != nil {
		return nil, err
	}
	if page := l.pages[u.Path]; page != nil {
		l.set(req.URL, page(time.Since(l.start)))
	} else if strings.HasPrefix(u.Path, "/story/") {
		l.set(req.URL, answer{body: "<p>" + u.Path})
	}
	return l.web.Get(ctx, req)
}

// stories gives the addresses of the latest n of the stories that a site has
// published since its start, one every so often.
func stories(since, every time.Duration, n int) (paths []string) {
	for i := int(since / every); i >= 0 && len(paths) < n; i-- {
		paths = append(paths, fmt.Sprint("/story/", i))
	}
	return paths
}

func xmlOf(root, item string, locs ...string) answer {
	var b strings.Builder
	for _, loc := range locs {
		fmt.Fprintf(&b, "<%s><loc>%s</loc></%s>", item, loc, item)
	}
	return answer{kind: "application/xml", body: "<" + root + ">" + b.String() + "</" + root + ">"}
}

// follow crawls a living site for so long.
func follow(t *testing.T, w *living, d time.Duration) *memory {
	t.Helper()
	m := newMemory()
	cfg := DefaultConfig()
	cfg.Poll, cfg.Workers = time.Hour, 1
	c := build(t, cfg, m, w.web)
	c.get, c.gate.get = w, w
	seed(t, c, home)
	run(t, c, d)
	return m
}

// A home page that is another at each visit and leads to nothing new is visited
// as one that has not changed.
func TestWhatLeadsToNewsIsVisitedOften(t *testing.T) {
	visits := func(every time.Duration) (n int) {
		synctest.Test(t, func(t *testing.T) {
			w := newLiving(map[string]func(time.Duration) answer{"/": func(since time.Duration) answer {
				return answer{body: links(stories(since, every, 30)...) + fmt.Sprint("<!-- ", since, " -->")}
			}})
			follow(t, w, 4*24*time.Hour)
			n = w.requests(home)
		})
		return n
	}
	seldom, often := visits(365*24*time.Hour), visits(20*time.Minute)
	if seldom > 60 || often < 200 {
		t.Errorf("%d visits in four days without news, %d with a story every 20 minutes", seldom, often)
	}
}

// A section's front that stands on the home page leads to stories that stand
// nowhere else, and is not published for each of them.
func TestSectionFronts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const every, days = 4 * time.Hour, 12
		w := newLiving(map[string]func(time.Duration) answer{
			"/": func(since time.Duration) answer {
				return answer{body: links("/sports", "/imprint") + fmt.Sprint(since)}
			},
			"/sports":  func(since time.Duration) answer { return answer{body: links(stories(since, every, 10)...)} },
			"/imprint": func(since time.Duration) answer { return answer{body: fmt.Sprint("imprint ", since)} },
		})
		m := follow(t, w, days*24*time.Hour)
		var late []string
		for i := range int(days * 24 * time.Hour / every) {
			published := w.start.Add(time.Duration(i) * every)
			u := fmt.Sprint(home, "story/", i)
			at := slices.IndexFunc(m.pages, func(p *pb.Page) bool { return p.Url == u })
			switch {
			case published.After(time.Now().Add(-24 * time.Hour)):
			case at < 0:
				t.Errorf("story %d of day %d is not found", i, i/6+1)
			case published.Sub(w.start) > 3*24*time.Hour && m.pages[at].FetchedAt.AsTime().Sub(published) > 6*time.Hour:
				late = append(late, u)
			}
		}
		if len(late) > 0 {
			t.Errorf("found late, after three days: %q", late)
		}
		if n := w.requests(home + "sports"); n > 300 {
			t.Errorf("%d visits of the front", n)
		}
		if n := w.requests(home + "imprint"); n > 6 {
			t.Errorf("%d visits of a page that leads to nothing", n)
		}
		fronts := 0
		for _, p := range m.pages {
			if p.Url == home+"sports" {
				fronts++
			}
		}
		if fronts > len(DefaultConfig().PageRevisits)+1 {
			t.Errorf("the front was published %d times", fronts)
		}
	})
}

// Of a site's sitemaps the one that lists what is new is visited often, the
// others ever more rarely, and the first story on the home page waits for none.
func TestSilentSitemaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 40
		var list []string
		pages := map[string]func(time.Duration) answer{
			"/robots.txt": func(time.Duration) answer { return answer{kind: "text/plain", body: "Sitemap: " + home + "all.xml"} },
			"/":           func(time.Duration) answer { return answer{body: links("/first")} },
			"/first":      func(time.Duration) answer { return answer{body: "first"} },
			"/all.xml":    func(time.Duration) answer { return xmlOf("sitemapindex", "sitemap", list...) },
			"/now.xml": func(since time.Duration) answer {
				var locs []string
				for _, p := range stories(since, time.Hour, 500) {
					locs = append(locs, "https://a.test"+p)
				}
				return xmlOf("urlset", "url", locs...)
			},
		}
		for i := range n {
			list = append(list, fmt.Sprint(home, "map", i))
			pages[fmt.Sprint("/map", i)] = func(time.Duration) answer { return xmlOf("urlset", "url", fmt.Sprint(home, "old/", i)) }
		}
		list = append(list, home+"now.xml")
		w := newLiving(pages)
		follow(t, w, 8*24*time.Hour)
		silent := 0
		for i := range n {
			silent += w.requests(fmt.Sprint(home, "map", i))
		}
		if often := w.requests(home + "now.xml"); silent > 10*n || often < 100 {
			t.Errorf("%d visits of %d sitemaps that bring nothing, %d of the one that does", silent, n, often)
		}
		before := slices.IndexFunc(w.log, func(r request) bool { return r.URL == home+"first" })
		if before < 0 || before > 12 {
			t.Errorf("%d requests before the one for what stands on the home page", before)
		}
	})
}

// A sitemap of which its index says that it has changed is visited at once. An
// index that says so of all its sitemaps is believed of ten.
func TestSitemapsThatHaveChanged(t *testing.T) {
	const changedAfter = 50 * time.Hour
	index := func(n int, mod func(i int, since time.Duration) time.Duration) func(since time.Duration) answer {
		return func(since time.Duration) answer {
			var b strings.Builder
			now := time.Now().UTC()
			for i := range n {
				fmt.Fprintf(&b, "<sitemap><loc>%smap%d</loc><lastmod>%s</lastmod></sitemap>", home, i, now.Add(-mod(i, since)).Format(time.RFC3339))
			}
			return answer{kind: "application/xml", body: "<sitemapindex>" + b.String() + "</sitemapindex>"}
		}
	}
	const old = 300 * 24 * time.Hour
	mods := map[string]func(i int, since time.Duration) time.Duration{
		"one": func(i int, since time.Duration) time.Duration {
			if i == 7 && since >= changedAfter {
				return since - changedAfter
			}
			return old + since
		},
		"all, always": func(int, time.Duration) time.Duration { return 0 },
	}
	for name, mod := range mods {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const n = 60
				pages := map[string]func(time.Duration) answer{
					"/robots.txt": func(time.Duration) answer { return answer{kind: "text/plain", body: "Sitemap: " + home + "all.xml"} },
					"/":           func(time.Duration) answer { return answer{body: "home"} },
					"/all.xml":    index(n, mod),
				}
				for i := range n {
					pages[fmt.Sprint("/map", i)] = func(since time.Duration) answer {
						locs := []string{fmt.Sprint(home, "old/", i)}
						if i == 7 && since >= changedAfter {
							locs = append(locs, home+"story/7")
						}
						return xmlOf("urlset", "url", locs...)
					}
				}
				w := newLiving(pages)
				m := follow(t, w, 4*24*time.Hour)
				total := 0
				for i := range n {
					total += w.requests(fmt.Sprint(home, "map", i))
				}
				if total > 16*n {
					t.Errorf("%d visits of %d sitemaps in four days", total, n)
				}
				found := m.task(t, home+"story/7").FetchedAt.AsTime().Sub(w.start)
				if name == "one" && found-changedAfter > 12*time.Hour {
					t.Errorf("the new page is fetched after %v", found-changedAfter)
				}
			})
		})
	}
}

// A sitemap that robots.txt declares is one, though feeds often stand there.
func TestDeclaredWhereOthersAreGuessed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pages := map[string]func(time.Duration) answer{
			"/robots.txt": func(time.Duration) answer { return answer{kind: "text/plain", body: "Sitemap: " + home + "index.xml"} },
			"/":           func(time.Duration) answer { return answer{body: "home"} },
			"/index.xml":  func(time.Duration) answer { return xmlOf("urlset", "url", home+"story/1") },
		}
		m := follow(t, newLiving(pages), time.Hour)
		if got := m.published(); !slices.Contains(got, home+"story/1") {
			t.Errorf("published %q, tasks %q", got, slices.Sorted(maps.Keys(m.tasks)))
		}
	})
}
