package crawler

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"sync"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/zeebo/xxh3"
)

const (
	// roomAge is how long a count of a site's known URLs is believed.
	roomAge = 5 * time.Second
	// recentMax bounds each generation of the URLs that were put lately;
	// queriesMax bounds the queries that are remembered over all paths.
	recentMax  = 100_000
	queriesMax = 200_000
)

// admission decides which of the URLs that were found go into the frontier.
// It is a guard, and a saving of round trips for links that stand on every
// page; what it remembers may be lost at any time. The frontier alone knows
// which URLs are known.
type admission struct {
	cfg      Config
	frontier Frontier
	started  time.Time

	mu      sync.Mutex
	rooms   map[string]room
	recent  [2]map[uint64]struct{} // current and last generation
	queries map[uint64]map[uint64]struct{}
	nquery  int
}

// room is the number of URLs that are known of a site, and how many of them
// this process has put that are not limited. The frontier does not tell them
// apart: those of other processes, and from before a start, count as pages.
type room struct {
	known, others int
	at            time.Time
}

func newAdmission(cfg Config, ports Ports) *admission {
	return &admission{
		cfg: cfg, frontier: ports.Frontier, started: time.Now(), rooms: map[string]room{},
		recent:  [2]map[uint64]struct{}{{}, {}},
		queries: map[uint64]map[uint64]struct{}{},
	}
}

// query reports whether a link's query string may be followed: it is among
// the first MaxQueries of its path.
func (a *admission) query(u *url.URL) bool {
	if a.cfg.MaxQueries == 0 || u.RawQuery == "" {
		return true
	}
	path, query := xxh3.HashString(u.Host+u.Path), xxh3.HashString(u.RawQuery)
	a.mu.Lock()
	defer a.mu.Unlock()
	seen := a.queries[path]
	if _, ok := seen[query]; ok {
		return true
	}
	if len(seen) >= a.cfg.MaxQueries {
		return false
	}
	if a.nquery >= queriesMax {
		clear(a.queries)
		a.nquery, seen = 0, nil
	}
	if seen == nil {
		seen = map[uint64]struct{}{}
		a.queries[path] = seen
	}
	seen[query] = struct{}{}
	a.nquery++
	return true
}

// put puts those of tasks into the frontier that there is room for and that
// were not put lately, and gives how many were not known.
func (a *admission) put(ctx context.Context, s *pb.Site, tasks []*pb.CrawlTask) (added int, err error) {
	tasks = a.fresh(s, tasks)
	if len(tasks) == 0 {
		return 0, nil
	}
	var pages, others []*pb.CrawlTask
	for _, t := range tasks {
		if limited(t) {
			pages = append(pages, t)
		} else {
			others = append(others, t)
		}
	}
	if added, err = a.putAll(ctx, s, others); err != nil || len(pages) == 0 {
		return added, err
	}
	known, err := a.known(ctx, s.Token)
	if err != nil {
		return added, err
	}
	n, err := a.putAll(ctx, s, a.fitting(s, known, pages))
	return added + n, err
}

// putAll puts tasks, all limited or none, into the frontier.
func (a *admission) putAll(ctx context.Context, s *pb.Site, tasks []*pb.CrawlTask) (sum int, err error) {
	const batch = 500
	for part := range slices.Chunk(tasks, batch) {
		var settled []*pb.CrawlTask // the others come again
		for _, t := range part {
			ok, err := a.promote(ctx, t)
			if err != nil {
				return sum, err
			}
			if ok {
				settled = append(settled, t)
			}
		}
		added, err := a.frontier.Put(ctx, part...)
		if err != nil {
			return sum, fmt.Errorf("putting %d tasks: %w", len(part), err)
		}
		a.remember(s, added, limited(part[0]), settled)
		sum += added
	}
	return sum, nil
}

// promote makes a seed or feed of a URL that is known as a page; Put leaves the
// kind of a known task as it is. A page that is due may be leased: it is left
// for another time. A guess promotes nothing. And it wakes what an earlier crawl
// has left asleep.
func (a *admission) promote(ctx context.Context, t *pb.CrawlTask) (ok bool, err error) {
	if t.Kind == pb.TaskKind_TASK_KIND_PAGE || t.Priority < priorityMap {
		return true, nil
	}
	known, err := a.frontier.Lookup(ctx, t.Url)
	if err != nil {
		return false, fmt.Errorf("looking up %s: %w", t.Url, err)
	}
	now := time.Now()
	switch {
	case known == nil || known.Site != t.Site:
		return true, nil
	case a.asleep(known):
		return true, a.wake(ctx, known, now)
	case known.Kind != pb.TaskKind_TASK_KIND_PAGE, t.Kind == pb.TaskKind_TASK_KIND_SITEMAP, t.Priority == priorityGuess:
		return true, nil
	}
	if known.State == pb.TaskState_TASK_STATE_WAITING && !known.Due.AsTime().After(now) {
		return false, nil
	}
	return true, a.frontier.Finish(ctx, t, now)
}

