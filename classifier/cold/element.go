package cold

import "github.com/zeebo/xxh3"

// element is a container with what its subtree holds.
type element struct {
	parent   int32
	depth    int16
	tag      tag
	hidden   bool
	own      groupSet      // groups named by the element itself
	chain    groupSet      // groups named by it or an ancestor
	named    [groups]int16 // depth of the nearest ancestor-or-self that is named so, -far: none
	tagged   [tags]int16   // and of that with the tag
	sum      sums          // of its subtree
	children float32       // element children
	score    float32       // candidate score
	best     float32       // the best candidate score of itself and its ancestors
	shape    uint64        // hash of tag and classes
	two      int32         // number of the shape of itself and its parent
	three    int32         // and its grandparent
	group    int32         // number of its siblings of the same shape
	item     int32         // the item of a list that it stands in, -1: none
}

// far is the distance to what is not in the chain.
const far = 20

// deepest is deeper than any parser nests.
const deepest = 1 << 14

// up is the distance to the ancestor at a depth, at most far.
func (e *element) up(depth int16) int16 { return min(e.depth-depth, far) }

func (p *page) loadElements() {
	p.names.reset(len(p.src.Elements))
	p.namedBy = p.namedBy[:0]
	p.elements = resize(p.elements, max(len(p.src.Elements), 1))
	p.elements[0] = element{parent: -1} // where there is none: every block has one
	p.inherit(&p.elements[0])
	p.hasArticle = false
	for i, e := range p.src.Elements {
		to := &p.elements[i]
		*to = element{parent: e.Parent, tag: tagOf(e.Tag), hidden: e.Hidden}
		if to.parent >= int32(i) || to.parent < -1 { // hostile
			to.parent = -1
		}
		to.shape = xxh3.HashString(e.Tag)
		for _, c := range e.Classes {
			h := xxh3.HashString(c)
			to.own |= p.groupsOf(c, h)
			to.shape = mix(to.shape, h)
		}
		if e.Id != "" {
			to.own |= p.groupsOf(e.Id, xxh3.HashString(e.Id))
		}
		for _, hint := range e.Hints {
			to.own |= p.groupsOf(hint, xxh3.HashString(hint))
		}
		p.hasArticle = p.hasArticle || to.tag == tagArticle
		p.inherit(to)
	}
}

// groupsOf is match with a memory: a page repeats its names. hash is that of
// the name.
func (p *page) groupsOf(name string, hash uint64) groupSet {
	n := p.names.number(hash)
	if int(n) == len(p.namedBy) {
		p.namedBy = append(p.namedBy, p.match.match(name))
	}
	return p.namedBy[n]
}

// inherit hands down from the parent what depends on the chain.
func (p *page) inherit(e *element) {
	if e.parent < 0 {
		for g := range e.named {
			e.named[g] = -far
		}
		for t := range e.tagged {
			e.tagged[t] = -far
		}
	} else {
		up := &p.elements[e.parent]
		up.children++
		e.depth, e.chain = min(up.depth+1, deepest), up.chain
		e.hidden = e.hidden || up.hidden
		e.named, e.tagged = up.named, up.tagged
	}
	e.chain |= e.own
	for g := range group(groups) {
		if e.own.has(g) {
			e.named[g] = e.depth
		}
	}
	e.tagged[e.tag] = e.depth
}
