package comparer

import (
	"container/list"
	"context"
	"slices"
	"sync"

	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// siteCache knows the sites that were worked on, keeps the windows of those that
// were last, and lets one batch work on a site at a time. Sites do not wait for
// one another.
//
// Invariants:
//  1. A site stays; so all who ask for a token get the same one.
//  2. The windows of idle sites beyond MaxSites and MaxBytes are given up, least
//     recently used first. What is in use is never given up, so the bounds may
//     be exceeded by it.
type siteCache struct {
	maxSites, maxBytes int

	mu    sync.Mutex
	sites map[string]*siteState
	used  *list.List // *siteState that may have a window, most recently used first
	bytes int
}

// siteState is one site. Its window belongs to whoever holds busy.
type siteState struct {
	token  string
	busy   chan struct{} // holds a token while a batch works on the site
	window *Window       // nil until loaded, and when it was given up
	last   uint64        // Sum of the journal's entry at the window's head
	// givenUp is the journal's head when the window was given up, known what was
	// known then.
	givenUp journal.Head
	known   progress
	// swept: what was left behind has been removed, at position sweptAt.
	swept   bool
	sweptAt uint64
	// leaving are the stored pages of records that this process has pushed
	// out of the window, by page_id, until they are deleted.
	leaving map[string]uint64
	// scoring orders the publications of a batch where they read the window.
	scoring sync.Mutex
	place   *list.Element // in the cache's used; guarded by the cache, like the next two
	bytes   int
	users   int
	// estimate is what the window took when its head was weighed.
	estimate int
	weighed  uint64
}

func newSiteCache(cfg Config) *siteCache {
	return &siteCache{
		maxSites: cfg.MaxSites, maxBytes: cfg.MaxBytes,
		sites: make(map[string]*siteState), used: list.New(),
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
	st := c.sites[token]
	if st == nil {
		st = &siteState{token: token, busy: make(chan struct{}, 1), leaving: make(map[string]uint64)}
		c.sites[token] = st
	}
	if st.place == nil {
		st.place = c.used.PushFront(st)
	}
	c.used.MoveToFront(st.place)
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
			c.bytes -= victim.bytes
			victim.giveUp()
		}
	}
}

// giveUp lets the window go and keeps what the journal does not say.
func (st *siteState) giveUp() {
	if st.window != nil {
		st.givenUp, st.known = st.head(), st.window.progress()
	}
	st.window, st.last, st.place = nil, 0, nil
	st.bytes, st.estimate, st.weighed = 0, 0, 0
}

// recall tells the window what was known when it was given up, if the journal
// is still the one that was folded then.
func (st *siteState) recall(entries []journal.Entry) {
	i := slices.IndexFunc(entries, func(e journal.Entry) bool { return e.Seq == st.givenUp.Seq })
	if i >= 0 && entries[i].Sum() == st.givenUp.Sum {
		st.window.hear(st.known, st.givenUp.Seq)
	}
	st.givenUp, st.known = journal.Head{}, progress{}
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
