package newsroom

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
)

// Handler serves all sites; the Host header (or the host of a proxy request)
// says which one is meant. Each handler counts attempts at URLs by itself, for
// the sake of Config.Faults.
func (n *Newsroom) Handler() http.Handler { return &handler{newsroom: n, attempts: map[string]int{}} }

// handler answers requests for the pages of a newsroom.
type handler struct {
	newsroom *Newsroom
	mu       sync.Mutex
	attempts map[string]int // by URL; only URLs that can fail are kept
}

// ServeHTTP answers one request.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s, ok := h.newsroom.byHost[hostOf(r)]
	if !ok {
		h.directory(w)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	target := r.URL.RequestURI()
	fault, slow := s.fate(target, h.attempt(s, target))
	if slow && !wait(r, s.cfg.Faults.Slow) {
		return
	}
	a, err := s.answer(target, h.newsroom.Now())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	respond(w, r, s, a, fault)
}

// respond writes an answer, or what its fault makes of it.
func respond(w http.ResponseWriter, r *http.Request, s *site, a answer, f fault) {
	switch f {
	case fault500:
		http.Error(w, "internal error", http.StatusInternalServerError)
	case fault503:
		w.Header().Set("Retry-After", "1")
		http.Error(w, "come back later", http.StatusServiceUnavailable)
	case faultHang:
		wait(r, s.cfg.Faults.Hang)
		panic(http.ErrAbortHandler)
	case faultCut:
		w.Header().Set("Content-Type", a.contentType)
		w.Header().Set("Content-Length", strconv.Itoa(len(a.body)+1))
		_, _ = w.Write(a.body[:len(a.body)/2])
		panic(http.ErrAbortHandler)
	default:
		send(w, r, s, a)
	}
}

// send writes an answer with its validators, packed where both sides like it.
func send(w http.ResponseWriter, r *http.Request, s *site, a answer) {
	header := w.Header()
	header.Set("Content-Type", a.contentType)
	header.Set("Content-Language", s.lang.Code)
	if a.location != "" {
		header.Set("Location", a.location)
		w.WriteHeader(a.status)
		return
	}
	etag := fmt.Sprintf("%q", strconv.FormatUint(chance.Text(string(a.body)), 36))
	header.Set("ETag", etag)
	if !a.modified.IsZero() {
		header.Set("Last-Modified", a.modified.UTC().Format(http.TimeFormat))
	}
	if a.status == http.StatusOK && r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := a.body
	if s.index%3 != 2 && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && !strings.Contains(a.contentType, "gzip") {
		if packed, err := pack(body); err == nil {
			header.Set("Content-Encoding", "gzip")
			body = packed
		}
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(a.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the client has gone: nobody is left to tell
	}
}

// attempt counts a request and gives its number; URLs that never fail are not
// kept, so that crawling a large site does not fill the memory.
func (h *handler) attempt(s *site, target string) int {
	if f, _ := s.fate(target, 1); f == faultNone {
		return 1
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.attempts[s.host+target]++
	return h.attempts[s.host+target]
}

// directory lists the sites for those who come without a known Host.
func (h *handler) directory(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(http.StatusNotFound)
	for _, s := range h.newsroom.sites {
		fmt.Fprintln(w, s.url("/"))
	}
}

func hostOf(r *http.Request) string {
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.ToLower(host)
}

// wait lets d pass; false when the client left before.
func wait(r *http.Request, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}
