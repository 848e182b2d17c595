package e2e

import (
	"context"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store/redistest"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// ackWait is the silence after which the message of a killed worker is given
// to another: short, because tests kill.
const ackWait = 2 * time.Second

// window holds every page of a site of the newsroom.
const window = "comparer.window=1000"

// fleet is a NATS server, a Redis and workers, each a process of its own.
type fleet struct {
	tb    testing.TB
	redis *redistest.Server
	nats  *process
	dir   string // of the NATS server
	port  string
	bus   *bus.Bus // the test's own connection
	set   []string // settings of the workers, key=value
}

// startFleet starts the servers, with streams and without workers.
func startFleet(tb testing.TB, set ...string) *fleet {
	tb.Helper()
	return startFleetWith(tb, ackWait, set...)
}

func startFleetWith(tb testing.TB, ackWait time.Duration, set ...string) *fleet {
	tb.Helper()
	if testing.Short() {
		tb.Skip("starts servers and processes")
	}
	redistest.Require(tb)
	f := &fleet{tb: tb, dir: tb.TempDir(), port: freePort(tb), set: append([]string{window}, set...)}
	f.redis = redistest.Start(tb)
	f.startNATS()
	cfg := bus.DefaultConfig()
	cfg.URL, cfg.AckWait, cfg.QueueMaxBytes = f.natsURL(), ackWait, 256<<20
	var err error
	if f.bus, err = bus.Connect(tb.Context(), cfg); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(f.bus.Close)
	if err := f.bus.Apply(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return f
}

func freePort(tb testing.TB) string {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

func (f *fleet) natsURL() string { return "nats://127.0.0.1:" + f.port }

// startNATS starts the server, or brings it back with what it had stored.
func (f *fleet) startNATS() {
	f.tb.Helper()
	f.nats = start(f.tb, roleNATS, f.dir, f.port)
	f.nats.says(&f.nats.out, "nats://", patience)
}

// flags are those that every command against this fleet takes.
func (f *fleet) flags() []string {
	flags := []string{"--nats", f.natsURL(), "--redis", f.redis.Addr, "--log-level", "warn"}
	for _, kv := range f.set {
		flags = append(flags, "--set", kv)
	}
	return flags
}

// worker starts a worker.
func (f *fleet) worker(stages ...string) *process {
	f.tb.Helper()
	return start(f.tb, roleWinnow, append(append([]string{"worker"}, stages...), f.flags()...)...)
}

// work starts n workers of each stage that follows the crawl.
func (f *fleet) work(n int) {
	f.tb.Helper()
	for _, stage := range pipeline.Stages()[1:] {
		for range n {
			f.worker(stage)
		}
	}
}

func (f *fleet) publish(pages []*pb.Page) {
	f.tb.Helper()
	for _, p := range pages {
		if err := f.bus.PublishPage(f.tb.Context(), p); err != nil {
			f.tb.Fatal(err)
		}
	}
}

// isDrained reports whether no page is under way. While a server is away
// nobody knows.
func (f *fleet) isDrained() bool {
	ctx, cancel := context.WithTimeout(f.tb.Context(), 5*time.Second)
	defer cancel()
	done, err := f.bus.Drained(ctx)
	return err == nil && done
}

// drain waits until all pages are through.
func (f *fleet) drain() {
	f.tb.Helper()
	await(f.tb, patience, "all pages are through", f.isDrained)
}

// awaitBacklog waits until at most so many pages have yet to be segmented.
func (f *fleet) awaitBacklog(pages int) {
	f.tb.Helper()
	await(f.tb, patience, "the workers are in the middle of it", func() bool {
		ctx, cancel := context.WithTimeout(f.tb.Context(), 5*time.Second)
		defer cancel()
		queues, err := f.bus.Pending(ctx)
		if err != nil {
			return false // the server is away
		}
		i := slices.IndexFunc(queues, func(q bus.QueueStatus) bool { return q.Stream == stream.Pages })
		return queues[i].Messages <= uint64(pages)
	})
}

// articles gives the published articles as they finally stand.
func (f *fleet) articles() map[string]*pb.Article {
	f.tb.Helper()
	return published(f.tb, f.bus)
}

// store opens the workers' store.
func (f *fleet) store() pipeline.Store {
	f.tb.Helper()
	cfg, err := config.Load("", nil, map[string]any{"redis.addrs": f.redis.Addr})
	if err != nil {
		f.tb.Fatal(err)
	}
	s, err := pipeline.OpenStore(f.tb.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		f.tb.Fatal(err)
	}
	f.tb.Cleanup(func() { _ = s.Close() })
	return s
}

// noDeadLetters fails the test when a page was given up.
func (f *fleet) noDeadLetters() {
	f.tb.Helper()
	letters, err := f.bus.DeadList(f.tb.Context(), bus.DeadFilter{}, 0)
	if err != nil {
		f.tb.Fatal(err)
	}
	for _, l := range letters {
		f.tb.Errorf("dead letter of %s, %s: %s", l.GetStage(), l.GetSite(), strings.TrimSpace(l.GetReason()))
	}
}
