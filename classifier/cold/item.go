package cold

// siblings are the children of an element that look alike: paragraphs, list
// items, teasers, comments.
type siblings struct {
	count float32
	sum   sums    // of all their subtrees
	dated float32 // how many of them hold a line with a date
	slugs float32 // how many of them lead to what may be an article
	texts float32 // how many of them hold running text
}

// leastItems is how many siblings make a list, and leastParts how many blocks
// their items have: one paragraph beside others is no item.
const (
	leastItems = 3
	leastParts = 2
)

// loadItems finds the lists of the page: comments have their author and date
// again and again, teasers their link.
func (p *page) loadItems() {
	p.siblings.reset(len(p.elements))
	p.groups = p.groups[:0]
	for i := range p.elements {
		e := &p.elements[i]
		e.group = p.siblings.number(mix(e.shape, uint64(e.parent+1)))
		if int(e.group) == len(p.groups) {
			p.groups = append(p.groups, siblings{})
		}
		g := &p.groups[e.group]
		g.count++
		g.sum.join(&e.sum)
		g.dated += flag(e.sum.dated > 0)
		g.slugs += flag(e.sum.slugs > 0)
		g.texts += flag(e.sum.long > 0)
	}
	for i := range p.elements {
		e := &p.elements[i]
		e.item = -1
		if e.parent >= 0 {
			e.item = p.elements[e.parent].item
		}
		g := &p.groups[e.group]
		if g.count >= leastItems && g.sum.blocks >= leastParts*g.count {
			e.item = int32(i)
		}
	}
}

var itemFeatures = []string{"up", "count", "blocks", "words", "text_share", "dated_share", "slug_share", "link_density", "own_words", "own_long"}

func fillItem(p *page, i int, out []float32) {
	e := p.elementOf(i)
	if e.item < 0 {
		put(out, far)
		return
	}
	it := &p.elements[e.item]
	g := &p.groups[it.group]
	put(out, float32(e.depth-it.depth), g.count, ratio(g.sum.blocks, g.count), ratio(g.sum.words, g.count), ratio(g.texts, g.count),
		ratio(g.dated, g.count), ratio(g.slugs, g.count), g.sum.linkDensity(), it.sum.words, it.sum.long)
}
