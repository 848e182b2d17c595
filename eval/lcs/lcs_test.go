package lcs

import (
	"math/rand/v2"
	"testing"
)

// naive is the textbook table.
func naive(a, b []uint64) int {
	t := make([][]int, len(a)+1)
	for i := range t {
		t[i] = make([]int, len(b)+1)
	}
	for i := range a {
		for j := range b {
			if a[i] == b[j] {
				t[i+1][j+1] = t[i][j] + 1
			} else {
				t[i+1][j+1] = max(t[i][j+1], t[i+1][j])
			}
		}
	}
	return t[len(a)][len(b)]
}

func randomTokens(rng *rand.Rand, n, vocabulary int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = uint64(rng.IntN(vocabulary))
	}
	return out
}

// An alignment is right when it is a common subsequence (equal tokens, rising
// positions) of the length that the textbook table finds.
func TestAlignIsALongestCommonSubsequence(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for round := range 300 {
		a := randomTokens(rng, rng.IntN(200), 1+rng.IntN(60))
		b := randomTokens(rng, rng.IntN(200), 1+rng.IntN(60))
		for _, limit := range []int{maxMatrix, 16, 1} { // 16 and 1 force the cutting
			matched, last := 0, -1
			lastI := -1
			pairs(a, b, 0, 0, limit, func(i, j int) {
				matched++
				if a[i] != b[j] {
					t.Fatalf("round %d: pair (%d, %d) of different tokens", round, i, j)
				}
			})
			if n := Length(a, b); n != matched {
				t.Fatalf("round %d: length %d, %d pairs", round, n, matched)
			}
			if want := naive(a, b); matched != want {
				t.Fatalf("round %d, limit %d: %d pairs, want %d", round, limit, matched, want)
			}
			if limit != maxMatrix {
				continue
			}
			for i, j := range Align(a, b) {
				if j < 0 {
					continue
				}
				if i <= lastI || int(j) <= last {
					t.Fatalf("round %d: positions do not rise", round)
				}
				lastI, last = i, int(j)
			}
		}
	}
}

func BenchmarkAlign(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	gold := randomTokens(rng, 1000, 400)
	page := append(randomTokens(rng, 1500, 800), gold...)
	page = append(page, randomTokens(rng, 1500, 800)...)
	b.ReportAllocs()
	for b.Loop() {
		found := 0
		for _, at := range Align(page, gold) {
			if at >= 0 {
				found++
			}
		}
		if found != len(gold) {
			b.Fatalf("found %d of %d", found, len(gold))
		}
	}
}
