package newsroom

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// get asks a handler for a URL; the status is 0 when the answer broke off.
func get(h http.Handler, rawURL string, header ...string) (w *httptest.ResponseRecorder, status int) {
	r := httptest.NewRequest(http.MethodGet, rawURL, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w = httptest.NewRecorder()
	status = -1
	func() {
		defer func() {
			if e := recover(); e != nil {
				if e != http.ErrAbortHandler {
					panic(e)
				}
				status = 0
			}
		}()
		h.ServeHTTP(w, r)
	}()
	if status < 0 {
		status = w.Code
	}
	return w, status
}

func TestHandlerServesThePage(t *testing.T) {
	n := open(t, wide())
	h := n.Handler()
	for i, s := range n.sites {
		p, err := n.Page(i, 9)
		if err != nil {
			t.Fatal(err)
		}
		w, status := get(h, p.URL)
		if status != 200 || w.Body.String() != string(p.HTML) || w.Header().Get("Content-Type") != p.ContentType {
			t.Errorf("%s: status %d, %d bytes of %d", p.URL, status, w.Body.Len(), len(p.HTML))
		}
		etag := w.Header().Get("ETag")
		if _, status := get(h, p.URL, "If-None-Match", etag); etag == "" || status != http.StatusNotModified {
			t.Errorf("%s: status %d with its own validator %s", p.URL, status, etag)
		}
		if w.Header().Get("Last-Modified") == "" {
			t.Errorf("%s: not dated", p.URL)
		}
		w, _ = get(h, p.URL, "Accept-Encoding", "gzip")
		if packed := w.Header().Get("Content-Encoding") == "gzip"; packed != (s.index%3 != 2) {
			t.Errorf("%s: packed %t", p.URL, packed)
		} else if packed && string(unpack(t, w.Body.Bytes())) != string(p.HTML) {
			t.Errorf("%s: unpacks to something else", p.URL)
		}
	}
}

func TestHandlerAnswersTheRest(t *testing.T) {
	n := open(t, wide())
	h := n.Handler()
	home := n.Sites()[0].Home
	p, err := n.Page(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if w, status := get(h, home+"go/100001"); status != http.StatusMovedPermanently || w.Header().Get("Location") != p.URL {
		t.Errorf("short link: status %d to %q", status, w.Header().Get("Location"))
	}
	if w, status := get(h, "http://nobody.example/"); status != 404 || strings.Count(w.Body.String(), "http://") != 22 {
		t.Errorf("unknown host: status %d, %q", status, w.Body)
	}
	if _, status := get(h, home+"nothing"); status != 404 {
		t.Errorf("unknown path: status %d", status)
	}
	if w, status := get(h, home+"img/x.gif"); status != 200 || w.Header().Get("Content-Type") != "image/gif" {
		t.Errorf("picture: status %d", status)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, home, nil))
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", w.Code)
	}
	w = httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodHead, p.URL, nil))
	if w.Code != 200 || w.Body.Len() != 0 {
		t.Errorf("HEAD: status %d, %d bytes", w.Code, w.Body.Len())
	}
}

func TestLostPages(t *testing.T) {
	n := open(t, wide())
	h := n.Handler()
	for _, s := range n.sites {
		for k, want := range map[kind]int{missing: 404, vanished: 200, gallery: 200, live: 200} {
			b, _ := s.brief(item{k, 0})
			w, status := get(h, s.url(s.path(b)))
			if status != want {
				t.Errorf("%s: status %d, want %d", s.url(s.path(b)), status, want)
			}
			if soft := k == vanished && s.charset.name == "utf-8" && s.lang.Code == "en"; soft && !strings.Contains(w.Body.String(), "Page not found") {
				t.Errorf("%s does not say that it is gone", s.url(s.path(b)))
			}
		}
	}
}

func faulty() Config {
	cfg := wide()
	cfg.Faults = Faults{ErrorShare: 0.3, TimeoutShare: 0.1, SlowShare: 0.1, Attempts: 2, Hang: 30 * time.Second, Slow: time.Second}
	return cfg
}

func TestFaultsAreDeterministicAndPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := open(t, faulty())
		first, second := n.Handler(), n.Handler()
		fates := map[int]int{}
		for i := range n.sites {
			for a := range 10 {
				p, err := n.Page(i, a)
				if err != nil {
					t.Fatal(err)
				}
				var one, two []int
				for range 3 {
					_, status := get(first, p.URL)
					one = append(one, status)
				}
				for range 3 {
					_, status := get(second, p.URL)
					two = append(two, status)
				}
				if !slices.Equal(one, two) || one[0] != one[1] || one[2] != 200 {
					t.Errorf("%s: %v and %v, want twice the same and then 200", p.URL, one, two)
				}
				fates[one[0]]++
			}
		}
		if fates[500] == 0 || fates[503] == 0 || fates[0] == 0 || fates[200] < 100 || fates[200] > 180 {
			t.Errorf("of 220 first answers: %v", fates)
		}
	})
}

func TestTheHomePageAndRobotsNeverFail(t *testing.T) {
	cfg := faulty()
	cfg.Faults.ErrorShare, cfg.Faults.SlowShare = 1, 0
	n := open(t, cfg)
	h := n.Handler()
	for _, s := range n.Sites() {
		for _, u := range []string{s.Home, s.Home + "robots.txt"} {
			if _, status := get(h, u); status != 200 {
				t.Errorf("%s: status %d", u, status)
			}
		}
	}
}

func TestSlowAndHangingAnswersTakeTheirTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := faulty()
		cfg.Faults.ErrorShare, cfg.Faults.TimeoutShare, cfg.Faults.SlowShare = 0, 1, 0
		n := open(t, cfg)
		p, err := n.Page(0, 1)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if _, status := get(n.Handler(), p.URL); status != 0 || time.Since(start) != 30*time.Second {
			t.Errorf("hanging: status %d after %s", status, time.Since(start))
		}
		cfg.Faults.TimeoutShare, cfg.Faults.SlowShare = 0, 1
		start = time.Now()
		if _, status := get(open(t, cfg).Handler(), p.URL); status != 200 || time.Since(start) != time.Second {
			t.Errorf("slow: status %d after %s", status, time.Since(start))
		}
	})
}

func TestWaitEndsWhenTheClientLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		start := time.Now()
		if wait(r.WithContext(ctx), time.Hour) || time.Since(start) != 3*time.Second {
			t.Errorf("waited %s for a client that left after 3s", time.Since(start))
		}
	})
}
