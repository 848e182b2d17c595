package crawler

import (
	"compress/gzip"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
	"github.com/winnow-news/winnow/proto/canon"
)

// server serves several hosts on one loopback address, as simulated sites do.
func server(t *testing.T) (addr string, hits *atomic.Int32) {
	t.Helper()
	hits = new(atomic.Int32)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		switch r.Host + r.URL.Path {
		case "a.sim.test/":
			fmt.Fprint(w, `<!doctype html>`+links("/latin", "/moved", "http://b.sim.test/", "/file.bin", "/bomb"))
		case "a.sim.test/latin":
			w.Header().Set("Content-Type", "text/html; charset=iso-8859-1")
			fmt.Fprint(w, "<p>sm\xf6rg\xe5s")
		case "a.sim.test/moved":
			http.Redirect(w, r, "/there", http.StatusMovedPermanently)
		case "a.sim.test/there":
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			fmt.Fprint(z, "<p>zipped")
			_ = z.Close()
		case "a.sim.test/bomb":
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			_, _ = z.Write(make([]byte, 4<<20))
			_ = z.Close()
		case "a.sim.test/sitemap.xml":
			w.Header().Set("Content-Type", "application/x-gzip")
			z := gzip.NewWriter(w)
			fmt.Fprint(z, "<urlset><url><loc>http://a.sim.test/mapped</loc></url></urlset>")
			_ = z.Close()
		case "a.sim.test/mapped":
			fmt.Fprint(w, "<html><p>mapped")
		case "b.sim.test/":
			fmt.Fprint(w, "<html><p>b")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://"), hits
}

func simulated(addr string) Config {
	cfg := once()
	cfg.Delay, cfg.Poll, cfg.RetryMin = time.Millisecond, 10*time.Millisecond, 10*time.Millisecond
	cfg.MaxBody = 1 << 20
	cfg.Resolve = map[string]string{"*.sim.test": addr}
	return cfg
}

func TestCrawlOverHTTP(t *testing.T) {
	addr, _ := server(t)
	m := newMemory()
	c, err := New(simulated(addr), Ports{Frontier: m, Cache: m, Sites: m, Publisher: m})
	if err != nil {
		t.Fatal(err)
	}
	seed(t, c, "http://a.sim.test/", "http://b.sim.test/")
	crawl(t, c, 30*time.Second)
	want := []string{"http://a.sim.test/", "http://a.sim.test/latin", "http://a.sim.test/mapped", "http://a.sim.test/there", "http://b.sim.test/"}
	if got := m.published(); !slices.Equal(got, want) {
		t.Errorf("published %q\nwant      %q", got, want)
	}
	for _, p := range m.pages {
		if strings.HasSuffix(p.Url, "/latin") && (string(p.Body) != "<p>smörgås" || p.Charset != "windows-1252") {
			t.Errorf("%s: %q in %s", p.Url, p.Body, p.Charset)
		}
	}
	if task := m.task(t, "http://a.sim.test/bomb"); task.State != quarantined || !strings.Contains(task.Reason, "too large") {
		t.Errorf("bomb: %v", task)
	}
}

func TestFetchOne(t *testing.T) {
	addr, hits := server(t)
	cfg := simulated(addr)
	page, err := FetchOne(t.Context(), cfg, "http://a.sim.test/moved")
	if err != nil || page.Url != "http://a.sim.test/there" || string(page.Body) != "<p>zipped" || page.Site != "sim_test" || page.PageId == "" {
		t.Errorf("FetchOne = %v, %v", page, err)
	}
	for u, want := range map[string]error{
		"http://a.sim.test/none": ErrNoPage, "http://a.sim.test/bomb": fetch.ErrTooLarge,
		"http://a.sim.test/sitemap.xml": ErrNoPage, "nonsense": canon.ErrURL,
	} {
		if _, err := FetchOne(t.Context(), cfg, u); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", u, err, want)
		}
	}
	cfg.Resolve = nil
	before := hits.Load()
	if _, err := FetchOne(t.Context(), cfg, "http://"+addr+"/"); !errors.Is(err, fetch.ErrAddress) || hits.Load() != before {
		t.Errorf("loopback: %v, %d requests", err, hits.Load()-before)
	}
}
