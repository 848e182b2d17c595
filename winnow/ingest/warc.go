package ingest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
	"net/textproto"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/winnow-news/winnow/crawler/fetch"
)

// errNotPage marks a WARC record that is no HTML page: it is passed over.
var errNotPage = errors.New("not an HTML page")

// maxRecordHeader bounds the header of a WARC record.
const maxRecordHeader = 1 << 20

// warcPages iterates over the HTML response records of a WARC file (ISO
// 28500), plain or with each record its own gzip member. A record that cannot
// be read as a page is reported and the next one follows; broken framing ends
// the file.
func warcPages(file string) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		f, err := os.Open(file)
		if err != nil {
			yield(Item{Source: file}, err)
			return
		}
		defer f.Close()
		var r io.Reader = bufio.NewReaderSize(f, 1<<20)
		if strings.HasSuffix(strings.ToLower(file), ".gz") {
			gz, err := gzip.NewReader(r)
			if err != nil {
				yield(Item{Source: file}, err)
				return
			}
			defer gz.Close()
			r = gz
		}
		readWARC(bufio.NewReaderSize(r, 64<<10), file, yield)
	}
}

// readWARC yields the pages of a decompressed WARC stream.
func readWARC(r *bufio.Reader, source string, yield func(Item, error) bool) {
	for n := 1; ; n++ {
		where := source + "!" + strconv.Itoa(n)
		header, length, err := recordHeader(r)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			yield(Item{Source: where}, fmt.Errorf("WARC record: %w", err))
			return
		}
		block := &io.LimitedReader{R: r, N: length}
		item, err := recordPage(header, block)
		item.Source = where
		if !errors.Is(err, errNotPage) && !yield(item, err) {
			return
		}
		if _, err := io.Copy(io.Discard, block); err != nil || block.N > 0 {
			yield(Item{Source: where}, fmt.Errorf("WARC record is cut off: %w", io.ErrUnexpectedEOF))
			return
		}
	}
}

// recordHeader reads the version line and the named fields of the next record.
// It gives io.EOF at the end of the file.
func recordHeader(r *bufio.Reader) (textproto.MIMEHeader, int64, error) {
	version, err := firstLine(r)
	if err != nil {
		return nil, 0, err
	}
	if !strings.HasPrefix(version, "WARC/") {
		return nil, 0, fmt.Errorf("starts with %.20q, want WARC/1.x", version)
	}
	limited := bufio.NewReader(&headerReader{r: r, left: maxRecordHeader})
	header, err := textproto.NewReader(limited).ReadMIMEHeader()
	if err != nil {
		return nil, 0, fmt.Errorf("its header: %w", err)
	}
	length, err := strconv.ParseInt(header.Get("Content-Length"), 10, 64)
	if err != nil || length < 0 {
		return nil, 0, fmt.Errorf("its Content-Length is %.30q", header.Get("Content-Length"))
	}
	return header, length, nil
}

// firstLine passes over the blank lines between records.
func firstLine(r *bufio.Reader) (string, error) {
	for {
		b, err := r.ReadSlice('\n')
		line := strings.TrimRight(string(b), "\r\n")
		if line != "" || err != nil {
			if errors.Is(err, bufio.ErrBufferFull) || line != "" {
				err = nil
			}
			return line, err
		}
	}
}

// headerReader hands a header to a buffering parser line by line and ends
// behind the blank line, so that the parser cannot read into the block.
type headerReader struct {
	r    *bufio.Reader
	left int
	line []byte
	end  bool
}

func (h *headerReader) Read(p []byte) (int, error) {
	if len(h.line) == 0 {
		if h.end {
			return 0, io.EOF
		}
		line, err := h.r.ReadSlice('\n')
		if h.left -= len(line); h.left < 0 {
			return 0, errors.New("larger than 1 MiB")
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return 0, io.ErrUnexpectedEOF
		}
		h.line = line
		h.end = err == nil && strings.TrimRight(string(line), "\r\n") == ""
	}
	n := copy(p, h.line)
	h.line = h.line[n:]
	return n, nil
}

// recordPage reads a response record's HTTP message. It gives errNotPage for
// whatever is not a successful HTML response.
func recordPage(header textproto.MIMEHeader, block io.Reader) (Item, error) {
	if !strings.EqualFold(header.Get("WARC-Type"), "response") ||
		!strings.HasPrefix(header.Get("Content-Type"), "application/http") {
		return Item{}, errNotPage
	}
	item := Item{URL: strings.Trim(header.Get("WARC-Target-URI"), "<>")}
	if t, err := time.Parse(time.RFC3339, header.Get("WARC-Date")); err == nil {
		item.FetchedAt = t
	}
	resp, err := http.ReadResponse(bufio.NewReader(block), nil)
	if err != nil {
		return item, fmt.Errorf("HTTP response of %s: %w", item.URL, err)
	}
	defer resp.Body.Close()
	item.Header = resp.Header
	media, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if resp.StatusCode != http.StatusOK || media != "text/html" && media != "application/xhtml+xml" {
		return item, errNotPage
	}
	body, err := fetch.Undo(resp.Body, resp.Header.Get("Content-Encoding"))
	if err != nil {
		return item, fmt.Errorf("HTTP response of %s: %w", item.URL, err)
	}
	defer body.Close()
	if item.Body, err = readCapped(body); err != nil {
		return item, fmt.Errorf("HTTP response of %s: %w", item.URL, err)
	}
	return item, nil
}
