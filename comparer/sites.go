package comparer

import (
	"container/list"
	"context"
	"sync"

	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// siteCache keeps the windows of the sites that were worked on last, and lets
// one batch work on a site at a time. Sites do not wait for one another.
//
// Invariants:
//  1. A site that is in use is in the cache; so all who ask for a token get
//     the same site.
//  2. Idle sites beyond MaxSites and MaxBytes are given up, least recently
//     used first. What is in use is never given up, so the bounds may be
//     exceeded by it.
type siteCache struct {
	maxSites, maxBytes int

	mu    sync.Mutex
	sites map[string]*list.Element // of *siteState
	used  *list.List               // most recently used first
	bytes int
}

// siteState is one site. Its window belongs to whoever holds busy.
type siteState struct {
	token  string
	busy   chan struct{} // holds a token while a batch works on the site
	window *Window       // nil until loaded
	last   uint64        // Sum of the journal's entry at the window's head
	// swept: what was left behind has been removed, at position sweptAt.
	swept   bool
	sweptAt uint64
	// leaving are the stored pages of records that this process has pushed
	// out of the window, by page_id, until they are deleted.
	leaving map[string]uint64
	// scoring orders the publications of a batch where they read the window.
	scoring sync.Mutex
	bytes   int // guarded by the cache, like users
	users   int
	// estimate is what the window took when its head was weighed.
	estimate int
	weighed  uint64
}

func newSiteCache(cfg Config) *siteCache {
	return &siteCache{
		maxSites: cfg.MaxSites, maxBytes: cfg.MaxBytes,
		sites: make(map[string]*list.Element), used: list.New(),
	}
}

// acquire waits until the site is free and gives it; release gives it back.
func (c *siteCache) acquire(ctx context.Context, token string) (*siteState, error) {
	st := c.use(token)
	select {
	case st.busy <- struct{}{}:
		return st, nil
	case <-ctx.Done():
		c.leave(st, 0)
		return nil, ctx.Err()
	}
}

func (c *siteCache) use(token string) *siteState {
	c.mu.Lock()
	defer c.mu.Unlock()
	el := c.sites[token]
	if el == nil {
		el = c.used.PushFront(&siteState{token: token, busy: make(chan struct{}, 1), leaving: make(map[string]uint64)})
		c.sites[token] = el
	}
	c.used.MoveToFront(el)
	st := el.Value.(*siteState)
	st.users++
	return st
}

// release gives a site back.
func (c *siteCache) release(st *siteState) {
	grown := st.weigh()
	<-st.busy
	c.leave(st, grown)
}

// leave ends one use of a site, whose window has grown by so many bytes.
func (c *siteCache) leave(st *siteState, grown int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	st.users--
	st.bytes += grown
	c.bytes += grown
	for el := c.used.Back(); el != nil && (c.used.Len() > c.maxSites || c.bytes > c.maxBytes); {
		victim, at := el.Value.(*siteState), el
		el = el.Prev()
		if victim.users == 0 {
			c.used.Remove(at)
			delete(c.sites, victim.token)
			c.bytes -= victim.bytes
		}
	}
}

// head is the journal's as it was when the window was folded.
func (st *siteState) head() journal.Head {
	return journal.Head{Seq: st.window.Head(), Sum: st.last}
}

// forget empties the window: the journal is not what was folded.
func (st *siteState) forget() {
	st.window.reset()
	st.last = 0
}

// score is Window.Score for several goroutines.
func (st *siteState) score(page *pb.SegmentedPage) (*pb.ScoredPage, error) {
	st.scoring.Lock()
	defer st.scoring.Unlock()
	return st.window.Score(page)
}

// weigh gives by how much the estimate of the window's memory has changed. An
// estimate looks at every group, so it is made once in a while.
func (st *siteState) weigh() (grown int) {
	const while = 32
	if st.window == nil || st.weighed != 0 && st.window.Head()-st.weighed < while {
		return 0
	}
	st.weighed = st.window.Head()
	now := st.window.Bytes()
	grown, st.estimate = now-st.estimate, now
	return grown
}
