package cold

// loadShapes sums up the blocks that stand in elements of the same tags and
// classes: two and three levels of the chain.
func (p *page) loadShapes() {
	p.shapes.reset(len(p.elements))
	for i := range p.elements {
		e := &p.elements[i]
		e.two, e.three = -1, -1
	}
	p.shapeSums = p.shapeSums[:0]
	for i := range p.blocks {
		b := &p.blocks[i]
		e := &p.elements[b.element]
		if e.two < 0 {
			p.numberShapes(e)
		}
		p.shapeSums[e.two].add(b)
		p.shapeSums[e.three].add(b)
	}
}

func (p *page) numberShapes(e *element) {
	h := e.shape
	up := e.parent
	if up >= 0 {
		h = mix(h, p.elements[up].shape)
		up = p.elements[up].parent
	}
	e.two = p.numberShape(h)
	if up >= 0 {
		h = mix(h, p.elements[up].shape)
	}
	e.three = p.numberShape(mix(h, 3))
}

func (p *page) numberShape(h uint64) int32 {
	n := p.shapes.number(h)
	if int(n) == len(p.shapeSums) {
		p.shapeSums = append(p.shapeSums, sums{})
	}
	return n
}
