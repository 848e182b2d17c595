package newsroom

import (
	"maps"
	"net/http"
	"sync"
	"time"
)

// Visits is what a server has seen: enough to judge a crawler's manners.
type Visits struct {
	Requests int
	Hosts    map[string]HostVisits
}

// HostVisits are the requests to one host.
type HostVisits struct {
	Requests int
	// Paths counts the requests per path with its query, as they were sent.
	Paths map[string]int
	// Status counts the answers per status code; 0 are answers that broke
	// off.
	Status map[int]int
	// Violations counts requests to paths that robots.txt disallows.
	Violations int
	// MinGap is the shortest time between the starts of two requests; zero
	// when there were fewer than two. Requests for robots.txt do not count.
	MinGap time.Duration
	// MaxParallel is the largest number of requests that were under way at
	// once.
	MaxParallel int
}

// visits counts requests. Invariant: hosts holds an entry for every host that
// has been asked, and its maps are never handed out.
type visits struct {
	mu    sync.Mutex
	hosts map[string]*hostLog
}

type hostLog struct {
	HostVisits
	last     time.Time
	parallel int
}

func newVisits() *visits { return &visits{hosts: map[string]*hostLog{}} }

// watch counts the requests that next answers.
func (v *visits) watch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := hostOf(r)
		v.begin(host, r.URL.RequestURI(), time.Now())
		seen := &statusWriter{ResponseWriter: w}
		whole := false
		defer func() {
			if !whole {
				seen.status = 0
			}
			v.end(host, seen.status)
		}()
		next.ServeHTTP(seen, r)
		whole = true
	})
}

func (v *visits) begin(host, target string, now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	h := v.hosts[host]
	if h == nil {
		h = &hostLog{HostVisits: HostVisits{Paths: map[string]int{}, Status: map[int]int{}}}
		v.hosts[host] = h
	}
	h.Requests++
	h.Paths[target]++
	h.parallel++
	h.MaxParallel = max(h.MaxParallel, h.parallel)
	if disallowed(target) {
		h.Violations++
	}
	if target == "/robots.txt" {
		return
	}
	if gap := now.Sub(h.last); !h.last.IsZero() && (h.MinGap == 0 || gap < h.MinGap) {
		h.MinGap = gap
	}
	h.last = now
}

func (v *visits) end(host string, status int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.hosts[host].parallel--
	v.hosts[host].Status[status]++
}

func (v *visits) snapshot() Visits {
	v.mu.Lock()
	defer v.mu.Unlock()
	out := Visits{Hosts: make(map[string]HostVisits, len(v.hosts))}
	for name, h := range v.hosts {
		c := h.HostVisits
		c.Paths, c.Status = maps.Clone(h.Paths), maps.Clone(h.Status)
		out.Hosts[name] = c
		out.Requests += c.Requests
	}
	return out
}

// statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader notes the status and passes it on.
func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Write passes data on; without a status it means 200.
func (w *statusWriter) Write(data []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(data)
}
