package cold

import "math"

// depth is the most splits on the way from a tree's root to a leaf.
const depth = 6

// forest is a sum of regression trees. Held by Decode: they ask for features that
// there are, all values are finite, and no exit stands behind the last tree.
type forest struct {
	trees []tree
	// means are parallel to trees: what a tree would give if it ended at a node, a
	// leaf's value, and an inner node's that of the rows that came so far in training.
	means [][leaves * 2]float32
	exit  Exit
}

const leaves = 1 << depth

// tree is a perfect regression tree in the order of a heap: a row goes from node 1
// on, from node i to 2i if it has less of the node's feature than its value, else
// to 2i+1, until it comes to one of the leaves behind all splits. Where the learned
// tree ends earlier, the splits behind make no difference. So all ways are of one
// length and no branch depends on a row: what the processor mispredicts would cost
// more than the splits. (docs/adr/2026-11-22-trees-without-branches.md)
type tree struct {
	value   [leaves * 2]float32
	feature [leaves]uint8
}

// row is the features of a block. A feature's number fits a byte: no bound needs
// to be checked.
type row [1 << 8]float32

// Exit lets most rows out of a forest early: the first trees tell what is
// surely no content, which is most of a page.
type Exit struct {
	// A row whose sum after the first After trees is less than Below gets Sum and
	// skips the other trees. If After is 0, every row goes through all trees.
	After      int
	Below, Sum float32
}

// shortLink reports whether a block is no content without asking a tree: a few
// words that are all link. Every second block of a page is one, but only one in
// two thousand words of the labelled content stands in one.
func shortLink(b *block) bool {
	return b.links > 0 && b.words <= shortLinkWords && b.linkWords >= b.words
}

const shortLinkWords = 3

// sum adds up the leaves that a row comes to. A row that is nil leaves at once.
func (f *forest) sum(r *row) float32 {
	if r == nil {
		return f.exit.Sum
	}
	total := sum(0, f.trees[:f.exit.After], r)
	if f.exit.After > 0 && total < f.exit.Below {
		return f.exit.Sum
	}
	return sum(total, f.trees[f.exit.After:], r)
}

func sum(total float32, trees []tree, r *row) float32 {
	for i := range trees {
		total += trees[i].leaf(r)
	}
	return total
}

// leaf gives the value of the leaf that a row comes to. The steps, as many as depth
// says, are written out: a loop costs half as much again.
func (t *tree) leaf(r *row) float32 {
	at := t.next(1, r)
	at = t.next(at, r)
	at = t.next(at, r)
	at = t.next(at, r)
	at = t.next(at, r)
	at = t.next(at, r)
	return t.value[at%(2*leaves)]
}

// next gives where a row goes from inner node at.
func (t *tree) next(at uint, r *row) uint {
	at %= leaves     // which it is less than: no bound needs to be checked
	right := uint(0) // without a branch, see tree
	if r[t.feature[at]] >= t.value[at] {
		right = 1
	}
	return 2*at + right
}

// trace calls visit with every step from a root to a leaf that row takes: the
// feature that was asked, and by how much the answer changed what the tree
// would give. What the trees give before any question is the result; with the
// steps it adds up to sum, but for rounding. (Saabas 2014.)
func (f *forest) trace(r *row, visit func(feature int, change float32)) (bias float32) {
	if r == nil {
		return f.exit.Sum
	}
	total := float32(0)
	for k := range f.trees {
		if k == f.exit.After && k > 0 && total < f.exit.Below {
			return bias + f.exit.Sum - total
		}
		t, mean, at := &f.trees[k], &f.means[k], uint(1)
		bias += mean[at]
		for range depth {
			next := t.next(at, r)
			visit(int(t.feature[at]), mean[next]-mean[at])
			at = next
		}
		total += t.value[at]
	}
	return bias
}

// sigmoid turns a sum into a probability.
func sigmoid(z float32) float32 { return float32(1 / (1 + math.Exp(-float64(z)))) }
