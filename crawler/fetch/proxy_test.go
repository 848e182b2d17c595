package fetch_test

import (
	"errors"
	"fmt"
	"io"
	"net"
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

// TestSOCKS: the proxy gets the name, not an address.
func TestSOCKS(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(r.Host)) })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	named := make(chan string, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		name, err := greetSOCKS(conn)
		named <- fmt.Sprint(name, err)
		server, err := net.Dial("tcp", strings.TrimPrefix(at, "http://"))
		if err != nil {
			return
		}
		defer server.Close()
		go func() { _, _ = io.Copy(server, conn) }()
		_, _ = io.Copy(conn, server)
	}()
	c := client(t, func(cfg *fetch.Config) { cfg.AllowPrivate, cfg.Proxy = false, "socks5://"+l.Addr().String() })
	resp, err := c.Get(t.Context(), fetch.Request{URL: "http://news.test/"})
	if err != nil || string(resp.Body) != "news.test" {
		t.Fatalf("Get = %+v, %v", resp, err)
	}
	if got := <-named; got != "news.test<nil>" {
		t.Errorf("the proxy was asked for %s", got)
	}
}

// greetSOCKS takes a request to connect to a name (RFC 1928, 3 to 6), and says
// that it is.
func greetSOCKS(conn net.Conn) (name string, err error) {
	buf := make([]byte, 256)
	read := func(n int) []byte {
		if err == nil {
			_, err = io.ReadFull(conn, buf[:n])
		}
		return buf[:n]
	}
	read(int(read(2)[1]))
	_, _ = conn.Write([]byte{5, 0})
	if kind := read(5); kind[3] != 3 {
		return "", fmt.Errorf("address of type %d", kind[3])
	}
	name = string(read(int(buf[4])))
	read(2)
	_, _ = conn.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	return name, err
}
