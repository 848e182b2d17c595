package cold

import "math/rand/v2"

// table numbers keys 0, 1, 2 … in the order in which they first come. Its
// memory serves page after page. (Open addressing; the seed keeps hostile pages
// from choosing keys that collide. No result depends on it.)
type table struct {
	slots []slot
	shift uint8
	round uint32 // slots of other rounds are free
	count int32
	seed  uint64
}

type slot struct {
	key    uint64
	number int32
	round  uint32
}

func newTable() table {
	const bits = 8
	return table{slots: make([]slot, 1<<bits), shift: 64 - bits, round: 1, seed: rand.Uint64() | 1}
}

// reset forgets all keys.
func (t *table) reset() {
	t.count = 0
	if t.round++; t.round == 0 { // once in 2³² pages the old rounds come again
		clear(t.slots)
		t.round = 1
	}
}

// number gives the number of a key, a new one if it was not seen before.
func (t *table) number(key uint64) int32 {
	at := t.at(key)
	s := &t.slots[at]
	if s.round == t.round {
		return s.number
	}
	n := t.count
	*s = slot{key: key, number: n, round: t.round}
	if t.count++; 2*int(t.count) > len(t.slots) {
		t.grow()
	}
	return n
}

// find gives the number of a key, -1 if it was not seen.
func (t *table) find(key uint64) int32 {
	if s := &t.slots[t.at(key)]; s.round == t.round {
		return s.number
	}
	return -1
}

// at is where a key stands, or where it would.
func (t *table) at(key uint64) int {
	at := int(key * t.seed >> t.shift)
	for {
		s := &t.slots[at]
		if s.round != t.round || s.key == key {
			return at
		}
		if at++; at == len(t.slots) {
			at = 0
		}
	}
}

func (t *table) grow() {
	old := t.slots
	t.slots = make([]slot, 2*len(old))
	t.shift--
	for _, s := range old {
		if s.round == t.round {
			t.slots[t.at(s.key)] = s
		}
	}
}
