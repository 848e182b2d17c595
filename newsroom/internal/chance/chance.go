// Package chance gives pseudo-random choices that depend on nothing but a key:
// the same key, the same choices, on every machine and in every order of
// asking. It is made for simulation, not for secrets.
package chance

import "math/bits"

// Rand is a stream of choices (SplitMix64: Steele, Lea, Flood 2014). It is not
// safe for concurrent use.
type Rand struct{ state uint64 }

// New gives the stream that belongs to key; the order of its parts counts.
func New(key ...uint64) *Rand {
	r := &Rand{}
	for _, k := range key {
		r.state ^= k
		r.state = r.Uint64()
	}
	return r
}

// Text makes a part of a key from a text (FNV-1a).
func Text(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// Uint64 gives the next 64 bits.
func (r *Rand) Uint64() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// N gives a number from 0 to n-1; n must be positive.
func (r *Rand) N(n int) int {
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(hi)
}

// Between gives a number from lo to hi, both included.
func (r *Rand) Between(lo, hi int) int { return lo + r.N(hi-lo+1) }

// Maybe is true with probability p.
func (r *Rand) Maybe(p float64) bool { return float64(r.Uint64()>>11)/(1<<53) < p }

// Pick gives one of choices, which must not be empty.
func Pick[T any](r *Rand, choices []T) T { return choices[r.N(len(choices))] }

// Shuffle puts s into a random order.
func Shuffle[T any](r *Rand, s []T) {
	for i := len(s) - 1; i > 0; i-- {
		j := r.N(i + 1)
		s[i], s[j] = s[j], s[i]
	}
}
