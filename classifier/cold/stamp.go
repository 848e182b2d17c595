package cold

// stamp is a short line with a date or a time of day. An article has one, or a
// few in different elements; a thread of comments has many in elements of the same
// tag and classes.
type stamp struct {
	block int32
	alike int32   // index into page.alikes, which counts the stamps in elements like this one's
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

// The times in a transcript, which say how long somebody has been speaking, are no
// stamps. They are told by rising from line to line, and by beginning near zero or
// showing an hour that no clock shows.
const (
	leastElapsed = 5   // blocks
	soonest      = 120 // seconds, of the first
	hoursOfDay   = 24
)

// climb sums up the times in blocks whose elements have the same tag and classes:
// how many blocks have one, the first and the last in seconds, and how often one is
// less than the one before it.
type climb struct {
	blocks, first, last, falls int
	beyond                     bool // some hour is none of a day
}

func (c *climb) isElapsed() bool {
	return c.blocks >= leastElapsed && 20*c.falls <= c.blocks && (c.first <= soonest || c.beyond)
}

// forgetElapsed marks the times of a transcript as no dates.
func (p *page) forgetElapsed() {
	if p.total.dated < leastElapsed {
		return
	}
	p.stampShapes.reset(0)
	var climbs []climb
	for i := range p.blocks {
		at, hours, ok := elapsed(p.src.Blocks[i].GetText())
		if !ok {
			continue
		}
		k := p.stampShapes.number(p.elementOf(i).shape)
		if int(k) == len(climbs) {
			climbs = append(climbs, climb{first: at})
		}
		c := &climbs[k]
		if c.blocks++; at < c.last {
			c.falls++
		}
		c.last = at
		c.beyond = c.beyond || hours > hoursOfDay
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		if k := p.stampShapes.find(p.elementOf(i).shape); b.dated && k >= 0 && climbs[k].isElapsed() && !hasYear(p.src.Blocks[i].GetText()) {
			b.dated = false
			p.total.dated--
		}
	}
}

// elapsed reads the first clock of a text without a year, in seconds: hours,
// minutes and seconds, or minutes and seconds. hours is what stands first in it.
func elapsed(text string) (seconds, hours int, ok bool) {
	colon := clockAt(text)
	if colon < 0 || hasYear(text) {
		return 0, 0, false
	}
	i := colon - 1
	if i > 0 && digit(text[i-1]) {
		i--
	}
	for first := true; ; first = false {
		n := 0
		for ; i < len(text) && digit(text[i]) && n < 1000; i++ {
			n = 10*n + int(text[i]-'0')
		}
		if first {
			hours = n
		}
		seconds = 60*seconds + n
		if i+2 >= len(text) || text[i] != ':' || !digit(text[i+1]) || !digit(text[i+2]) {
			return seconds, hours, true
		}
		i++
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
