package redis_test

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store/redis"
	"github.com/winnow-news/winnow/store/redistest"
)

func client(tb testing.TB, s *redistest.Server) *goredis.Client {
	c := goredis.NewClient(&goredis.Options{Addr: s.Addr})
	tb.Cleanup(func() { _ = c.Close() })
	return c
}

func incompressible(n int) []byte {
	b, x := make([]byte, n), uint64(88172645463325252)
	for i := range b {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		b[i] = byte(x)
	}
	return b
}

func TestOpenErrors(t *testing.T) {
	locked := redistest.Start(t, "--requirepass", "secret")
	web := httptest.NewServer(http.NotFoundHandler())
	defer web.Close()
	secure := httptest.NewTLSServer(nil) // for its certificate, which nobody trusts
	defer secure.Close()
	silent := listen(t)
	for _, tc := range []struct {
		name, addr, password, want string
		passes                     bool // by waiting
	}{
		{"absent", freeAddr(t), "", "; start it or pass --redis", true},
		{"no name", "no-such-host.invalid:6379", "", "cannot reach Redis at", true},
		{"silent", silent, "", "cannot reach Redis at", true},
		{"bad certificate", secure.Listener.Addr().String(), "", "SSL_CERT_FILE names a file of authorities to trust", false},
		{"a web server", web.Listener.Addr().String(), "", "is not a Redis server", false},
		{"no password", locked.Addr, "", "wants a password", false},
		{"wrong password", locked.Addr, "guess", "refuses the user name or password", false},
		{"right password", locked.Addr, "secret", "", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cfg := redis.DefaultConfig()
			cfg.Addrs, cfg.Password = []string{tc.addr}, tc.password
			switch tc.addr {
			case silent:
				cfg.Timeout = 300 * time.Millisecond
			case secure.Listener.Addr().String():
				cfg.TLS = &tls.Config{}
			}
			if !tc.passes {
				cfg.ConnectWait = time.Hour
			}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			s, err := redis.Open(ctx, cfg)
			if err == nil {
				_ = s.Close()
			}
			if (err == nil) != (tc.want == "") || ctx.Err() != nil {
				t.Fatalf("got %v, want %q at once", err, tc.want)
			}
			if err != nil && (!strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), tc.addr) ||
				strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "guess")) {
				t.Fatalf("got %q, want %q", err, tc.want)
			}
		})
	}
}

// TestOpenWaits: a server that comes up within the connect wait is found.
func TestOpenWaits(t *testing.T) {
	server := redistest.Start(t)
	server.Stop()
	cfg := config(server)
	if s, err := redis.Open(t.Context(), cfg); err == nil {
		_ = s.Close()
		t.Fatal("opened a server that is not there")
	}
	cfg.ConnectWait = 10 * time.Second
	opened := make(chan error)
	go func() {
		s, err := redis.Open(t.Context(), cfg)
		if err == nil {
			err = s.Close()
		}
		opened <- err
	}()
	turnAway(t, server.Addr, 5) // one ping tries four times
	server.Restart()
	if err := <-opened; err != nil {
		t.Error(err)
	}
}

// turnAway closes so many connections to addr, unanswered.
func turnAway(t *testing.T, addr string, connections int) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_ = l.(*net.TCPListener).SetDeadline(time.Now().Add(10 * time.Second))
	for range connections {
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		_ = c.Close()
	}
}

// listen gives the address of a server that takes connections and says nothing.
func listen(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().String()
}