// asleep reports whether a task is one of those by which new pages are found,
// and an earlier crawl is done with it or has given it up. What this process is
// done with itself stays so, and so does a guess that led nowhere.
func (a *admission) asleep(known *pb.CrawlTask) bool {
	ended := known.State == pb.TaskState_TASK_STATE_DONE || known.State == pb.TaskState_TASK_STATE_QUARANTINED
	return known.Kind != pb.TaskKind_TASK_KIND_PAGE && ended && !guessed(known) && known.Due.AsTime().Before(a.started)
}

// wake makes a task wait again that was done or given up, as if it were fetched
// for the first time: what it refers to may sleep as well. A feed or sitemap
// that was given up has one attempt, or one that always fails would hold up every
// crawl for as long as the first. The reason stays until there is another: a
// redirect to the same place is then known again.
func (a *admission) wake(ctx context.Context, known *pb.CrawlTask, now time.Time) error {
	if known.Kind == pb.TaskKind_TASK_KIND_SEED {
		known.Attempts = 0
	}
	known.Hops = 0
	known.BodyHash, known.Etag, known.LastModified = 0, "", ""
	wait(known, now)
	return a.frontier.Finish(ctx, known, now)
}

// limited reports whether a task is counted where a site's pages are limited:
// feeds and sitemaps are no pages, and a redirect's target stands for a page
// that was counted.
func limited(t *pb.CrawlTask) bool {
	feedOrMap := t.Kind == pb.TaskKind_TASK_KIND_FEED || t.Kind == pb.TaskKind_TASK_KIND_SITEMAP
	return !feedOrMap && t.Hops == 0
}

// guarded reports whether a task is of the kind that traps are made of: links
// found deeper than a seed, and entries of plain sitemaps. These are not
// admitted beyond MaxPagesPerSite, and not visited again.
func guarded(t *pb.CrawlTask) bool {
	return t.Kind == pb.TaskKind_TASK_KIND_PAGE && t.Priority <= priorityFreshEntry
}

// fitting drops the tasks that there is no room for.
func (a *admission) fitting(s *pb.Site, known int, tasks []*pb.CrawlTask) []*pb.CrawlTask {
	hard, soft := int(s.MaxPages), a.cfg.MaxPagesPerSite
	kept := tasks[:0:0]
	for _, t := range tasks {
		if hard > 0 && known >= hard || soft > 0 && known >= soft && guarded(t) {
			continue
		}
		kept = append(kept, t)
		known++
	}
	return kept
}

// known gives how many pages of a site are known.
func (a *admission) known(ctx context.Context, token string) (int, error) {
	a.mu.Lock()
	r, ok := a.rooms[token]
	a.mu.Unlock()
	if ok && time.Since(r.at) < roomAge {
		return r.known - r.others, nil
	}
	stats, err := a.frontier.Stats(ctx, token)
	if err != nil {
		return 0, fmt.Errorf("counting the tasks of %s: %w", token, err)
	}
	n := stats.Waiting + stats.Leased + stats.Done + stats.Quarantined
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.rooms) > 10_000 {
		clear(a.rooms)
	}
	others := min(a.rooms[token].others, n) // a site may have been removed and added again
	a.rooms[token] = room{n, others, time.Now()}
	return n - others, nil
}

// key tells a task from itself: a URL that comes with another priority or now
// with a feed entry is another one, or one that the feed says was modified
// since, and so is a URL of a site that was removed and added again.
func key(s *pb.Site, t *pb.CrawlTask) uint64 {
	return xxh3.HashString(fmt.Sprintf("%s %d %d %t %d %d", t.Url, t.Kind, t.Priority, t.Feed != nil,
		t.GetFeed().GetModified().GetSeconds(), s.GetAddedAt().GetSeconds()))
}

func (a *admission) fresh(s *pb.Site, tasks []*pb.CrawlTask) []*pb.CrawlTask {
	a.mu.Lock()
	defer a.mu.Unlock()
	kept := tasks[:0:0]
	for _, t := range tasks {
		k := key(s, t)
		_, now := a.recent[0][k]
		_, before := a.recent[1][k]
		if !now && !before {
			kept = append(kept, t)
		}
	}
	return kept
}

func (a *admission) remember(s *pb.Site, added int, pages bool, tasks []*pb.CrawlTask) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.rooms[s.Token] // without a time it is counted anew
	r.known += added
	if !pages {
		r.others += added
	}
	a.rooms[s.Token] = r
	if len(a.recent[0]) >= recentMax {
		a.recent[0], a.recent[1] = map[uint64]struct{}{}, a.recent[0]
	}
	for _, t := range tasks {
		a.recent[0][key(s, t)] = struct{}{}
	}
}
