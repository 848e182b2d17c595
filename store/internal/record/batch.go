package record

import (
	"encoding/binary"

	"github.com/winnow-news/winnow/proto/journal"
)

// EncodeBatch gives the stored form of entries that are appended together to a
// journal that keeps so many:
//
//	keep | length | entry | length | entry ...
//
// with numbers as varints. Of more entries than are kept it holds the last.
func (c *Codec) EncodeBatch(keep int, entries []journal.Entry) []byte {
	b := binary.AppendUvarint(nil, uint64(keep))
	for _, e := range entries[max(0, len(entries)-keep):] {
		encoded := c.Encode(e)
		b = append(binary.AppendUvarint(b, uint64(len(encoded))), encoded...)
	}
	return b
}

// DecodeBatch undoes EncodeBatch; seq is the position of the last entry. Errors
// match store.ErrCorrupt.
func (c *Codec) DecodeBatch(seq uint64, b []byte) (keep uint64, entries []journal.Entry, err error) {
	keep, n := binary.Uvarint(b)
	var parts [][]byte
	for n > 0 && len(b) > n {
		b = b[n:]
		var size uint64
		if size, n = binary.Uvarint(b); n > 0 && size <= uint64(len(b)-n) {
			parts = append(parts, b[n:n+int(size)])
			n += int(size)
		} else {
			n = 0
		}
	}
	if n <= 0 || len(parts) == 0 || uint64(len(parts)) > seq {
		return 0, nil, corrupt(seq, "no batch")
	}
	entries = make([]journal.Entry, len(parts))
	for i, part := range parts {
		if entries[i], err = c.Decode(seq-uint64(len(parts)-1-i), part); err != nil {
			return 0, nil, err
		}
	}
	return keep, entries, nil
}
