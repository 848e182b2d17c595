package siteblock

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"
)

// Shared is the number of words that two blocks share.
func Shared(a, b *Block) int { return shared(a.Words, b.Words) }

// shared is the number of elements that two rising sets share.
func shared(a, b []uint64) int {
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}

// AtMost bounds Shared from above in a few instructions: words that only one
// of two bitmaps shows are not shared.
func AtMost(a, b *Block) int {
	apart := 0
	for i := range a.bits {
		apart += bits.OnesCount64(a.bits[i] ^ b.bits[i])
	}
	return (len(a.Words) + len(b.Words) - apart) / 2
}

// Jaccard is the share of the elements of two rising sets that both have; 1
// for two empty sets.
func Jaccard(a, b []uint64) float64 {
	if len(a) == 0 && len(b) == 0 {
		return 1
	}
	both := shared(a, b)
	return float64(both) / float64(len(a)+len(b)-both)
}

// Similarity tells which blocks are similar. It is symmetric, and true of
// equal blocks.
type Similarity struct {
	Similar func(a, b *Block) bool
	// Size is a number of a block such that similar blocks a, b have
	// Size(a) ≥ Ratio·Size(b); it saves comparisons. Ratio 0 saves none.
	Size  func(*Block) int
	Ratio float64
}

// A block is content while it recurs on less than a fifth of a site's pages
// (X-CEX, eq. 7; Content Extractor), or on one page only: of fewer than ten
// pages the fifth would make template of what stands on one. The second number
// is this project's choice.
const (
	recurringShare = .2
	recurringPages = 2
)

// Content reports whether a block that has similar ones on s of n pages, its
// own included, is content.
func Content(s, n int) bool {
	return float64(s) < max(recurringShare*float64(n), recurringPages)
}

// Unique gives the text of each page: that of its blocks which are content.
func Unique(pages [][]*Block, sim Similarity) []string {
	texts := make([]string, len(pages))
	for p, counts := range Recurrence(pages, sim) {
		var kept []string
		for k, s := range counts {
			if Content(s, len(pages)) {
				kept = append(kept, pages[p][k].Text)
			}
		}
		texts[p] = strings.Join(kept, "\n")
	}
	return texts
}

// Recurrence gives for each block of each page |S_i|, the number of pages with
// at least one block similar to it, its own page included (X-CEX, eq. 6).
func Recurrence(pages [][]*Block, sim Similarity) [][]int {
	groups, of := group(pages)
	slices.SortFunc(groups, func(a, b *same) int { return cmp.Compare(sim.Size(a.block), sim.Size(b.block)) })
	for i, a := range groups {
		for _, b := range groups[i+1:] {
			if float64(sim.Size(a.block)) < sim.Ratio*float64(sim.Size(b.block)) {
				break
			}
			if sim.Similar(a.block, b.block) {
				a.near, b.near = append(a.near, b), append(b.near, a)
			}
		}
	}
	count := map[*same]int{}
	for _, g := range groups {
		count[g] = g.reach(len(pages))
	}
	out := make([][]int, len(pages))
	for p := range pages {
		for k := range pages[p] {
			out[p] = append(out[p], count[of[p][k]])
		}
	}
	return out
}

// same is a set of blocks that cannot be told apart.
type same struct {
	block *Block
	pages []uint64 // bits
	near  []*same
}

// reach is the number of pages on which the group or one near it stands.
func (g *same) reach(pages int) int {
	union := make([]uint64, (pages+63)/64)
	for _, h := range append(g.near, g) {
		for i, w := range h.pages {
			union[i] |= w
		}
	}
	n := 0
	for _, w := range union {
		n += bits.OnesCount64(w)
	}
	return n
}

func group(pages [][]*Block) (groups []*same, of [][]*same) {
	byKey := map[xxh3.Uint128]*same{}
	of = make([][]*same, len(pages))
	for p, blocks := range pages {
		for _, b := range blocks {
			k := key(b)
			g := byKey[k]
			if g == nil {
				g = &same{block: b, pages: make([]uint64, (len(pages)+63)/64)}
				byKey[k], groups = g, append(groups, g)
			}
			g.pages[p/64] |= 1 << (p % 64)
			of[p] = append(of[p], g)
		}
	}
	return groups, of
}

// key covers everything that a similarity may look at.
func key(b *Block) xxh3.Uint128 {
	h := xxh3.New()
	_, _ = h.WriteString(b.Compared)
	for _, part := range [][]uint64{b.Tags, b.Classes} {
		_, _ = h.Write([]byte{0})
		for _, x := range part {
			var buf [8]byte
			for i := range buf {
				buf[i] = byte(x >> (8 * i))
			}
			_, _ = h.Write(buf[:])
		}
	}
	return h.Sum128()
}
