package fetch_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
)

func client(t *testing.T, change func(*fetch.Config)) *fetch.Client {
	t.Helper()
	cfg := fetch.DefaultConfig()
	cfg.AllowPrivate = true
	if change != nil {
		change(&cfg)
	}
	c, err := fetch.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func TestGet(t *testing.T) {
	var asked http.Header
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = r.Header
		w.Header().Set("Content-Type", "text/html; charset=iso-8859-1")
		w.Header().Set("ETag", `"1"`)
		_, _ = w.Write([]byte("caf\xe9"))
	})
	c := client(t, func(cfg *fetch.Config) { cfg.UserAgent, cfg.Languages = "TestBot/1 (+x)", "sv" })
	resp, err := c.Get(t.Context(), fetch.Request{URL: at + "/x.xml.gz", ETag: `"0"`, LastModified: "then"})
	if err != nil {
		t.Fatal(err)
	}
	if resp.Status != 200 || string(resp.Body) != "caf\xe9" || resp.ContentType != "text/html; charset=iso-8859-1" || resp.Header.Get("ETag") != `"1"` {
		t.Errorf("Get = %+v: the body must come as it was sent", resp)
	}
	for key, want := range map[string]string{"User-Agent": "TestBot/1 (+x)", "Accept-Language": "sv",
		"If-None-Match": `"0"`, "If-Modified-Since": "then", "Accept-Encoding": "gzip, deflate, zstd"} {
		if got := asked.Get(key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}

func TestStatusesAreAnswers(t *testing.T) {
	var hits atomic.Int32
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		switch r.URL.Path {
		case "/moved":
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		case "/same":
			w.WriteHeader(http.StatusNotModified)
		default:
			http.Error(w, "no", http.StatusTeapot)
		}
	})
	c := client(t, nil)
	for path, want := range map[string]int{"/moved": 302, "/same": 304, "/other": 418} {
		resp, err := c.Get(t.Context(), fetch.Request{URL: at + path})
		if err != nil || resp.Status != want || len(resp.Body) != 0 {
			t.Errorf("%s: %+v, %v; want status %d without a body", path, resp, err, want)
		}
	}
	if hits.Load() != 3 {
		t.Errorf("%d requests, want 3: a redirect must not be followed", hits.Load())
	}
}

func TestGuardRefusesLoopback(t *testing.T) {
	var hits atomic.Int32
	at := serve(t, func(http.ResponseWriter, *http.Request) { hits.Add(1) })
	c := client(t, func(cfg *fetch.Config) { cfg.AllowPrivate = false })
	port := at[strings.LastIndexByte(at, ':'):]
	for _, u := range []string{at, "http://localhost" + port, "http://[::1]" + port, "http://[::ffff:127.0.0.1]" + port,
		"http://0x7f.1" + port, "http://2130706433" + port, "http://169.254.169.254/latest/meta-data", "http://0.0.0.0" + port} {
		if _, err := c.Get(t.Context(), fetch.Request{URL: u}); !errors.Is(err, fetch.ErrAddress) {
			t.Errorf("%s: %v, want ErrAddress", u, err)
		}
	}
	if hits.Load() != 0 {
		t.Errorf("%d requests came through", hits.Load())
	}
}

func TestResolveKeepsHost(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(r.Host)) })
	c := client(t, func(cfg *fetch.Config) {
		cfg.AllowPrivate = false
		cfg.Resolve = map[string]string{"*.news.test": strings.TrimPrefix(at, "http://")}
	})
	resp, err := c.Get(t.Context(), fetch.Request{URL: "http://a.news.test/"})
	if err != nil || string(resp.Body) != "a.news.test" {
		t.Fatalf("Get = %+v, %v", resp, err)
	}
}

func TestCaps(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/announced" {
			w.Header().Set("Content-Length", "4096")
		}
		for range 4 {
			_, _ = w.Write(make([]byte, 1024))
			w.(http.Flusher).Flush()
		}
	})
	for _, path := range []string{"/announced", "/streamed"} {
		small := client(t, func(cfg *fetch.Config) { cfg.MaxBody = 4095 })
		if _, err := small.Get(t.Context(), fetch.Request{URL: at + path}); !errors.Is(err, fetch.ErrTooLarge) {
			t.Errorf("%s: %v, want ErrTooLarge", path, err)
		}
		exact := client(t, func(cfg *fetch.Config) { cfg.MaxBody = 4096 })
		if resp, err := exact.Get(t.Context(), fetch.Request{URL: at + path}); err != nil || len(resp.Body) != 4096 {
			t.Errorf("%s at the cap: %v", path, err)
		}
	}
}

func TestSlowServers(t *testing.T) {
	release := make(chan struct{})
	started := make(chan struct{}, 8)
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			_, _ = w.Write([]byte("a"))
			w.(http.Flusher).Flush()
		}
		started <- struct{}{}
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	defer close(release)
	c := client(t, func(cfg *fetch.Config) {
		cfg.Header, cfg.Total = 50*time.Millisecond, 100*time.Millisecond
	})
	for _, path := range []string{"/header", "/body"} {
		if resp, err := c.Get(t.Context(), fetch.Request{URL: at + path}); err == nil {
			t.Errorf("%s: %+v, want a timeout", path, resp)
		}
	}
	patient := client(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	<-started
	<-started // of the two above
	go func() { <-started; cancel() }()
	if _, err := patient.Get(ctx, fetch.Request{URL: at + "/body"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestBrokenConnectionIsNotRepeated(t *testing.T) {
	var broken, good atomic.Int32
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/good" {
			good.Add(1)
			return
		}
		broken.Add(1)
		panic(http.ErrAbortHandler) // the server hangs up without a word
	})
	c := client(t, nil)
	for range 3 { // each time on the connection that the good answer has left open
		if _, err := c.Get(t.Context(), fetch.Request{URL: at + "/good"}); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Get(t.Context(), fetch.Request{URL: at + "/broken"}); err == nil {
			t.Error("no error from a connection that broke off")
		}
	}
	if broken.Load() != 3 || good.Load() != 3 {
		t.Errorf("3 requests were sent %d times, 3 good ones %d times", broken.Load(), good.Load())
	}
}

func TestConfigErrors(t *testing.T) {
	for name, change := range map[string]func(*fetch.Config){
		"user agent": func(c *fetch.Config) { c.UserAgent = "a\nb" },
		"timeouts":   func(c *fetch.Config) { c.Header = 0 },
		"caps":       func(c *fetch.Config) { c.MaxBody = 0 },
	} {
		cfg := fetch.DefaultConfig()
		change(&cfg)
		if _, err := fetch.New(cfg); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want an error of one line", name, err)
		}
	}
}
