// Package lcs finds longest common subsequences of token sequences, bit-parallel
// (Hyyrö 2004, "Bit-parallel LCS-length computation revisited").
package lcs

import "math/bits"

// maxMatrix bounds the memory of one alignment's bit matrix, in 64-bit words
// (64 MB); longer texts are cut in two at the place where the LCS passes.
const maxMatrix = 8 << 20

// Align gives for each token of a its position in b under one longest common
// subsequence, or -1. Time |a|·|b|/64, memory bounded by maxMatrix.
func Align(a, b []uint64) []int32 {
	at := make([]int32, len(a))
	for i := range at {
		at[i] = -1
	}
	// Words that only one side has cannot match: leaving them out changes no
	// LCS and makes the table several times smaller.
	ra, ia := common(a, b)
	rb, ib := common(b, a)
	pairs(ra, rb, 0, 0, maxMatrix, func(i, j int) { at[ia[i]] = int32(ib[j]) })
	return at
}

// common gives the elements of x that occur in y, and where they stood in x.
func common(x, y []uint64) (kept []uint64, index []int) {
	in := make(map[uint64]struct{}, len(y))
	for _, t := range y {
		in[t] = struct{}{}
	}
	for i, t := range x {
		if _, ok := in[t]; ok {
			kept, index = append(kept, t), append(index, i)
		}
	}
	return kept, index
}

// pairs calls match for the pairs of one longest common subsequence of a and
// b, whose first elements have the positions fromA and fromB.
func pairs(a, b []uint64, fromA, fromB, limit int, match func(i, j int)) {
	if len(a) == 0 || len(b) == 0 {
		return
	}
	if len(a)*((len(b)+63)/64) <= limit || len(a) == 1 {
		trace(a, b, func(i, j int) { match(fromA+i, fromB+j) })
		return
	}
	// Hirschberg: the LCS passes from the first half of a to the second where
	// the lengths before and behind add up to the most.
	mid := len(a) / 2
	before := lengths(a[:mid], b)
	behind := lengths(reversed(a[mid:]), reversed(b))
	best, cut := -1, 0
	for j := range len(b) + 1 {
		if n := before[j] + behind[len(b)-j]; n > best {
			best, cut = n, j
		}
	}
	pairs(a[:mid], b[:cut], fromA, fromB, limit, match)
	pairs(a[mid:], b[cut:], fromA+mid, fromB+cut, limit, match)
}

// row is a bit vector over b: after step i its zero bits are the positions at
// which the LCS of a[:i+1] and the prefix of b grows.
type row []uint64

// places gives for each token the positions in b at which it stands.
func places(b []uint64) map[uint64][]int32 {
	m := map[uint64][]int32{}
	for j, t := range b {
		m[t] = append(m[t], int32(j))
	}
	return m
}

// set makes the bits at the given positions 1, or 0.
func (r row) set(positions []int32, on bool) {
	for _, j := range positions {
		if on {
			r[j/64] |= 1 << (j % 64)
		} else {
			r[j/64] &^= 1 << (j % 64)
		}
	}
}

// step computes next from prev for a token with positions mask:
// V' = (V + (V & M)) | (V & ^M).
func step(next, prev, mask row) {
	var carry uint64
	for w, v := range prev {
		u := v & mask[w]
		sum, c := bits.Add64(v, u, carry)
		carry = c
		next[w] = sum | v&^mask[w]
	}
}

func ones(n int) row {
	r := make(row, n)
	for i := range r {
		r[i] = ^uint64(0)
	}
	return r
}

// Length is the length of the longest common subsequences of a and b.
func Length(a, b []uint64) int {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	return lengths(a, b)[len(b)]
}

// lengths gives the LCS length of a with each prefix of b, 0..len(b).
func lengths(a, b []uint64) []int {
	at := places(b)
	cur := ones((len(b) + 63) / 64)
	mask := make(row, len(cur))
	for _, t := range a {
		mask.set(at[t], true)
		step(cur, cur, mask)
		mask.set(at[t], false)
	}
	out := make([]int, len(b)+1)
	for j := range b {
		out[j+1] = out[j] + int(^cur[j/64]>>(j%64)&1)
	}
	return out
}

// trace keeps all rows and walks back through them.
func trace(a, b []uint64, match func(i, j int)) {
	n := (len(b) + 63) / 64
	at := places(b)
	mask := make(row, n)
	table := make([]uint64, n*len(a))
	prev := ones(n)
	for i, t := range a {
		next := row(table[i*n : (i+1)*n])
		mask.set(at[t], true)
		step(next, prev, mask)
		mask.set(at[t], false)
		prev = next
	}
	// Going back from the end: where the row above grows at the same position,
	// a[i] is not needed; where this row does not grow, b[j] is not.
	grows := func(i, j int) bool { return i >= 0 && table[i*n+j/64]>>(j%64)&1 == 0 }
	for i, j := len(a)-1, len(b)-1; i >= 0 && j >= 0; {
		switch {
		case !grows(i, j):
			j--
		case grows(i-1, j):
			i--
		default:
			match(i, j)
			i, j = i-1, j-1
		}
	}
}

func reversed(x []uint64) []uint64 {
	out := make([]uint64, len(x))
	for i, t := range x {
		out[len(x)-1-i] = t
	}
	return out
}
