package crawler

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
	"github.com/winnow-news/winnow/proto/canon"
	"github.com/winnow-news/winnow/proto/site"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// getter is what the crawler needs of fetch.Client.
type getter interface {
	Get(ctx context.Context, req fetch.Request) (*fetch.Response, error)
}

// Crawler crawls. It is safe for concurrent use.
type Crawler struct {
	cfg   Config
	ports Ports
	get   getter
	gate  *gate
	sites *registry
	admit *admission
	down  outages
	// denied counts the pages that each host has denied in a row.
	denied outages
	waits  waits
	// published counts the pages that this process has published.
	published atomic.Uint64
	// wake tells Run that the frontier has changed.
	wake chan struct{}
	// asking is held by the worker that asks an idle frontier.
	asking chan struct{}
}

// New makes a Crawler. The error matches ErrConfig.
func New(cfg Config, ports Ports) (*Crawler, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if ports.Frontier == nil || ports.Cache == nil || ports.Sites == nil || ports.Publisher == nil {
		return nil, fmt.Errorf("%w: a port is missing", ErrConfig)
	}
	if ports.Namer == nil {
		ports.Namer = &site.Namer{}
	}
	if ports.Log == nil {
		ports.Log = slog.New(slog.DiscardHandler)
	}
	client, err := fetch.New(cfg.fetch())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return newCrawler(cfg, ports, client), nil
}

func newCrawler(cfg Config, ports Ports, get getter) *Crawler {
	return &Crawler{
		cfg: cfg, ports: ports, get: get,
		gate:  newGate(cfg, ports.Cache, get),
		sites: newRegistry(ports.Sites),
		admit: newAdmission(cfg, ports),
		waits: waits{log: ports.Log},
		wake:  make(chan struct{}, 1), asking: make(chan struct{}, 1),
	}
}

// Seed registers the site that rawURL belongs to, unless it is registered, and
// puts the URL into the frontier as one of its seeds; one that was given up is
// tried again. It gives the site's token. It may be repeated.
func (c *Crawler) Seed(ctx context.Context, rawURL string) (token string, err error) {
	u, err := canon.URL(rawURL)
	if err != nil {
		return "", fmt.Errorf("seed: %w", err)
	}
	if token, err = c.ports.Namer.Of(u); err != nil {
		return "", fmt.Errorf("seed: %w", err)
	}
	s, err := c.ports.Sites.Site(ctx, token)
	if err != nil {
		return "", fmt.Errorf("seed %s: %w", u, err)
	}
	if s == nil {
		s = &pb.Site{Token: token, AddedAt: timestamppb.Now()}
	}
	if !slices.Contains(s.Seeds, u) {
		s.Seeds = append(s.Seeds, u)
		if err := c.ports.Sites.PutSite(ctx, s); err != nil {
			return "", fmt.Errorf("seed %s: %w", u, err)
		}
	}
	known, err := c.ports.Frontier.Lookup(ctx, u)
	if err == nil && known.GetKind() == pb.TaskKind_TASK_KIND_SEED && known.State == pb.TaskState_TASK_STATE_QUARANTINED {
		err = c.admit.wake(ctx, known, time.Now())
	}
	if err != nil {
		return "", fmt.Errorf("seed %s: %w", u, err)
	}
	return token, c.putSeeds(ctx, s)
}

// GivenUp says why a seed, or what it redirects to, was given up; "" when it was
// not.
func (c *Crawler) GivenUp(ctx context.Context, rawURL string) (why string, err error) {
	at, err := canon.URL(rawURL)
	if err != nil {
		return "", fmt.Errorf("given up: %w", err)
	}
	led := ""
	for range maxHops + 1 {
		t, err := c.ports.Frontier.Lookup(ctx, at)
		if err != nil {
			return "", fmt.Errorf("looking up %s: %w", at, err)
		}
		if t.GetState() == pb.TaskState_TASK_STATE_QUARANTINED {
			return led + t.GetReason(), nil
		}
		next, redirected := strings.CutPrefix(t.GetReason(), redirectsTo)
		if !redirected {
			break
		}
		at, led = next, t.GetReason()+": "
	}
	return "", nil
}

// putSeeds puts a site's seeds into the frontier, where they may be already, as
// seeds or as pages that a link led to: these become seeds.
func (c *Crawler) putSeeds(ctx context.Context, s *pb.Site) error {
	for _, seed := range s.Seeds {
		u, err := url.Parse(seed)
		if err != nil {
			return fmt.Errorf("seed %s: %w", seed, err)
		}
		task := newTask(u, seed, s.Token, pb.TaskKind_TASK_KIND_SEED, prioritySeed, 0)
		if _, err := c.admit.promote(ctx, task); err != nil {
			return fmt.Errorf("seed %s: %w", seed, err)
		}
		if _, err := c.ports.Frontier.Put(ctx, task); err != nil {
			return fmt.Errorf("seed %s: %w", seed, err)
		}
	}
	c.signal()
	return nil
}

// signal wakes Run, if it sleeps.
func (c *Crawler) signal() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}
