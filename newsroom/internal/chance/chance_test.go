package chance

import (
	"slices"
	"testing"
)

func TestKeyDecides(t *testing.T) {
	if a, b := New(1, 2).Uint64(), New(1, 2).Uint64(); a != b {
		t.Errorf("one key gave %x and %x", a, b)
	}
	if a, b := New(1, 2).Uint64(), New(2, 1).Uint64(); a == b {
		t.Error("the order of the key's parts did not count")
	}
	if Text("ab") == Text("ba") {
		t.Error("the order of the letters did not count")
	}
}

func TestChoicesStayInsideAndReachAll(t *testing.T) {
	r := New(7)
	seen := map[int]int{}
	for range 6000 {
		seen[r.Between(3, 5)]++
	}
	if len(seen) != 3 || seen[3] < 1800 || seen[4] < 1800 || seen[5] < 1800 {
		t.Errorf("6000 throws from 3 to 5: %v", seen)
	}
	hits := 0
	for range 10000 {
		if r.Maybe(0.25) {
			hits++
		}
	}
	if hits < 2300 || hits > 2700 || New(1).Maybe(0) || !New(1).Maybe(1) {
		t.Errorf("probability .25 hit %d times in 10000", hits)
	}
	s := []int{1, 2, 3, 4, 5, 6, 7, 8}
	Shuffle(r, s)
	slices.Sort(s)
	if !slices.Equal(s, []int{1, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("shuffling lost something: %v", s)
	}
	if p := Pick(r, []string{"only"}); p != "only" {
		t.Errorf("picked %q", p)
	}
}
