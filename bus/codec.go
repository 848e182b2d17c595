package bus

import (
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"
	"github.com/winnow-news/winnow/proto/failure"
)

const encodingZstd = "zstd"

// codec compresses bodies. Both coders keep their own pools and are safe for
// concurrent use.
type codec struct {
	max int // of a decompressed body, in bytes
	enc *zstd.Encoder
	dec *zstd.Decoder
}

func newCodec(maxBytes int) (*codec, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		return nil, fmt.Errorf("make zstd encoder: %w", err)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(uint64(maxBytes)))
	if err != nil {
		return nil, fmt.Errorf("make zstd decoder: %w", err)
	}
	return &codec{max: maxBytes, enc: enc, dec: dec}, nil
}

func (c *codec) close() { c.dec.Close() }

// compress appends the compressed payload to dst.
func (c *codec) compress(dst, payload []byte) []byte { return c.enc.EncodeAll(payload, dst) }

// decompress undoes compress. The body is foreign: what is no zstd, or grows
// beyond the cap, is poison.
func (c *codec) decompress(encoding string, body []byte) ([]byte, error) {
	switch encoding {
	case "", "identity":
		return body, nil
	case encodingZstd:
	default:
		return nil, failure.Poison(fmt.Errorf("%w: encoding %q is unknown", ErrEncoding, oneLine(encoding)))
	}
	payload, err := c.dec.DecodeAll(body, nil)
	switch {
	case errors.Is(err, zstd.ErrDecoderSizeExceeded), errors.Is(err, zstd.ErrWindowSizeExceeded):
		return nil, failure.Poison(fmt.Errorf("%w: more than %d bytes when decompressed", ErrTooLarge, c.max))
	case err != nil:
		return nil, failure.Poison(fmt.Errorf("%w: %w", ErrEncoding, err))
	}
	return payload, nil
}
