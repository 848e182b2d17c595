package comparer

// bitsets is an array of sets of page slots, equally wide, in one slice.
type bitsets struct {
	width int // in 64-bit words
	data  []uint64
}

func newBitsets(slots int) bitsets { return bitsets{width: (slots + 63) / 64} }

// grow appends an empty set.
func (b *bitsets) grow() {
	for range b.width {
		b.data = append(b.data, 0)
	}
}

func (b *bitsets) of(i uint32) []uint64 {
	return b.data[int(i)*b.width : (int(i)+1)*b.width]
}

func (b *bitsets) has(i uint32, slot int) bool {
	return b.data[int(i)*b.width+slot/64]>>(slot%64)&1 == 1
}

// set adds slot to set i and reports whether that changed it.
func (b *bitsets) set(i uint32, slot int) bool {
	if b.has(i, slot) {
		return false
	}
	b.data[int(i)*b.width+slot/64] |= 1 << (slot % 64)
	return true
}

// clear takes slot from set i and reports whether that changed it.
func (b *bitsets) clear(i uint32, slot int) bool {
	if !b.has(i, slot) {
		return false
	}
	b.data[int(i)*b.width+slot/64] &^= 1 << (slot % 64)
	return true
}
