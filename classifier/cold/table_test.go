package cold

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A table numbers as a map would, page after page.
func TestTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	table := newTable()
	for _, size := range []int{0, 1, 1000, 50, 5000} {
		table.reset(size / 8)
		want := map[uint64]int32{}
		for range size {
			key := rng.Uint64N(uint64(size))
			if n, ok := want[key]; ok != (table.find(key) >= 0) || ok && table.find(key) != n {
				t.Fatalf("find(%d) = %d, want %d, %v", key, table.find(key), n, ok)
			}
			if _, ok := want[key]; !ok {
				want[key] = int32(len(want))
			}
			if n := table.number(key); n != want[key] {
				t.Fatalf("number(%d) = %d, want %d", key, n, want[key])
			}
		}
	}
	if n := table.find(math.MaxUint64); n != -1 {
		t.Errorf("a key that never came has number %d", n)
	}
}

// What an earlier round left behind is never found, even when the rounds have
// been counted through.
func TestTableForgets(t *testing.T) {
	table := newTable()
	table.number(7)
	table.round = math.MaxUint32
	table.reset(0)
	if n := table.find(7); n != -1 || table.round == 0 {
		t.Errorf("number %d in round %d", n, table.round)
	}
}
