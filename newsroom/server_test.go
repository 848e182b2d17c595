package newsroom

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"sync"
	"testing"
)

func serve(t *testing.T, cfg Config) (*Newsroom, *Server) {
	t.Helper()
	n := open(t, cfg)
	s, err := n.Serve(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return n, s
}

func read(t *testing.T, c *http.Client, rawURL string) ([]byte, int, error) {
	t.Helper()
	resp, err := c.Get(rawURL)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	return body, resp.StatusCode, err
}

func TestServerServesManyAtOnce(t *testing.T) {
	n, s := serve(t, wide())
	client := s.Client()
	var wg sync.WaitGroup
	for i := range n.sites {
		wg.Go(func() {
			for a := range 6 {
				p, err := n.Page(i, a)
				if err != nil {
					t.Error(err)
					return
				}
				body, status, err := read(t, client, p.URL)
				if err != nil || status != 200 || string(body) != string(p.HTML) {
					t.Errorf("%s: status %d, %d bytes, %v", p.URL, status, len(body), err)
				}
				n.SetNow(n.Now())
			}
		})
	}
	wg.Wait()
	v := s.Visits()
	if v.Requests != 6*22 || len(v.Hosts) != 22 || v.Hosts["harbour-times.example"].Status[200] != 6 {
		t.Errorf("%d requests to %d hosts", v.Requests, len(v.Hosts))
	}
}

func TestServerAsProxy(t *testing.T) {
	n, s := serve(t, wide())
	proxy := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: s.Addr()})}}
	p, err := n.Page(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	if body, status, err := read(t, proxy, p.URL); err != nil || status != 200 || string(body) != string(p.HTML) {
		t.Errorf("through the proxy: status %d, %v", status, err)
	}
}

func TestBodiesBreakOff(t *testing.T) {
	cfg := wide()
	cfg.Faults = Faults{ErrorShare: 1, Attempts: 1}
	n, s := serve(t, cfg)
	client, cut := s.Client(), 0
	for a := range 12 {
		p, err := n.Page(0, a)
		if err != nil {
			t.Fatal(err)
		}
		body, status, err := read(t, client, p.URL)
		if status == 200 {
			cut++
			if !errors.Is(err, io.ErrUnexpectedEOF) || len(body) >= len(p.HTML) {
				t.Errorf("%s: %d bytes of %d, %v", p.URL, len(body), len(p.HTML), err)
			}
		}
	}
	if cut == 0 {
		t.Error("no body broke off")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if got := s.Visits().Hosts["harbour-times.example"].Status[0]; got != cut {
		t.Errorf("%d answers are counted as broken off, want %d", got, cut)
	}
}

func TestServerEndsWithItsContext(t *testing.T) {
	n := open(t, wide())
	ctx, cancel := context.WithCancel(t.Context())
	s, err := n.Serve(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.Serve(t.Context(), s.Addr()); err == nil {
		t.Error("two servers listen on one address")
	}
	cancel()
	if err := s.Close(); err != nil {
		t.Errorf("closing: %v", err)
	}
	if _, _, err := read(t, s.Client(), n.Sites()[0].Home); err == nil {
		t.Error("the server answers after its end")
	}
}
