package crawler

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/winnow-news/winnow/proto"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	gproto "google.golang.org/protobuf/proto"
)

// memory is frontier, cache, registry and publisher in one, in memory, with
// the semantics that ports.go asks for.
type memory struct {
	mu       sync.Mutex
	tasks    map[string]*pb.CrawlTask
	leases   map[string]time.Time // by URL
	busy     map[string]string    // host -> URL that is leased
	turns    map[string]time.Time // host -> next turn
	values   map[string][]byte
	sites    map[string]*pb.Site
	stats    map[string]*pb.SiteStats
	pages    []*pb.Page
	failures map[string]int // method -> calls that still fail
	errs     map[string]error
}

func newMemory() *memory {
	return &memory{
		tasks: map[string]*pb.CrawlTask{}, leases: map[string]time.Time{}, busy: map[string]string{},
		turns: map[string]time.Time{}, values: map[string][]byte{}, sites: map[string]*pb.Site{},
		stats: map[string]*pb.SiteStats{}, failures: map[string]int{}, errs: map[string]error{},
	}
}

var errDown = errors.New("the port is down")

// enter locks m and gives the error that method is to fail with.
func (m *memory) enter(method string) (func(), error) {
	m.mu.Lock()
	if m.failures[method] > 0 {
		m.failures[method]--
		if err := m.errs[method]; err != nil {
			return m.mu.Unlock, err
		}
		return m.mu.Unlock, errDown
	}
	return m.mu.Unlock, nil
}

// tasksOf gives the URLs of one kind.
func (m *memory) tasksOf(kind pb.TaskKind) (urls []string) {
	for url, t := range m.tasks {
		if t.Kind == kind {
			urls = append(urls, url)
		}
	}
	return urls
}

func (m *memory) Put(_ context.Context, tasks ...*pb.CrawlTask) (added int, err error) {
	leave, err := m.enter("Put")
	defer leave()
	if err != nil {
		return 0, err
	}
	for _, t := range tasks {
		old := m.tasks[t.Url]
		switch {
		case old == nil:
			m.tasks[t.Url] = gproto.CloneOf(t)
			added++
		case old.State == pb.TaskState_TASK_STATE_WAITING:
			if t.Priority > old.Priority && t.Feed != nil {
				gproto.Merge(old, &pb.CrawlTask{Feed: t.Feed})
			}
			old.Priority = max(old.Priority, t.Priority)
			if t.Feed != nil && t.Due.AsTime().Before(old.Due.AsTime()) {
				old.Due = t.Due
			}
		}
	}
	return added, nil
}

func (m *memory) Renew(_ context.Context, tasks ...*pb.CrawlTask) (renewed int, err error) {
	leave, err := m.enter("Renew")
	defer leave()
	if err != nil {
		return 0, err
	}
	for _, t := range tasks {
		old := m.tasks[t.Url]
		if old != nil && old.State == pb.TaskState_TASK_STATE_DONE && old.Due.AsTime().Before(t.GetFeed().GetModified().AsTime()) {
			old.State, old.Due = pb.TaskState_TASK_STATE_WAITING, t.Feed.Modified
			renewed++
		}
	}
	return renewed, nil
}

