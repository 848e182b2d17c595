package cold

// stamp is a short line with a date or a time of day. An article has one, or a
// few that differ; a thread of comments has one like the other.
type stamp struct {
	block int32
	alike int32   // number of the stamps in elements of the same tag and classes
	rank  float32 // how many of these stand before it
}

func (p *page) loadStamps() {
	p.stamps, p.alikes = p.stamps[:0], p.alikes[:0]
	p.stampShapes.reset(0)
	for i := range p.blocks {
		b := &p.blocks[i]
		if b.dated {
			kind := p.stampShapes.number(p.elementOf(i).shape)
			if int(kind) == len(p.alikes) {
				p.alikes = append(p.alikes, 0)
			}
			p.stamps = append(p.stamps, stamp{block: int32(i), alike: kind, rank: p.alikes[kind]})
			p.alikes[kind]++
		}
		b.stamps = int32(len(p.stamps))
	}
}

var stampFeatures = []string{"before", "behind", "prev", "prev_alike", "prev_rank", "next", "next_alike", "next_rank"}

func fillStamp(p *page, i int, out []float32) {
	n := int(p.blocks[i].stamps) // up to and with block i
	put(out, float32(n), float32(len(p.stamps)-n))
	p.putStamp(out[2:], i, n-1)
	p.putStamp(out[5:], i, n)
}

func (p *page) putStamp(out []float32, i, k int) {
	if k < 0 || k >= len(p.stamps) {
		put(out, noGap, 0, 0)
		return
	}
	s := &p.stamps[k]
	put(out, gap(i, s.block), p.alikes[s.alike], s.rank)
}
