package newsroom

import (
	"github.com/winnow-news/winnow/newsroom/internal/chance"
)

// fault is what goes wrong with one attempt at one URL.
type fault int

const (
	faultNone fault = iota
	fault500
	fault503
	faultCut  // the body breaks off
	faultHang // no answer within the time
)

// fate decides how an attempt (counted from 1) at a URL fares: its fault, and
// whether the answer is slow. Files that crawlers depend on for their manners
// (robots.txt) and the home page never fail.
func (s *site) fate(target string, attempt int) (fault, bool) {
	f := s.cfg.Faults
	r := chance.New(s.seed, 'f', chance.Text(target))
	fails, hangs, slow := r.Maybe(f.ErrorShare), r.Maybe(f.TimeoutShare), r.Maybe(f.SlowShare)
	if target == "/" || target == "/robots.txt" || attempt > f.Attempts {
		return faultNone, slow
	}
	switch {
	case fails:
		return []fault{fault500, fault503, faultCut}[r.N(3)], slow
	case hangs:
		return faultHang, slow
	}
	return faultNone, slow
}
