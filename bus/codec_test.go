package bus

import (
	"bytes"
	"errors"
	"testing"

	"github.com/winnow-news/winnow/proto/failure"
)

const testCap = 1 << 20

func testCodec(t testing.TB) *codec {
	t.Helper()
	c, err := newCodec(testCap)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	return c
}

func TestCodecRoundTrip(t *testing.T) {
	t.Parallel()
	c := testCodec(t)
	for _, size := range []int{0, 1, 1000, testCap} {
		payload := bytes.Repeat([]byte("x"), size)
		got, err := c.decompress(encodingZstd, c.compress(nil, payload))
		if err != nil || !bytes.Equal(got, payload) {
			t.Errorf("%d bytes came back as %d, %v", size, len(got), err)
		}
	}
	_, err := c.decompress(encodingZstd, c.compress(nil, make([]byte, testCap+1)))
	if !errors.Is(err, ErrTooLarge) || failure.ClassOf(err) != failure.ClassPoison {
		t.Errorf("one byte above the cap: %v", err)
	}
}

// FuzzDecompress: whatever comes in, the answer is a payload within the cap or
// poison; and what we compress comes back.
func FuzzDecompress(f *testing.F) {
	c := testCodec(f)
	valid := c.compress(nil, []byte("<p>winnow</p>"))
	f.Add(encodingZstd, valid)
	f.Add(encodingZstd, valid[:len(valid)/2])
	f.Add(encodingZstd, c.compress(nil, make([]byte, 8<<20)))
	f.Add(encodingZstd, append(append([]byte{}, valid...), valid...)) // two frames
	f.Add(encodingZstd, []byte{0x50, 0x2a, 0x4d, 0x18, 0xff, 0xff, 0xff, 0x7f})
	f.Add("", []byte("plain"))
	f.Add("gzip", []byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, encoding string, body []byte) {
		payload, err := c.decompress(encoding, body)
		if err != nil {
			if failure.ClassOf(err) != failure.ClassPoison {
				t.Errorf("%v is not poison", err)
			}
			return
		}
		if len(payload) > testCap && len(payload) != len(body) {
			t.Errorf("%d bytes are above the cap", len(payload))
		}
		if len(payload) > testCap {
			return
		}
		again, err := c.decompress(encodingZstd, c.compress(nil, payload))
		if err != nil || !bytes.Equal(again, payload) {
			t.Errorf("%d bytes do not come back: %v", len(payload), err)
		}
	})
}
