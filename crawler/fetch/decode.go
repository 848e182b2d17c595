package fetch

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// acceptEncoding is what is asked for. Decode understands brotli as well: some
// servers send it to everybody.
const acceptEncoding = "gzip, deflate, zstd"

// maxLayers bounds the encodings that may be stacked on one body.
const maxLayers = 2

// zstdWindow is the largest window that a browser accepts (RFC 9659).
const zstdWindow = 8 << 20

// Decode reads body to its end and undoes the encodings of a
// Content-Encoding header. It gives ErrTooLarge when more than maxCompressed
// bytes come, or more than maxBody come out of them, and ErrEncoding when an
// encoding is unknown or not followed. It never holds more than both caps.
func Decode(body io.Reader, contentEncoding string, maxBody, maxCompressed int64) ([]byte, error) {
	layers := encodings(contentEncoding)
	if len(layers) == 0 {
		maxCompressed = maxBody
	}
	r, err := Undo(&capped{r: body, left: maxCompressed, what: "as it came", limit: maxCompressed}, contentEncoding)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var out bytes.Buffer
	if _, err := out.ReadFrom(&capped{r: r, left: maxBody, what: "decompressed", limit: maxBody}); err != nil {
		return nil, decodeError(err, layers)
	}
	return out.Bytes(), nil
}

// Undo reads what the encodings of a Content-Encoding header were applied to.
// It knows no cap: the caller stops. Closing it leaves body open. An error that
// matches ErrEncoding says that an encoding is unknown or not followed.
func Undo(body io.Reader, contentEncoding string) (io.ReadCloser, error) {
	layers := encodings(contentEncoding)
	if len(layers) > maxLayers {
		return nil, fmt.Errorf("%d layers (%s): %w", len(layers), contentEncoding, ErrEncoding)
	}
	out := &undone{Reader: body}
	for i := len(layers) - 1; i >= 0; i-- {
		next, err := layer(out.Reader, layers[i])
		if err != nil {
			if !errors.Is(err, ErrEncoding) {
				err = decodeError(err, layers) // of a layer around this one
			}
			return nil, errors.Join(err, out.Close())
		}
		out.Reader, out.layers = next, append(out.layers, next)
	}
	return out, nil
}

// undone is a body whose layers are closed together.
type undone struct {
	io.Reader
	layers []io.Closer
}

func (u *undone) Close() error {
	var errs []error
	for _, l := range u.layers {
		errs = append(errs, l.Close())
	}
	return errors.Join(errs...)
}

// encodings gives the encodings of a Content-Encoding header, in the order
// in which they were applied, without those that change nothing.
func encodings(header string) []string {
	var out []string
	for part := range strings.SplitSeq(header, ",") {
		switch e := strings.ToLower(strings.TrimSpace(part)); e {
		case "", "identity", "none", "utf-8": // the latter two are mistakes that servers make
		default:
			out = append(out, strings.TrimPrefix(e, "x-"))
		}
	}
	return out
}

// layer undoes one encoding.
func layer(r io.Reader, name string) (io.ReadCloser, error) {
	br := bufio.NewReader(r)
	head, err := br.Peek(leastEncoded)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(head) < 2 || isMarkup(head) { // as good as nothing, or declared and not done: servers and archives do that
		return io.NopCloser(br), nil
	}
	switch name {
	case "gzip":
		if head[0] != 0x1f || head[1] != 0x8b {
			return io.NopCloser(br), nil
		}
		return wrap(gzip.NewReader(br))
	case "br":
		return io.NopCloser(brotli.NewReader(br)), nil
	case "deflate": // zlib by the standard, raw by some servers
		if head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
			return wrap(zlib.NewReader(br))
		}
		return flate.NewReader(br), nil
	case "zstd":
		d, err := zstd.NewReader(br, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrEncoding, err)
		}
		return d.IOReadCloser(), nil
	}
	return nil, fmt.Errorf("%q is not understood: %w", name, ErrEncoding)
}

// leastEncoded is how much of a body tells whether it is encoded.
const leastEncoded = 16

// isMarkup reports what begins like an HTML or XML document.
func isMarkup(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	if len(head) < 2 || head[0] != '<' {
		return false
	}
	return !slices.ContainsFunc(head, func(c byte) bool { return c < ' ' && !bytes.ContainsRune([]byte("\t\r\n"), rune(c)) || c > '~' })
}

func wrap[R io.ReadCloser](r R, err error) (io.ReadCloser, error) {
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEncoding, err)
	}
	return r, nil
}

// decodeError sorts what went wrong while reading: a connection that broke
// is worth another try, a body that is not what it says is not.
func decodeError(err error, layers []string) error {
	broken := errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) ||
		errors.Is(err, zlib.ErrChecksum) || errors.Is(err, zstd.ErrMagicMismatch) ||
		errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded) ||
		strings.HasPrefix(err.Error(), "brotli: ") // it has no types of its own
	if _, corrupt := errors.AsType[flate.CorruptInputError](err); broken || corrupt {
		return fmt.Errorf("%s: %w: %w", strings.Join(layers, ", "), ErrEncoding, err)
	}
	return fmt.Errorf("reading the body: %w", err)
}

// capped reads at most left bytes and then fails, if there is one more.
type capped struct {
	r           io.Reader
	left, limit int64
	what        string
}

func (c *capped) Read(p []byte) (int, error) {
	if int64(len(p)) > c.left+1 {
		p = p[:c.left+1]
	}
	n, err := c.r.Read(p)
	if int64(n) > c.left {
		return int(c.left), fmt.Errorf("more than %d bytes %s: %w", c.limit, c.what, ErrTooLarge)
	}
	c.left -= int64(n)
	return n, err
}
