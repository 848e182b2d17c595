package cold

import (
	"math/bits"
	"math/rand/v2"
)

// table numbers keys 0, 1, 2 … in the order in which they first come. Its
// memory serves page after page, of which a small page uses a small part: what
// one large page made room for would not fit the processor's caches. (Open
// addressing; the seed keeps hostile pages from choosing keys that collide. No
// result depends on it.)
type table struct {
	memory []slot
	slots  []slot // the part in use, the first 2ⁿ of memory
	shift  uint8  // 64 - n
	round  uint32 // slots of other rounds are free
	count  int32
	seed   uint64
	moved  []slot // for grow
}

type slot struct {
	key    uint64
	number int32
	round  uint32
}

// leastBits is the logarithm of the least number of slots in use.
const leastBits = 8

func newTable() table {
	t := table{round: 1, seed: rand.Uint64() | 1}
	t.use(leastBits)
	return t
}

// use takes 2^n slots; those of other rounds are free.
func (t *table) use(n int) {
	if 1<<n > len(t.memory) {
		t.memory = make([]slot, 1<<n)
	}
	t.slots, t.shift = t.memory[:1<<n], uint8(64-n)
}

// reset forgets all keys, and makes room for as many as are expected.
func (t *table) reset(expected int) {
	t.count = 0
	t.free()
	t.use(max(leastBits, bits.Len(uint(2*expected))))
}

// free begins another round.
func (t *table) free() {
	if t.round++; t.round == 0 { // once in 2³² pages the old rounds come again
		clear(t.memory)
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
	t.moved = t.moved[:0]
	for _, s := range t.slots {
		if s.round == t.round {
			t.moved = append(t.moved, s)
		}
	}
	t.free()
	t.use(64 - int(t.shift) + 1)
	for _, s := range t.moved {
		s.round = t.round
		t.slots[t.at(s.key)] = s
	}
}
