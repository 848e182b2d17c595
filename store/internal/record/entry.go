// Package record is the encoding of what the engines keep: journal entries,
// frontier tasks and the order of the frontier's queue. Both engines use it, so
// that they agree on limits, on rounding and on what is due first.
package record

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
	"github.com/winnow-news/winnow/proto/journal"
	"github.com/winnow-news/winnow/store"
)

const (
	// MaxPageID is the longest page id in bytes: its length is kept in one.
	MaxPageID = 255
	// maxEntry bounds the memory that a damaged or hostile record can ask for.
	maxEntry = 64 << 20

	formatRaw  = 0
	formatZstd = 1
)

// Codec encodes journal entries as
//
//	length of the page id (1 byte) | page id | format (1 byte) | data
//
// with the page id in the open, for people who look for one. It is safe for
// concurrent use.
type Codec struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

// NewCodec makes a Codec. Close gives its memory back.
func NewCodec() (*Codec, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(128<<10),
		zstd.WithLowerEncoderMem(true), zstd.WithEncoderCRC(true))
	if err != nil {
		return nil, fmt.Errorf("journal encoder: %w", err)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxEntry), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, fmt.Errorf("journal decoder: %w", err)
	}
	return &Codec{enc: enc, dec: dec}, nil
}

// Close frees the Codec's buffers; it must not be used afterwards.
func (c *Codec) Close() {
	_ = c.enc.Close()
	c.dec.Close()
}

// Encode gives the stored form of e, without its position. Data that does not
// shrink is kept as it is.
func (c *Codec) Encode(e journal.Entry) []byte {
	head := 2 + len(e.PageID)
	b := make([]byte, head, head+len(e.Data))
	b[0] = byte(len(e.PageID))
	copy(b[1:], e.PageID)
	b[head-1] = formatZstd
	b = c.enc.EncodeAll(e.Data, b)
	if len(b)-head >= len(e.Data) {
		b[head-1] = formatRaw
		b = append(b[:head], e.Data...)
	}
	return b
}

// Decode undoes Encode; seq is the entry's position. The entry shares no
// memory with b. Errors match store.ErrCorrupt.
func (c *Codec) Decode(seq uint64, b []byte) (journal.Entry, error) {
	if len(b) == 0 || b[0] == 0 || len(b) < 2+int(b[0]) {
		return journal.Entry{}, corrupt(seq, fmt.Sprintf("%d bytes", len(b)))
	}
	n := 1 + int(b[0])
	id, format, data := b[1:n], b[n], b[n+1:]
	e := journal.Entry{Seq: seq, PageID: string(id)}
	switch format {
	case formatRaw:
		e.Data = append([]byte(nil), data...)
	case formatZstd:
		var err error
		if e.Data, err = c.dec.DecodeAll(data, nil); err != nil {
			return journal.Entry{}, corrupt(seq, err)
		}
	default:
		return journal.Entry{}, corrupt(seq, fmt.Sprintf("format %d", format))
	}
	return e, nil
}

// corrupt is not skipped, for a newer version may have written it.
func corrupt(seq uint64, why any) error {
	return fmt.Errorf("journal entry %d: %w: %v; winnow site rm and site add begin the journal anew", seq, store.ErrCorrupt, why)
}