func (m *memory) Next(_ context.Context, now time.Time, lease time.Duration) (*pb.CrawlTask, time.Time, error) {
	leave, err := m.enter("Next")
	defer leave()
	if err != nil {
		return nil, time.Time{}, err
	}
	var best *pb.CrawlTask
	again := now.Add(time.Minute)
	for _, u := range slices.Sorted(maps.Keys(m.tasks)) {
		t := m.tasks[u]
		if t.State != pb.TaskState_TASK_STATE_WAITING {
			continue
		}
		ready := t.Due.AsTime()
		if turn := m.turns[t.Host]; turn.After(ready) {
			ready = turn
		}
		if by := m.busy[t.Host]; by != "" && m.leases[by].After(ready) {
			ready = m.leases[by]
		}
		if ready.After(now) {
			again = earlier(again, ready)
		} else if best == nil || t.Priority > best.Priority {
			best = t
		}
	}
	if best == nil {
		return nil, again, nil
	}
	m.leases[best.Url], m.busy[best.Host] = now.Add(lease), best.Url
	return gproto.CloneOf(best), time.Time{}, nil
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func (m *memory) Finish(_ context.Context, t *pb.CrawlTask, hostNext time.Time) error {
	leave, err := m.enter("Finish")
	defer leave()
	if err != nil {
		return err
	}
	if m.busy[t.Host] == t.Url {
		delete(m.busy, t.Host)
	}
	delete(m.leases, t.Url)
	if hostNext.After(m.turns[t.Host]) {
		m.turns[t.Host] = hostNext
	}
	if m.sites[t.Site] != nil {
		m.tasks[t.Url] = gproto.CloneOf(t)
	}
	return nil
}

func (m *memory) Block(_ context.Context, host string, until time.Time) error {
	leave, err := m.enter("Block")
	defer leave()
	if err == nil && until.After(m.turns[host]) {
		m.turns[host] = until
	}
	return err
}

func (m *memory) Lookup(_ context.Context, u string) (*pb.CrawlTask, error) {
	leave, err := m.enter("Lookup")
	defer leave()
	if m.tasks[u] == nil {
		return nil, err
	}
	return gproto.CloneOf(m.tasks[u]), err
}

func (m *memory) Stats(_ context.Context, token string) (s proto.FrontierStats, err error) {
	leave, err := m.enter("Stats")
	defer leave()
	now := time.Now()
	for _, t := range m.tasks {
		switch {
		case token != "" && t.Site != token:
		case m.leases[t.Url].After(now):
			s.Leased++
		case t.State == pb.TaskState_TASK_STATE_DONE:
			s.Done++
		case t.State == pb.TaskState_TASK_STATE_QUARANTINED:
			s.Quarantined++
		default:
			s.Waiting++
			if !t.Due.AsTime().After(now) {
				s.Due++
			}
		}
	}
	return s, err
}

func (m *memory) CacheGet(_ context.Context, key string) ([]byte, bool, error) {
	leave, err := m.enter("CacheGet")
	defer leave()
	v, ok := m.values[key]
	return v, ok && err == nil, err
}

func (m *memory) CachePut(_ context.Context, key string, value []byte, _ time.Duration) error {
	leave, err := m.enter("CachePut")
	defer leave()
	if err == nil {
		m.values[key] = value
	}
	return err
}

func (m *memory) Sites(context.Context) ([]*pb.Site, error) {
	leave, err := m.enter("Sites")
	defer leave()
	return slices.Collect(maps.Values(m.sites)), err
}

func (m *memory) Site(_ context.Context, token string) (*pb.Site, error) {
	leave, err := m.enter("Site")
	defer leave()
	if m.sites[token] == nil {
		return nil, err
	}
	return gproto.CloneOf(m.sites[token]), err
}

func (m *memory) PutSite(_ context.Context, s *pb.Site) error {
	leave, err := m.enter("PutSite")
	defer leave()
	if err == nil {
		m.sites[s.Token] = gproto.CloneOf(s)
	}
	return err
}

func (m *memory) CountSite(_ context.Context, token string, delta *pb.SiteStats) error {
	leave, err := m.enter("CountSite")
	defer leave()
	s := m.stats[token]
	if s == nil {
		s = &pb.SiteStats{}
		m.stats[token] = s
	}
	s.Fetched += delta.Fetched
	s.Failed += delta.Failed
	return err
}

func (m *memory) PublishPage(_ context.Context, p *pb.Page) error {
	leave, err := m.enter("PublishPage")
	defer leave()
	if err == nil {
		m.pages = append(m.pages, p)
	}
	return err
}

// published gives the paths of the pages that were published, sorted.
func (m *memory) published() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []string
	for _, p := range m.pages {
		out = append(out, p.Url)
	}
	slices.Sort(out)
	return out
}

func (m *memory) task(t *testing.T, u string) *pb.CrawlTask {
	t.Helper()
	task, err := m.Lookup(t.Context(), u)
	if err != nil || task == nil {
		t.Fatalf("no task for %s: %v", u, err)
	}
	return task
}

// once is the configuration of a crawl that comes to an end.
func once() Config {
	cfg := DefaultConfig()
	cfg.Continuous, cfg.Workers = false, 4
	return cfg
}

func build(t *testing.T, cfg Config, m *memory, w *web) *Crawler {
	t.Helper()
	if err := cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	c, err := New(cfg, Ports{Frontier: m, Cache: m, Sites: m, Publisher: m})
	if err != nil {
		t.Fatal(err)
	}
	return newCrawler(cfg, c.ports, w)
}

// crawl runs c until it is idle, for at most limit of the bubble's time.
func crawl(t *testing.T, c *Crawler, limit time.Duration) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- c.Run(ctx) }()
	for end := time.Now().Add(limit); ; time.Sleep(time.Second) {
		idle, err := c.Idle(ctx)
		if err != nil && !errors.Is(err, errDown) { // who fails is asked again
			t.Error(err)
		}
		if idle || time.Now().After(end) {
			break
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("Run: %v", err)
	}
}

// run runs c for d of the bubble's time.
func run(t *testing.T, c *Crawler, d time.Duration) {
	t.Helper()
	ctx, cancel := contextFor(t, d)
	defer cancel()
	if err := c.Run(ctx); err != nil {
		t.Fatal(err)
	}
}

func links(paths ...string) string {
	var b strings.Builder
	b.WriteString("<html><body>")
	for _, p := range paths {
		fmt.Fprintf(&b, "<a href=%q>x</a>", p)
	}
	return b.String()
}

func contextFor(t *testing.T, d time.Duration) (context.Context, context.CancelFunc) {
	t.Helper()
	return context.WithTimeout(t.Context(), d)
}
