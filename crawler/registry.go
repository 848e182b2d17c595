package crawler

import (
	"context"
	"fmt"
	"sync"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// registryAge is how long what the registry said of a site is believed: a
// pause takes effect within this time.
const registryAge = 2 * time.Second

// registry reads sites through a short-lived memory, so that the store is not
// asked for every page.
type registry struct {
	sites Sites
	mu    sync.Mutex
	known map[string]knownSite
}

type knownSite struct {
	site *pb.Site
	at   time.Time
}

func newRegistry(s Sites) *registry { return &registry{sites: s, known: map[string]knownSite{}} }

// site gives a site, nil when it is not registered.
func (r *registry) site(ctx context.Context, token string) (*pb.Site, error) {
	r.mu.Lock()
	k, ok := r.known[token]
	r.mu.Unlock()
	if ok && time.Since(k.at) < registryAge {
		return k.site, nil
	}
	s, err := r.sites.Site(ctx, token)
	if err != nil {
		return nil, fmt.Errorf("site %s: %w", token, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.known) > 10_000 {
		clear(r.known)
	}
	r.known[token] = knownSite{s, time.Now()}
	return s, nil
}
