package siteblock

import "testing"

// |S| < 0.2·N, and never less than two pages: at N = 10 a block on two pages
// is template by the paper's rule, at N = 11 it is not (2 < 2.2).
func TestContent(t *testing.T) {
	for _, tt := range []struct {
		s, n int
		want bool
	}{{1, 1, true}, {1, 10, true}, {2, 3, false}, {2, 10, false}, {2, 11, true}, {20, 100, false}, {19, 100, true}} {
		if got := Content(tt.s, tt.n); got != tt.want {
			t.Errorf("%d of %d pages: %v", tt.s, tt.n, got)
		}
	}
}
