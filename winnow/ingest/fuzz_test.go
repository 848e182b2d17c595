package ingest

import (
	"bufio"
	"bytes"
	"testing"
)

// FuzzWARC holds that any bytes end the reader in bounded steps, without a
// panic, and that bodies stay under the cap.
func FuzzWARC(f *testing.F) {
	f.Add([]byte("WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: 45\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>"))
	f.Add([]byte("WARC/1.0\r\nContent-Length: -1\r\n\r\n"))
	f.Add([]byte("\r\n\r\nWARC/1.1\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		items := 0
		readWARC(bufio.NewReader(bytes.NewReader(data)), "fuzz", func(item Item, err error) bool {
			items++
			if len(item.Body) > MaxBody {
				t.Errorf("body of %d bytes", len(item.Body))
			}
			return true
		})
		if items > len(data) {
			t.Errorf("%d items from %d bytes", items, len(data))
		}
	})
}
