package fetch

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

type writer func(io.Writer) io.WriteCloser

var writers = map[string]writer{
	"gzip":    func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"deflate": func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
	"raw": func(w io.Writer) io.WriteCloser {
		f, _ := flate.NewWriter(w, flate.DefaultCompression)
		return f
	},
	"zstd": func(w io.Writer) io.WriteCloser {
		z, _ := zstd.NewWriter(w)
		return z
	},
	"br": func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) },
}

func compress(t testing.TB, name string, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := writers[name](&b)
	if _, err := w.Write(body); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDecode(t *testing.T) {
	text := []byte(strings.Repeat("news, ", 500))
	tests := []struct {
		name, encoding string
		body           []byte
	}{
		{"identity", "", text},
		{"named identity", "identity", text},
		{"gzip", "gzip", compress(t, "gzip", text)},
		{"x-gzip in capitals", "X-GZIP", compress(t, "gzip", text)},
		{"declared gzip, plain", "gzip", text},
		{"zlib deflate", "deflate", compress(t, "deflate", text)},
		{"raw deflate", "deflate", compress(t, "raw", text)},
		{"zstd", "zstd", compress(t, "zstd", text)},
		{"brotli", "br", compress(t, "br", text)},
		{"identity and brotli", "identity,br", compress(t, "br", text)},
		{"two layers", "deflate, gzip", compress(t, "gzip", compress(t, "deflate", text))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Decode(bytes.NewReader(tt.body), tt.encoding, int64(len(text)), 1<<20)
			if err != nil || !bytes.Equal(got, text) {
				t.Fatalf("Decode = %d bytes, %v; want %d bytes", len(got), err, len(text))
			}
			if _, err := Decode(bytes.NewReader(tt.body), tt.encoding, int64(len(text)-1), 1<<20); !errors.Is(err, ErrTooLarge) {
				t.Errorf("one byte above the cap: %v, want ErrTooLarge", err)
			}
		})
	}
}

func TestDecodeBombs(t *testing.T) {
	zeros := make([]byte, 3<<20)
	for name := range writers {
		encoding := strings.Replace(name, "raw", "deflate", 1)
		bomb := compress(t, name, zeros)
		if _, err := Decode(bytes.NewReader(bomb), encoding, 1<<20, 1<<20); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s bomb of %d bytes: %v, want ErrTooLarge", name, len(bomb), err)
		}
	}
	double := compress(t, "gzip", compress(t, "gzip", zeros))
	if _, err := Decode(bytes.NewReader(double), "gzip, gzip", 1<<20, 1<<20); !errors.Is(err, ErrTooLarge) {
		t.Errorf("double bomb: %v, want ErrTooLarge", err)
	}
	if _, err := Decode(bytes.NewReader(zeros), "gzip", 64<<20, 1<<20); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too much as it came: %v, want ErrTooLarge", err)
	}
}

func TestDecodeErrors(t *testing.T) {
	text := []byte(strings.Repeat("news, ", 500))
	spoiled := compress(t, "gzip", text)
	spoiled[len(spoiled)-5] ^= 0xff // in the checksum
	for name, tt := range map[string]struct {
		encoding string
		body     []byte
	}{
		"no brotli":            {"br", text},
		"unknown":              {"rot13", text},
		"three layers":         {"gzip, gzip, gzip", text},
		"checksum":             {"gzip", spoiled},
		"no zstd":              {"zstd", text},
		"no brotli in a layer": {"gzip, br", text},
		"no deflate":           {"deflate", []byte{0x06, 0xff, 0xff, 0xff}},
	} {
		if got, err := Decode(bytes.NewReader(tt.body), tt.encoding, 1<<20, 1<<20); !errors.Is(err, ErrEncoding) {
			t.Errorf("%s: %d bytes, %v; want ErrEncoding", name, len(got), err)
		}
	}
	whole := compress(t, "gzip", text)
	if _, err := Decode(bytes.NewReader(whole[:len(whole)/2]), "gzip", 1<<20, 1<<20); !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, ErrEncoding) {
		t.Errorf("cut short: %v, want an error that may pass", err)
	}
	if got, err := Decode(strings.NewReader(""), "gzip", 1, 1); err != nil || len(got) != 0 {
		t.Errorf("empty: %q, %v", got, err)
	}
}

// Archives keep a header whose encodings they have undone.
func TestDecodeOfWhatIsNotEncoded(t *testing.T) {
	for _, page := range []string{"<!doctype html><p>A", " \r\n<html><p>B", "\ufeff<?xml version='1.0'?><p>C", "<p>D"} {
		for _, encoding := range []string{"gzip", "deflate", "zstd", "br", "identity, br", "gzip, br"} {
			got, err := Decode(strings.NewReader(page), encoding, 1<<20, 1<<20)
			if err != nil || string(got) != page {
				t.Errorf("%q declared %s: %q, %v", page, encoding, got, err)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	for name := range writers {
		f.Add(compress(f, name, []byte("some text")), name)
	}
	f.Fuzz(func(t *testing.T, body []byte, encoding string) {
		const limit = 1 << 16
		if out, err := Decode(bytes.NewReader(body), encoding, limit, limit); err == nil && len(out) > limit {
			t.Fatalf("%d bytes passed a cap of %d", len(out), limit)
		}
	})
}
