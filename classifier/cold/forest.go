package cold

import (
	"fmt"
	"math"
)

// forest is a sum of regression trees in one flat array.
//
// Invariants, held by check:
//  1. A tree's nodes stand together, its root first; an inner node's left child
//     stands right behind it, and its right child farther behind.
//  2. Every inner node reads a feature that there is.
//  3. All values are finite.
//  4. means stands parallel to nodes.
type forest struct {
	nodes []node
	roots []int32
	// means are what the trees would give if they ended at a node: a leaf's
	// value, and an inner node's that of the rows that came so far in training.
	means []float32
	exit  Exit
}

// Exit lets most rows out of a forest early: the first trees tell what is
// surely no content, which is most of a page.
type Exit struct {
	// After so many trees a row whose sum is less than Below gets Sum instead of
	// going on. With no trees every row goes through all.
	After      int
	Below, Sum float32
}

// shortLink reports a block that needs no tree to leave: a few words that are all
// link. Every second block of a page is one, and of the labelled content one
// word in two thousand stands in one.
func shortLink(b *block) bool {
	return b.links > 0 && b.words <= shortLinkWords && b.linkWords >= b.words
}

const shortLinkWords = 3

// node is an inner node or a leaf.
type node struct {
	// value is an inner node's threshold: rows with less go left. It is what
	// a leaf adds to the sum.
	value float32
	// feature is leaf for a leaf.
	feature uint16
	// right is the distance to the right child.
	right uint16
}

// leaf stands for the feature of a node that reads none.
const leaf = math.MaxUint16

// sum adds up the leaves that row falls into. A row that is nil leaves at once.
func (f *forest) sum(row []float32) float32 {
	if row == nil {
		return f.exit.Sum
	}
	total := float32(0)
	for t, at := range f.roots {
		if t == f.exit.After && total < f.exit.Below && t > 0 {
			return f.exit.Sum
		}
		n := &f.nodes[at]
		for n.feature != leaf {
			if row[n.feature] < n.value {
				at++
			} else {
				at += int32(n.right)
			}
			n = &f.nodes[at]
		}
		total += n.value
	}
	return total
}

// trace calls visit with every step from a root to a leaf that row takes: the
// feature that was asked, and by how much the answer changed what the tree
// would give. What the trees give before any question is the result; with the
// steps it adds up to sum, but for rounding. (Saabas 2014.)
func (f *forest) trace(row []float32, visit func(feature int, change float32)) (bias float32) {
	if row == nil {
		return f.exit.Sum
	}
	total := float32(0)
	for t, at := range f.roots {
		if t == f.exit.After && total < f.exit.Below && t > 0 {
			return bias + f.exit.Sum - total
		}
		bias += f.means[at]
		for n := f.nodes[at]; n.feature != leaf; n = f.nodes[at] {
			before := f.means[at]
			if row[n.feature] < n.value {
				at++
			} else {
				at += int32(n.right)
			}
			visit(int(n.feature), f.means[at]-before)
		}
		total += f.nodes[at].value
	}
	return bias
}

// check reports what is wrong with a forest that reads rows of so many
// features.
func (f *forest) check(features int) error {
	if !finite(f.exit.Below) || !finite(f.exit.Sum) {
		return fmt.Errorf("%w: exit %+v", ErrModel, f.exit)
	}
	for t, root := range f.roots {
		end := int32(len(f.nodes))
		if t+1 < len(f.roots) {
			end = f.roots[t+1]
		}
		if root < 0 || root >= end || end > int32(len(f.nodes)) {
			return fmt.Errorf("%w: tree %d is empty", ErrModel, t)
		}
		for at := root; at < end; at++ {
			n := f.nodes[at]
			switch {
			case !finite(n.value) || !finite(f.means[at]):
				return fmt.Errorf("%w: node %d has no finite value", ErrModel, at)
			case n.feature == leaf:
			case int(n.feature) >= features:
				return fmt.Errorf("%w: node %d reads feature %d of %d", ErrModel, at, n.feature, features)
			case n.right < 2 || at+int32(n.right) >= end:
				return fmt.Errorf("%w: node %d has no right child", ErrModel, at)
			}
		}
	}
	return nil
}

func finite(x float32) bool { return x-x == 0 }

// sigmoid turns a sum into a probability.
func sigmoid(z float32) float32 { return float32(1 / (1 + math.Exp(-float64(z)))) }
