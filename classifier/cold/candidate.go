package cold

// Candidate scores in the manner of readability (Arc90 2009): every paragraph
// hands a score up to its ancestors, less and less with the distance; links
// and names that speak against an element lower its own.

// handUp is the number of ancestors that a paragraph's score reaches.
const handUp = 5

// negativeFactor is what is left of a candidate whose chain has a negative
// name.
const negativeFactor = 0.3

func (p *page) candidates() {
	for i := range p.blocks {
		b := &p.blocks[i]
		if b.chars < 25 {
			continue
		}
		score := (1 + b.commas + min(b.chars/100, 3)) * (1 - ratio(b.linkChars, b.chars))
		for level, e := float32(0), b.element; e >= 0 && level < handUp; e = p.elements[e].parent {
			share := float32(1)
			if level >= 1 {
				share = 1 / (2 * level)
			}
			p.elements[e].score += score * share
			level++
		}
	}
	p.best, p.bestScore = -1, 0
	for i := range p.elements {
		e := &p.elements[i]
		e.score *= 1 - e.sum.linkDensity()
		if e.chain&negative != 0 {
			e.score *= negativeFactor
		}
		if e.score > p.bestScore && i > 0 {
			p.best, p.bestScore = int32(i), e.score
		}
		e.best = e.score
		if e.parent >= 0 {
			e.best = max(e.best, p.elements[e.parent].best)
		}
	}
}

// distance is the number of steps in the element tree from a to b: up from a
// to their nearest common ancestor, and down to b.
func (p *page) distance(a, b int32) (up, down int32) {
	if a < 0 || b < 0 {
		return far, far
	}
	for a != b {
		if a > b { // children stand behind their parents
			a = p.elements[a].parent
			up++
		} else {
			b = p.elements[b].parent
			down++
		}
		if a < 0 || b < 0 {
			return up + max(a, 0), down
		}
	}
	return up, down
}
