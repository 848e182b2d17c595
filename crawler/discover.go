package crawler

import (
	"net/url"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/winnow-news/winnow/crawler/feed"
	"github.com/winnow-news/winnow/crawler/link"
	"github.com/winnow-news/winnow/crawler/sitemap"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// maxMapDepth is how deep sitemap indexes may nest; the protocol says 1, sites
// do 2.
const maxMapDepth = 3

// usualFeeds and usualMaps are tried where a site declares none.
var (
	usualFeeds = []string{"/feed", "/rss", "/rss.xml", "/feed.xml", "/atom.xml", "/index.xml"}
	usualMaps  = []string{"/sitemap.xml", "/sitemap_index.xml", "/news-sitemap.xml", "/sitemap-news.xml"}
)

// fromPage gives the tasks that an HTML page leads to.
func (c *Crawler) fromPage(v *visit, found link.Found, o *pb.OptOuts) []*pb.CrawlTask {
	var tasks []*pb.CrawlTask
	if v.task.Kind == pb.TaskKind_TASK_KIND_SEED {
		tasks = c.feedsAndMaps(v, found.Feeds)
	}
	if o.GetNofollow() || int(v.task.Depth) >= c.cfg.MaxDepth {
		return tasks
	}
	depth := v.task.Depth + 1
	if c.front(v.task) { // brings what is as new as what the home page does
		depth = v.task.Depth
	}
	for _, raw := range found.Links {
		u, err := url.Parse(raw)
		if err != nil || !v.worth(u) || !c.sameSite(raw, v.task.Site) || !c.admit.query(u) {
			continue
		}
		tasks = append(tasks, newTask(u, raw, v.task.Site, pb.TaskKind_TASK_KIND_PAGE, max(1, priorityLink-5*int32(depth)), depth))
	}
	return tasks
}

// worth reports whether a page's URL is worth a task: it leads to no trap and
// no picture, and robots.txt, as far as it is at hand, does not disallow it.
func (v *visit) worth(u *url.URL) bool {
	if link.Media(u) || link.Trap(u) != "" {
		return false
	}
	known := v.rules != nil && v.rules.Cheap() && originOf(u) == originOf(v.url)
	return !known || v.rules.Allowed(u.RequestURI())
}

func (c *Crawler) sameSite(u, token string) bool {
	of, err := c.ports.Namer.Of(u)
	return err == nil && of == token && utf8.ValidString(u)
}

// feedsAndMaps gives a seed's feeds and sitemaps: those that are declared, or
// else the usual places. What is declared goes first: of two tasks with one URL
// the first counts.
func (c *Crawler) feedsAndMaps(v *visit, feeds []string) []*pb.CrawlTask {
	var tasks []*pb.CrawlTask
	add := func(urls []string, kind pb.TaskKind, priority int32) {
		for _, raw := range urls {
			u, err := v.url.Parse(raw)
			if err != nil {
				continue
			}
			if t, err := taskFor(u.String(), v.task.Site, kind, priority, 0); err == nil {
				tasks = append(tasks, t)
			}
		}
	}
	var maps []string
	if v.rules != nil {
		maps = v.rules.Sitemaps
	}
	add(feeds, pb.TaskKind_TASK_KIND_FEED, priorityFeed)
	add(maps, pb.TaskKind_TASK_KIND_SITEMAP, prioritySitemap)
	if len(feeds) == 0 {
		add(usualFeeds, pb.TaskKind_TASK_KIND_FEED, priorityGuess)
	}
	if len(maps) == 0 {
		add(usualMaps, pb.TaskKind_TASK_KIND_SITEMAP, priorityGuess)
	}
	return tasks
}

// fromFeed gives the tasks for a feed's entries.
func (c *Crawler) fromFeed(v *visit, entries []feed.Entry) []*pb.CrawlTask {
	var tasks []*pb.CrawlTask
	for _, e := range entries {
		if t := c.entry(v, e.URL, priorityFeedEntry); t != nil {
			t.Feed = e.Facts
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// fromSitemap gives the tasks for a sitemap's pages or further sitemaps.
func (c *Crawler) fromSitemap(v *visit, m sitemap.Sitemap) []*pb.CrawlTask {
	var tasks []*pb.CrawlTask
	for _, e := range m.Pages {
		t := c.entry(v, e.Loc, entryPriority(e, v.now))
		if t == nil {
			continue
		}
		t.Feed = entryFacts(e)
		tasks = append(tasks, t)
	}
	if v.task.Depth >= maxMapDepth {
		return tasks
	}
	fresh := freshMaps(m.Maps, v.now)
	for _, e := range m.Maps {
		priority := int32(priorityMap)
		switch _, ok := fresh[e.Loc]; {
		case ok:
			priority = prioritySitemap
		case !e.LastMod.IsZero() && v.now.Sub(e.LastMod) > freshAge:
			priority = priorityOldEntry
		}
		t, err := taskFor(e.Loc, v.task.Site, pb.TaskKind_TASK_KIND_SITEMAP, priority, v.task.Depth+1)
		if err != nil || t.Host != v.task.Host && !c.sameSite(t.Url, v.task.Site) {
			continue
		}
		if priority == prioritySitemap {
			t.Feed = entryFacts(e) // it is due when the index says that it has changed
		}
		tasks = append(tasks, t)
	}
	return tasks
}

// maxFreshMaps is how many sitemaps of an index are believed to have changed
// lately. Some indexes say so of all.
const maxFreshMaps = 10

// freshMaps gives the sitemaps that have changed last, and within freshAge, by
// their addresses.
func freshMaps(maps []sitemap.Entry, now time.Time) map[string]struct{} {
	fresh := map[string]struct{}{}
	latest := slices.Clone(maps)
	slices.SortStableFunc(latest, func(a, b sitemap.Entry) int { return b.LastMod.Compare(a.LastMod) })
	for _, e := range latest[:min(len(latest), maxFreshMaps)] {
		if now.Sub(e.LastMod) <= freshAge {
			fresh[e.Loc] = struct{}{}
		}
	}
	return fresh
}

// entry gives the task of a page that a feed or sitemap lists; nil when it is
// none of the site's pages.
func (c *Crawler) entry(v *visit, raw string, priority int32) *pb.CrawlTask {
	t, err := taskFor(raw, v.task.Site, pb.TaskKind_TASK_KIND_PAGE, priority, 1)
	if err != nil || !c.sameSite(t.Url, v.task.Site) {
		return nil
	}
	if u, err := url.Parse(t.Url); err != nil || !v.worth(u) {
		return nil
	}
	return t
}

func entryPriority(e sitemap.Entry, now time.Time) int32 {
	switch {
	case e.News != nil:
		return priorityNewsEntry
	case !e.LastMod.IsZero() && now.Sub(e.LastMod) <= freshAge:
		return priorityFreshEntry
	}
	return priorityOldEntry
}

func entryFacts(e sitemap.Entry) *pb.FeedEntry {
	if e.News == nil && e.LastMod.IsZero() {
		return nil
	}
	f := &pb.FeedEntry{}
	if !e.LastMod.IsZero() {
		f.Modified = timestamppb.New(e.LastMod)
	}
	if n := e.News; n != nil {
		f.Title, f.Language, f.Tags = n.Title, n.Language, n.Keywords
		if !n.Published.IsZero() {
			f.Published = timestamppb.New(n.Published)
		}
	}
	return f
}
