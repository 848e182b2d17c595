package cold

// shapes sums up the blocks that stand in elements of the same tags and
// classes: two and three levels of the chain.
func (p *page) shapes() {
	clear(p.shapes2)
	clear(p.shapes3)
	p.shapePool = resize(p.shapePool, 2*len(p.blocks))
	pool := p.shapePool
	for i := range p.blocks {
		b := &p.blocks[i]
		b.shape2, b.shape3 = p.shapesOf(b.element)
		pool = sumShape(p.shapes2, b.shape2, b, pool)
		pool = sumShape(p.shapes3, b.shape3, b, pool)
	}
	p.countSiblings()
}

func sumShape(m map[uint64]*sums, shape uint64, b *block, pool []sums) []sums {
	s := m[shape]
	if s == nil {
		pool[0] = sums{}
		s, pool = &pool[0], pool[1:]
		m[shape] = s
	}
	s.add(b)
	return pool
}

func (p *page) shapesOf(e int32) (two, three uint64) {
	h := p.elements[e].shape
	if e = p.elements[e].parent; e >= 0 {
		h = mix(h, p.elements[e].shape)
	}
	two = h
	if e >= 0 {
		if e = p.elements[e].parent; e >= 0 {
			h = mix(h, p.elements[e].shape)
		}
	}
	return two, mix(h, 3)
}

// countSiblings tells each element how many children of its parent look like
// it: the items of a list do.
func (p *page) countSiblings() {
	counts := p.siblings
	clear(counts)
	for i := range p.elements {
		e := &p.elements[i]
		counts[mix(e.shape, uint64(e.parent+1))]++
	}
	for i := range p.elements {
		e := &p.elements[i]
		e.siblings = float32(counts[mix(e.shape, uint64(e.parent+1))])
	}
}
