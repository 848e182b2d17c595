package judge

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestChoose(t *testing.T) {
	tests := []struct {
		name        string
		probability []float32
		words       []uint32
		want        []int
	}{
		{"nothing", nil, nil, nil},
		{"all sure", []float32{1, 1}, []uint32{5, 9}, []int{0, 1}},
		{"impossible", []float32{0, 1, 0}, []uint32{5, 5, 5}, []int{1}},
		{"no words", []float32{1, 1}, []uint32{0, 5}, []int{1}},
		{"long doubt beside short certainty", []float32{0.4, 0.9}, []uint32{100, 10}, []int{0, 1}},
		{"doubt beside long certainty", []float32{0.95, 0.2}, []uint32{100, 30}, []int{0}},
	}
	for _, tt := range tests {
		got := choose(tt.probability, tt.words)
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// expectedF1 is what choose maximises, written down again.
func expectedF1(p []float32, w []uint32, chosen map[int]bool) float64 {
	var hit, size, all float64
	for i := range p {
		all += float64(p[i]) * float64(w[i])
		if chosen[i] {
			hit += float64(p[i]) * float64(w[i])
			size += float64(w[i])
		}
	}
	if size+all == 0 {
		return 0
	}
	return 2 * hit / (size + all)
}

// No set of blocks at all, prefix or not, has a greater expected F1.
func TestChooseIsBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + rng.IntN(9)
		p, w := make([]float32, n), make([]uint32, n)
		for i := range p {
			p[i], w[i] = rng.Float32(), uint32(rng.IntN(50))
		}
		chosen := map[int]bool{}
		for _, i := range choose(p, w) {
			chosen[i] = true
		}
		got, best := expectedF1(p, w, chosen), 0.0
		for set := range 1 << n {
			other := map[int]bool{}
			for i := range n {
				other[i] = set>>i&1 == 1
			}
			best = max(best, expectedF1(p, w, other))
		}
		if math.Abs(got-best) > 1e-9 {
			t.Fatalf("p %v w %v: expected F1 %v, best %v", p, w, got, best)
		}
	}
}

func TestRaise(t *testing.T) {
	odds := func(z float64) float32 { return sigmoid(z) }
	tests := []struct {
		name    string
		p, want []float32
		words   []uint32
	}{
		{"sure of enough", []float32{0.9, 0.1}, []float32{0.9, 0.1}, []uint32{20, 20}},
		{"sure of too little", []float32{odds(1), odds(-3)}, []float32{odds(2), odds(-2)}, []uint32{15, 15}},
		{"in doubt of all", []float32{odds(-3), odds(-2), 0}, []float32{odds(-1), 0.5, 0}, []uint32{50, 50, 50}},
		{"nothing", []float32{0, 0.2}, []float32{0, 0.2}, []uint32{5, 0}},
	}
	for _, tt := range tests {
		p := slices.Clone(tt.p)
		raise(p, tt.words)
		for i := range p {
			if math.Abs(float64(p[i]-tt.want[i])) > 1e-6 {
				t.Errorf("%s: %v, want %v", tt.name, p, tt.want)
				break
			}
		}
	}
}
