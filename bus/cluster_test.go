package bus_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// startCluster runs n servers that keep JetStream together.
func startCluster(t *testing.T, n int) []*server.Server {
	t.Helper()
	routes := make([]*url.URL, n)
	for i := range routes {
		routes[i] = &url.URL{Scheme: "nats", Host: freeAddress(t)}
	}
	servers := make([]*server.Server, n)
	for i := range servers {
		host, port, err := net.SplitHostPort(routes[i].Host)
		if err != nil {
			t.Fatal(err)
		}
		o := &server.Options{
			ServerName: fmt.Sprintf("n%d", i), Host: "127.0.0.1", Port: server.RANDOM_PORT,
			JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true, Routes: routes,
		}
		o.Cluster.Name, o.Cluster.Host = "test", host
		if _, err := fmt.Sscan(port, &o.Cluster.Port); err != nil {
			t.Fatal(err)
		}
		if servers[i], err = server.NewServer(o); err != nil {
			t.Fatal(err)
		}
		go servers[i].Start()
		t.Cleanup(func() {
			servers[i].Shutdown()
			servers[i].WaitForShutdown()
		})
	}
	for _, s := range servers {
		if !s.ReadyForConnections(30 * time.Second) {
			t.Fatalf("%s is not ready", s.Name())
		}
	}
	return servers
}

// freeAddress gives an address that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// connectCluster gives a bus on the servers with the topology in three replicas.
func connectCluster(t *testing.T, servers []*server.Server, change ...func(*bus.Config)) *bus.Bus {
	t.Helper()
	var urls []string
	for _, s := range servers {
		urls = append(urls, s.ClientURL())
	}
	cfg := bus.DefaultConfig()
	cfg.URL, cfg.Replicas, cfg.ConnectWait = strings.Join(urls, ","), 3, 20*time.Second
	cfg.QueueMaxBytes, cfg.PublishTimeout, cfg.AckWait = 64<<20, time.Second, 2*time.Second
	for _, c := range change {
		c(&cfg)
	}
	b, err := bus.Connect(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	eventually(t, "the topology with three replicas", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		return b.Apply(ctx) == nil // the cluster elects its leader first
	})
	return b
}

// TestClusterLosesAServer: with three replicas, what was published before and
// while the server that leads the queue goes down is processed, every page of
// it, and what was stored can be read.
func TestClusterLosesAServer(t *testing.T) {
	t.Parallel()
	servers := startCluster(t, 3)
	b := connectCluster(t, servers)
	if lines, err := b.Diff(t.Context()); err != nil || len(lines) > 0 {
		t.Fatalf("diff = %v, %v", lines, err)
	}
	if _, err := b.PutSegmented(t.Context(), &pb.SegmentedPage{Site: "a_example", PageId: "kept", Url: "https://a.example/"}); err != nil {
		t.Fatal(err)
	}

	const pages, before = 60, 20
	var mu sync.Mutex
	seen := map[string]bool{}
	run(t, b, stream.SegmentConsumer, bus.Each(func(_ context.Context, m bus.Message) error {
		mu.Lock()
		defer mu.Unlock()
		seen[m.ID] = true
		return nil
	}), quick(stream.StageSegment))
	for i := range pages {
		if i == before {
			leader := leaderOf(servers, stream.Pages)
			leader.Shutdown()
			leader.WaitForShutdown()
		}
		mustPublish(t, b, page("a_example", fmt.Sprintf("p%d", i), nil))
	}
	within(t, time.Minute, "drained", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		done, err := b.Drained(ctx) // an error while the others elect a leader
		return err == nil && done
	})
	mu.Lock()
	defer mu.Unlock()
	if len(seen) != pages {
		t.Errorf("%d of %d pages came through", len(seen), pages)
	}
	if p, err := b.Segmented(t.Context(), "a_example", "kept"); err != nil || p.GetPageId() != "kept" {
		t.Errorf("the stored page = %v, %v", p, err)
	}
}

// TestClusterLags: what was stored is there at once, whichever replica is asked,
// or cannot be read for a moment; it is not said to be missing.
func TestClusterLags(t *testing.T) {
	t.Parallel()
	b := connectCluster(t, startCluster(t, 3), func(c *bus.Config) { c.InlineLimit = 4 << 10 })
	large := strings.ToValidUTF8(string(noise(8<<10)), "?")
	end := time.Now().Add(8 * time.Second) // replicas begin to answer some seconds after they were made
	var wg sync.WaitGroup
	for w := range 6 {
		wg.Go(func() {
			for i := 0; time.Now().Before(end); i++ {
				page := &pb.SegmentedPage{Site: "a_example", PageId: fmt.Sprintf("p%d-%d", w, i)}
				if w == 0 {
					page.Url = large // in an object
				}
				if _, err := b.PutSegmented(t.Context(), page); err != nil {
					t.Error(err)
				}
				if _, err := b.Segmented(t.Context(), "a_example", page.PageId); errors.Is(err, fs.ErrNotExist) {
					t.Errorf("page %s has just been stored: %v", page.PageId, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// leaderOf gives the server that leads a stream; the first one when none does.
func leaderOf(servers []*server.Server, name string) *server.Server {
	for _, s := range servers {
		if s.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, name) {
			return s
		}
	}
	return servers[0]
}
