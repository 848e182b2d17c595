package bolt

import (
	"container/heap"
	"sync"
)

// schedule says which host is to be looked at when. It lives in memory; load
// makes it anew from the queue and the turns on disk.
//
// Invariants:
//
//  1. A leased host's at is the end of its lease.
//  2. The at of a host that waits for its turn and is not leased is its turn.
//  3. Any other host with tasks that are not paused has an at not above the due
//     of the earliest of them.
//  4. A leased task stays in the queue on disk; its host is not given out.
//
// Whoever holds mu may open a read transaction; nobody takes mu inside one,
// so that what Next reads is never older than the leases it sees.
type schedule struct {
	mu     sync.Mutex
	hosts  map[string]*host
	order  byTime
	paused map[string]bool
}

// host is one host's place in the schedule. Times are milliseconds.
type host struct {
	name  string
	at    int64 // when Next is to look at it
	turn  int64 // before which it has no turn
	lease *lease
	index int // in order
}

// lease is a task that is being fetched.
type lease struct {
	id, site string
	due      int64
}

func newSchedule() *schedule {
	return &schedule{hosts: make(map[string]*host), paused: make(map[string]bool)}
}

// host gives the place of a host, which is made when it has none. The caller
// holds mu.
func (s *schedule) host(name string, at int64) *host {
	h := s.hosts[name]
	if h == nil {
		h = &host{name: name, at: at}
		s.hosts[name] = h
		heap.Push(&s.order, h)
	}
	return h
}

// move sets when a host is to be looked at. The caller holds mu.
func (s *schedule) move(h *host, at int64) {
	h.at = at
	heap.Fix(&s.order, h.index)
}

// forget takes a host out of the schedule. The caller holds mu.
func (s *schedule) forget(h *host) {
	heap.Remove(&s.order, h.index)
	delete(s.hosts, h.name)
}

// look makes Next look at a host no later than at. A host that is leased or
// waits for its turn is looked at when that ends.
func (s *schedule) look(name string, at int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.host(name, at)
	if h.lease == nil && h.turn == 0 && at < h.at {
		s.move(h, at)
	}
}

// leased reports whether a host's lease is on the task with this id.
func (s *schedule) leased(name, id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.hosts[name]
	return h != nil && h.lease != nil && h.lease.id == id
}

// finish ends the lease of a task and sets its host's next turn. When the host
// has been leased to another task meanwhile, that lease stands.
func (s *schedule) finish(name, id string, turn int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.host(name, turn)
	if h.lease != nil && h.lease.id != id {
		return
	}
	h.lease = nil
	h.turn = max(h.turn, turn)
	s.move(h, h.turn)
}

// block keeps a host from having a turn until then.
func (s *schedule) block(name string, until int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.host(name, until)
	h.turn = max(h.turn, until)
	if h.lease == nil {
		s.move(h, h.turn)
	}
}

// pause marks a site, or takes the mark off and has its hosts looked at again.
func (s *schedule) pause(token string, paused bool, hosts []string) {
	s.mu.Lock()
	was := s.paused[token]
	delete(s.paused, token)
	if paused {
		s.paused[token] = true
	}
	s.mu.Unlock()
	if was && !paused {
		for _, name := range hosts {
			s.look(name, 0)
		}
	}
}

// remove ends the leases of a site that is gone.
func (s *schedule) remove(token string, hosts []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.paused, token)
	for _, name := range hosts {
		if h := s.hosts[name]; h != nil && h.lease != nil && h.lease.site == token {
			h.lease = nil
		}
	}
}

// leases gives all leases of a site, or of all when site is "".
func (s *schedule) leases(site string) (leases []lease) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range s.hosts {
		if h.lease != nil && (site == "" || h.lease.site == site) {
			leases = append(leases, *h.lease)
		}
	}
	return leases
}

// byTime is a heap of hosts, the one to be looked at first on top.
type byTime []*host

func (b byTime) Len() int           { return len(b) }
func (b byTime) Less(i, j int) bool { return b[i].at < b[j].at }

func (b byTime) Swap(i, j int) {
	b[i], b[j] = b[j], b[i]
	b[i].index, b[j].index = i, j
}

func (b *byTime) Push(x any) {
	h := x.(*host)
	h.index = len(*b)
	*b = append(*b, h)
}

func (b *byTime) Pop() any {
	last := len(*b) - 1
	h := (*b)[last]
	(*b)[last] = nil
	*b = (*b)[:last]
	return h
}