func freeAddr(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func TestValidate(t *testing.T) {
	for name, change := range map[string]func(*redis.Config){
		"no address":        func(c *redis.Config) { c.Addrs = nil },
		"database on many":  func(c *redis.Config) { c.Addrs, c.DB = []string{"a:1", "b:1"}, 1 },
		"negative database": func(c *redis.Config) { c.DB = -1 },
		"braces":            func(c *redis.Config) { c.Prefix = "{x}" },
		"no ttl":            func(c *redis.Config) { c.TTL = 0 },
		"no poll":           func(c *redis.Config) { c.Poll = 0 },
		"no timeout":        func(c *redis.Config) { c.Timeout = 0 },
		"negative wait":     func(c *redis.Config) { c.ConnectWait = -1 },
	} {
		cfg := redis.DefaultConfig()
		change(&cfg)
		if err := cfg.Validate(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := redis.DefaultConfig().Validate(); err != nil {
		t.Errorf("default: %v", err)
	}
}

func TestWarnings(t *testing.T) {
	if w := open(t, config(redistest.Start(t))).Warnings(); len(w) != 0 {
		t.Errorf("warnings on a good server: %q", w)
	}
	bad := redistest.Start(t, "--maxmemory-policy", "allkeys-lru", "--appendonly", "no")
	w := strings.Join(open(t, config(bad)).Warnings(), "\n")
	if !strings.Contains(w, "allkeys-lru") || !strings.Contains(w, "appendonly") {
		t.Errorf("warnings: %q", w)
	}
	for name, tc := range map[string]struct {
		forbidden string
		want      int
	}{
		"CONFIG, as many providers do": {"CONFIG", 2},
		"INFO":                         {"INFO", 0},
	} {
		s := redistest.Start(t, "--rename-command", tc.forbidden, "", "--maxmemory-policy", "volatile-lru", "--appendonly", "no")
		if w := open(t, config(s)).Warnings(); len(w) != tc.want {
			t.Errorf("warnings where the provider forbids %s: %q, want %d", name, w, tc.want)
		}
	}
}

// TestClusterWarnings: one node that is not as the others is enough.
func TestClusterWarnings(t *testing.T) {
	c := redistest.StartCluster(t)
	client(t, c.Nodes[1]).ConfigSet(t.Context(), "maxmemory-policy", "allkeys-lru")
	cfg := redis.DefaultConfig()
	cfg.Addrs = c.Addrs()
	if w := open(t, cfg).Warnings(); len(w) != 1 || !strings.Contains(w[0], "allkeys-lru") {
		t.Errorf("warnings: %q", w)
	}
}

// TestClusterByOneAddress: a cluster is often found by one name.
func TestClusterByOneAddress(t *testing.T) {
	cfg := redis.DefaultConfig()
	cfg.Addrs = redistest.StartCluster(t).Addrs()[:1]
	s := open(t, cfg)
	for _, token := range []string{"a_org", "b_org", "c_org"} {
		if err := s.PutSite(t.Context(), &pb.Site{Token: token}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestClusterUser: a user of a cluster who may not ask for its nodes is told so,
// even where the cluster is known by one address; what a cluster is anybody sees.
func TestClusterUser(t *testing.T) {
	c := redistest.StartCluster(t)
	cfg := redis.DefaultConfig()
	cfg.Addrs, cfg.Username, cfg.Password, cfg.ConnectWait = c.Addrs()[:1], "news", "secret", time.Hour
	for _, tc := range []struct{ rights, want string }{
		{"-cluster", "'cluster|slots' command; grant it to the user"},
		{"-cluster|info", ""},
	} {
		for _, node := range c.Nodes {
			if err := client(t, node).Do(t.Context(), "ACL", "SETUSER", "news", "on", ">secret", "~*", "+@all", tc.rights).Err(); err != nil {
				t.Fatal(err)
			}
		}
		s, err := redis.Open(t.Context(), cfg)
		if err == nil {
			err = s.PutSite(t.Context(), &pb.Site{Token: "a_org"})
			_ = s.Close()
		}
		if (err == nil) != (tc.want == "") || err != nil && !strings.HasSuffix(err.Error(), tc.want) {
			t.Errorf("a user with %s: %v, want %q", tc.rights, err, tc.want)
		}
	}
}

// TestSentinel finds the master through a sentinel.
func TestSentinel(t *testing.T) {
	master := redistest.Start(t)
	sentinel := redistest.StartSentinel(t, "news", master)
	cfg := redis.DefaultConfig()
	cfg.Addrs, cfg.MasterName = []string{sentinel.Addr}, "news"
	s := open(t, cfg)
	if err := s.PutSite(t.Context(), &pb.Site{Token: "a_org"}); err != nil {
		t.Fatal(err)
	}
	if n := client(t, master).HLen(t.Context(), cfg.Prefix+"sites").Val(); n != 1 {
		t.Errorf("the master holds %d sites", n)
	}
}

// TestSentinelPassword: sentinels have users of their own.
func TestSentinelPassword(t *testing.T) {
	sentinel := redistest.StartSentinel(t, "news", redistest.Start(t, "--requirepass", "master's"))
	if err := client(t, sentinel).Do(t.Context(), "ACL", "SETUSER", "default", ">sentinel's").Err(); err != nil {
		t.Fatal(err)
	}
	cfg := redis.DefaultConfig()
	cfg.Addrs, cfg.MasterName, cfg.Password = []string{sentinel.Addr, freeAddr(t)}, "news", "master's"
	for _, tc := range []struct{ master, password, want string }{
		{"news", "", "NOAUTH"},
		{"news", "another", "WRONGPASS"},
		{"olds", "sentinel's", "they know none of this name"},
		{"news", "sentinel's", ""},
	} {
		cfg.MasterName, cfg.SentinelPassword = tc.master, tc.password
		s, err := redis.Open(t.Context(), cfg)
		if err == nil {
			_ = s.Close()
		}
		if (err == nil) != (tc.want == "") || err != nil && (!strings.HasPrefix(err.Error(), "the sentinels at ") ||
			!strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("master %q, password %q: %v, want one line with %q", tc.master, tc.password, err, tc.want)
		}
	}
}

// TestEverythingExpires writes through every port: only the registry and the
// marks of paused sites have no end.
func TestEverythingExpires(t *testing.T) {
	server := redistest.Start(t)
	cfg, now := config(server), time.Now()
	cfg.Now = func() time.Time { return now }
	s := open(t, cfg)
	ctx := t.Context()
	var tasks []*pb.CrawlTask
	for _, host := range []string{"a.org", "b.org", "c.org"} {
		tasks = append(tasks, &pb.CrawlTask{Url: "https://" + host + "/", Host: host, Site: "a_org"})
	}
	_, err := s.Put(ctx, tasks...)
	_, aerr := s.Append(ctx, "a_org", journal.Head{}, 5, []journal.Entry{{PageID: "p"}})
	leased, _, nerr := s.Next(ctx, now, time.Minute)
	_, _, nerr2 := s.Next(ctx, now, time.Minute)
	if err := errors.Join(err, aerr, nerr, nerr2,
		s.Finish(ctx, leased, now.Add(time.Hour)),
		s.Block(ctx, "x.org", now.Add(time.Hour)),
		s.PutSite(ctx, &pb.Site{Token: "a_org", Paused: true}),
		s.CountSite(ctx, "a_org", &pb.SiteStats{Fetched: 1}),
		s.SetPublication(ctx, "a_org", 0, &pb.Publication{ArticleId: "a", Revision: 3}),
		s.CachePut(ctx, "robots", []byte("x"), time.Hour)); err != nil {
		t.Fatal(err)
	}
	// Lost leases and a resumed site make their keys anew.
	_, _, err = s.Next(ctx, now.Add(2*time.Minute), time.Minute)
	if err := errors.Join(err, s.PutSite(ctx, &pb.Site{Token: "a_org"})); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Next(ctx, now.Add(2*time.Minute), time.Minute); err != nil {
		t.Fatal(err)
	}
	c := client(t, server)
	keys := c.Keys(ctx, "*").Val()
	var endless []string
	for _, key := range keys {
		if c.PTTL(ctx, key).Val() < 0 && !strings.HasSuffix(key, "}:paused") {
			endless = append(endless, key)
		}
	}
	if !slices.Equal(endless, []string{"winnowsites"}) || len(keys) < 20 {
		t.Errorf("of %d keys these have no end: %q", len(keys), endless)
	}
}
