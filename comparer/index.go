package comparer

// none is no group, no place, no node.
const none = ^uint32(0)

// index is the inverted index over the prefixes of the groups' word sets: for
// each word the groups that have it in their prefix. It is one hash table with
// chains in one array, so that a window of ten thousand groups is two
// allocations.
//
// Invariants:
//  1. len(heads) is a power of two and at least the number of nodes in use.
//  2. Each node in use is in the chain of its word's bucket exactly once; all
//     others are in the free chain.
type index struct {
	heads []uint32
	nodes []node
	free  uint32
	used  int
}

// node says that a group of size words has word in its prefix.
type node struct {
	word, group, next uint32
	size              uint32
}

func newIndex() index {
	x := index{free: none}
	x.resize(1 << 8)
	return x
}

// first gives the first node of the chain in which word is, among others.
func (x *index) first(word uint32) uint32 { return x.heads[x.bucket(word)] }

func (x *index) bucket(word uint32) uint32 { return word & uint32(len(x.heads)-1) }

func (x *index) insert(word, group uint32, size int) {
	if x.used == len(x.heads) {
		x.resize(2 * len(x.heads))
	}
	at := x.free
	if at == none {
		at = uint32(len(x.nodes))
		x.nodes = append(x.nodes, node{})
	} else {
		x.free = x.nodes[at].next
	}
	b := x.bucket(word)
	x.nodes[at] = node{word, group, x.heads[b], uint32(size)}
	x.heads[b] = at
	x.used++
}

func (x *index) remove(word, group uint32) {
	for link := &x.heads[x.bucket(word)]; *link != none; link = &x.nodes[*link].next {
		at := *link
		n := &x.nodes[at]
		if n.word != word || n.group != group {
			continue
		}
		*link = n.next
		*n = node{group: none, next: x.free}
		x.free = at
		x.used--
		return
	}
}

// resize spreads the nodes in use over n buckets.
func (x *index) resize(n int) {
	x.heads = make([]uint32, n)
	for i := range x.heads {
		x.heads[i] = none
	}
	x.free = none
	for i := range x.nodes {
		at, n := uint32(i), &x.nodes[i]
		if n.group == none {
			n.next, x.free = x.free, at
			continue
		}
		b := x.bucket(n.word)
		n.next, x.heads[b] = x.heads[b], at
	}
}

func (x *index) bytes() int { return 4*cap(x.heads) + 16*cap(x.nodes) }
