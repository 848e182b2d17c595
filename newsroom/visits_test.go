package newsroom

import (
	"testing"
	"time"
)

func TestVisitsJudgeManners(t *testing.T) {
	v := newVisits()
	at := time.Unix(1000, 0)
	for _, visit := range []struct {
		after  time.Duration
		target string
	}{
		{0, "/robots.txt"}, {100 * time.Millisecond, "/"}, {2 * time.Second, "/news/"},
		{1500 * time.Millisecond, "/private/account"}, {3 * time.Second, "/news/"},
	} {
		at = at.Add(visit.after)
		v.begin("a.example", visit.target, at)
	}
	for range 5 {
		v.end("a.example", 200)
	}
	v.begin("b.example", "/", at)
	s := v.snapshot()
	a, b := s.Hosts["a.example"], s.Hosts["b.example"]
	if a.Requests != 5 || a.Paths["/news/"] != 2 || a.Status[200] != 5 || a.MaxParallel != 5 || b.MaxParallel != 1 {
		t.Errorf("counts: %+v, %+v", a, b)
	}
	if a.Violations != 1 || a.MinGap != 1500*time.Millisecond || b.MinGap != 0 || s.Requests != 6 {
		t.Errorf("violations %d, gap %s and %s, %d requests", a.Violations, a.MinGap, b.MinGap, s.Requests)
	}
	a.Paths["/news/"] = 99
	if v.snapshot().Hosts["a.example"].Paths["/news/"] != 2 {
		t.Error("the snapshot is not a copy")
	}
}
