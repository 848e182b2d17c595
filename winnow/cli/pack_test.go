package cli_test

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// pack is the command "pack DIR FILE": it packs what "winnow newsroom write"
// wrote to DIR into the format that FILE's name says; "pack FILE.html
// FILE.html.gz" compresses one file.
func pack() {
	from, to := os.Args[1], os.Args[2]
	var b bytes.Buffer
	switch {
	case strings.Contains(to, ".tar"):
		packTar(&b, from)
	case strings.Contains(to, ".warc"):
		packWARC(&b, from)
	default:
		html, err := os.ReadFile(from)
		fail(err)
		b.Write(html)
	}
	out, err := os.Create(to)
	fail(err)
	var w io.WriteCloser = out
	switch filepath.Ext(to) {
	case ".gz":
		w = gzip.NewWriter(out)
	case ".zst":
		w, err = zstd.NewWriter(out)
		fail(err)
	}
	_, err = b.WriteTo(w)
	fail(err)
	fail(w.Close())
}

func packTar(w io.Writer, dir string) {
	tw := tar.NewWriter(w)
	fail(tw.AddFS(os.DirFS(dir)))
	fail(tw.Close())
}

func packWARC(w io.Writer, dir string) {
	index, err := os.Open(filepath.Join(dir, "pages.jsonl"))
	fail(err)
	defer index.Close()
	for dec := json.NewDecoder(index); dec.More(); {
		var page struct {
			URL  string `json:"url"`
			File string `json:"html_file"`
		}
		fail(dec.Decode(&page))
		html, err := os.ReadFile(filepath.Join(dir, page.File))
		fail(err)
		http := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s", len(html), html)
		fmt.Fprintf(w, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			page.URL, len(http), http)
	}
}

// isJSON wants each line of a file to be an object of JSON with the keys named:
// json stdout id event.
func isJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: json file [key…]")
	}
	text := strings.TrimSuffix(ts.ReadFile(args[0]), "\n")
	if text == "" {
		ts.Fatalf("%s is empty", args[0])
	}
	for i, line := range strings.Split(text, "\n") {
		var object map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			ts.Fatalf("%s, line %d: %v: %.100q", args[0], i+1, err, line)
		}
		for _, key := range args[1:] {
			if _, ok := object[key]; !ok {
				ts.Fatalf("%s, line %d has no %q: %.300s", args[0], i+1, key, line)
			}
		}
	}
}
