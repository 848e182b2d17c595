package bus

import "sync"

// maxKept is the largest buffer that is kept for the next use, in bytes: few
// pages are larger, and one giant is not to stay in memory.
const maxKept = 1 << 20

// buffers are reused for what is encoded and compressed: two allocations of a
// page's size for each publication would otherwise be most of the garbage.
// Whoever publishes may give a buffer back once the publication has returned,
// because the client copies what it sends.
type buffers struct{ pool sync.Pool }

func (b *buffers) get() *[]byte {
	if p, ok := b.pool.Get().(*[]byte); ok {
		return p
	}
	return new([]byte)
}

func (b *buffers) put(p *[]byte) {
	if cap(*p) <= maxKept {
		*p = (*p)[:0]
		b.pool.Put(p)
	}
}
