package fetch_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/crawler/fetch"
)

// TestProxy: everything goes through the proxy, itself not public, but what has
// an address of its own; what the guard can see of where it leads is refused.
func TestProxy(t *testing.T) {
	var asked []string
	proxy := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.Host+" "+r.Header.Get("Proxy-Authorization"))
		if r.Method == http.MethodConnect {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		_, _ = w.Write([]byte("by proxy: " + r.URL.String()))
	})
	direct := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("direct")) })
	c := client(t, func(cfg *fetch.Config) {
		cfg.AllowPrivate = false
		cfg.Proxy = strings.Replace(proxy, "http://", "http://me:secret@", 1)
		cfg.Resolve = map[string]string{"*.near.test": strings.TrimPrefix(direct, "http://")}
	})
	for url, want := range map[string]string{
		"http://news.test/a?b=c": "by proxy: http://news.test/a?b=c",
		"http://www.near.test/":  "direct",
	} {
		resp, err := c.Get(t.Context(), fetch.Request{URL: url})
		if err != nil || string(resp.Body) != want {
			t.Errorf("%s: %+v, %v, want %q", url, resp, err, want)
		}
	}
	if _, err := c.Get(t.Context(), fetch.Request{URL: "https://news.test/"}); err == nil || errors.Is(err, fetch.ErrAddress) || strings.Contains(err.Error(), "secret") {
		t.Errorf("a proxy that refuses: %v", err)
	}
	const authorised = " Basic bWU6c2VjcmV0"
	if got, want := strings.Join(asked, ", "), "GET news.test"+authorised+", CONNECT news.test:443"+authorised; got != want {
		t.Errorf("the proxy was asked %q, want %q", got, want)
	}
	asked = nil
	for _, host := range []string{"127.0.0.1", "localhost", "a.localhost", "[::1]", "0x7f.1", "2130706433", "127.1", "10.0.0.7:81",
		"169.254.169.254", "intranet", "printer.local", "metadata.google.internal", "intranet."} {
		for _, scheme := range []string{"http://", "https://"} {
			if _, err := c.Get(t.Context(), fetch.Request{URL: scheme + host + "/"}); !errors.Is(err, fetch.ErrAddress) {
				t.Errorf("%s: %v, want ErrAddress", scheme+host, err)
			}
		}
	}
	if len(asked) > 0 {
		t.Errorf("the proxy was asked %q", asked)
	}
	private := client(t, func(cfg *fetch.Config) { cfg.Proxy = proxy })
	if resp, err := private.Get(t.Context(), fetch.Request{URL: "http://intranet/"}); err != nil || resp.Status != http.StatusOK {
		t.Errorf("private addresses allowed: %+v, %v", resp, err)
	}
}

func TestProxyErrors(t *testing.T) {
	for _, proxy := range []string{"ftp://me:secret@proxy:21", "proxy:3128", "http://", "http://me:secret@pro xy:1"} {
		cfg := fetch.DefaultConfig()
		cfg.Proxy = proxy
		if _, err := fetch.New(cfg); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, want an error without the password", proxy, err)
		}
	}
}
