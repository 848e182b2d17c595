package comparer

import (
	"math/bits"
	"slices"
)

// group is the blocks of a window that are identical.
type group struct {
	key uint64
	// carrier is the position of the latest record of the window that carries
	// the signature; 0 when none does any more.
	carrier uint64
	// refs counts the blocks of this group in records of the window, those of
	// superseded pages included.
	refs uint32
	sig  signature
	// near holds the neighbours: all groups with Sim > ε, each once.
	near []uint32
}

// standing is what the pages of the window make of a group.
type standing struct {
	count    uint16 // |S_i|: bits in the union of own and neighbours' pages
	template bool   // as it was last settled
	dirty    bool   // count may have changed since
}

// groupTable holds the groups of a window. A group lives as long as a record
// of the window has a block of it or carries its signature.
//
// Invariants:
//  1. near is symmetric and holds exactly the pairs of known signatures with
//     Sim > ε, unless saturated counts some that were not looked for.
//  2. pages has a bit for each slot whose live records have a block of the
//     group; union is the bits of the group's own and its neighbours' pages;
//     count is the number of bits of union.
//  3. The index holds the prefix of each known signature.
//  4. all[g].key == 0 exactly for the numbers g in free.
type groupTable struct {
	ids      map[uint64]uint32
	all      []group
	standing []standing
	sketches []sketch
	pages    bitsets
	union    bitsets
	free     []uint32
	dirty    []uint32
	index    index
	sim      similarity

	seen      []uint32 // the search in which a group was last met
	search    uint32
	need      []uint16 // common words that the sizes in question need
	edges     int      // pairs of neighbours
	maxEdges  int
	probes    int // left to the page that is being added
	saturated int
}

func newGroupTable(cfg Config) groupTable {
	return groupTable{
		ids:      make(map[uint64]uint32),
		index:    newIndex(),
		sim:      newSimilarity(cfg),
		maxEdges: cfg.MaxEdges,
		pages:    newBitsets(cfg.Window + 1),
		union:    newBitsets(cfg.Window + 1),
	}
}

// intern gives the group with the given key, made if need be.
func (t *groupTable) intern(key uint64) uint32 {
	if g, ok := t.ids[key]; ok {
		return g
	}
	var g uint32
	if n := len(t.free); n > 0 {
		g, t.free = t.free[n-1], t.free[:n-1]
	} else {
		g = uint32(len(t.all))
		t.all = append(t.all, group{})
		t.standing = append(t.standing, standing{})
		t.sketches = append(t.sketches, sketch{})
		t.seen = append(t.seen, 0)
		t.pages.grow()
		t.union.grow()
	}
	t.ids[key] = g
	t.all[g].key = key
	return g
}

// sign gives group g its signature and finds its neighbours.
func (t *groupTable) sign(g uint32, words, tags, classes []uint32) {
	me := &t.all[g]
	data := fitted(me.sig.data, len(words)+len(tags)+len(classes))
	data = append(append(append(data, words...), tags...), classes...)
	me.sig = signature{data, uint16(len(words)), uint16(len(tags))}
	t.sketches[g] = newSketch(words)
	t.link(g)
	for i, word := range words[:t.sim.prefix(len(words))] {
		t.index.insert(word, posting{g, uint16(len(words)), uint16(i)})
	}
}

// release gives up group g when nothing in the window needs it any more.
func (t *groupTable) release(g uint32) {
	me := &t.all[g]
	if me.refs > 0 || me.carrier > 0 {
		return
	}
	if me.sig.known() {
		words := me.sig.words()
		for _, word := range words[:t.sim.prefix(len(words))] {
			t.index.remove(word, g)
		}
	}
	for _, h := range me.near {
		near := t.all[h].near
		i := slices.Index(near, g)
		near[i] = near[len(near)-1]
		t.all[h].near = near[:len(near)-1]
	}
	t.edges -= len(me.near)
	delete(t.ids, me.key)
	t.all[g] = group{sig: signature{data: me.sig.data[:0]}, near: fitted(me.near, 0)}
	t.standing[g] = standing{}
	clear(t.union.of(g))
	t.free = append(t.free, g)
}

// setPage notes that group g has a block on the page in slot.
func (t *groupTable) setPage(g uint32, slot int) {
	if !t.pages.set(g, slot) {
		return
	}
	t.cover(g, slot)
	for _, h := range t.all[g].near {
		t.cover(h, slot)
	}
}

// clearPage takes the page in slot from group g. It may only be used when the
// slot is being emptied altogether: a neighbour's union loses the bit at once,
// whoever else of its neighbours still has it.
func (t *groupTable) clearPage(g uint32, slot int) {
	if !t.pages.clear(g, slot) {
		return
	}
	t.uncover(g, slot)
	for _, h := range t.all[g].near {
		t.uncover(h, slot)
	}
}

func (t *groupTable) cover(g uint32, slot int) {
	if t.union.set(g, slot) {
		t.standing[g].count++
		t.touch(g)
	}
}

func (t *groupTable) uncover(g uint32, slot int) {
	if t.union.clear(g, slot) {
		t.standing[g].count--
		t.touch(g)
	}
}

func (t *groupTable) touch(g uint32) {
	if s := &t.standing[g]; !s.dirty {
		s.dirty = true
		t.dirty = append(t.dirty, g)
	}
}

// join makes g and h neighbours.
func (t *groupTable) join(g, h uint32) {
	t.all[g].near = append(t.all[g].near, h)
	t.all[h].near = append(t.all[h].near, g)
	t.edges++
	t.absorb(g, h)
	t.absorb(h, g)
}

// absorb adds the pages of h to the union of g.
func (t *groupTable) absorb(g, h uint32) {
	union, grown := t.union.of(g), 0
	for i, pages := range t.pages.of(h) {
		grown += bits.OnesCount64(pages &^ union[i])
		union[i] |= pages
	}
	if grown > 0 {
		t.standing[g].count += uint16(grown)
		t.touch(g)
	}
}

// fitted gives an empty slice for n elements: old's array, unless it is too
// small, or so large that keeping it would waste what one big page or one group
// with many neighbours once needed. Without that memory would creep: in the
// end each array would have the size of the largest content that it ever had.
func fitted[T any](old []T, n int) []T {
	if c := cap(old); n <= c && c <= 4*n+16 {
		return old[:0]
	}
	if n == 0 {
		return nil
	}
	return make([]T, 0, n)
}
