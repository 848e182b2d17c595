package ingest_test

import (
	"archive/tar"
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/winnow-news/winnow/proto/site"
	"github.com/winnow-news/winnow/winnow/ingest"
)

const page = "<title>T</title><p>Hello"

type got struct {
	source, url, site, body, gold string
	err                           error
}

func read(t *testing.T, paths ...string) (*ingest.Source, []got) {
	t.Helper()
	src, err := ingest.Open(paths...)
	if err != nil {
		t.Fatal(err)
	}
	var all []got
	for item, err := range src.All() {
		all = append(all, got{filepath.Base(item.Source), item.URL, item.Site, string(item.Body), item.Gold.Text, err})
	}
	return src, all
}

func gz(t *testing.T, data string) []byte {
	t.Helper()
	var b bytes.Buffer
	closed(t, gzip.NewWriter(&b), data)
	return b.Bytes()
}

func closed(t *testing.T, w io.WriteCloser, data string) {
	t.Helper()
	if _, err := io.WriteString(w, data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// deflated is data as HTTP's "deflate" asks for it: in zlib's format.
func deflated(t *testing.T, data string) string {
	t.Helper()
	var b strings.Builder
	closed(t, zlib.NewWriter(&b), data)
	return b.String()
}

func brotlied(t *testing.T, data string) string {
	t.Helper()
	var b strings.Builder
	closed(t, brotli.NewWriter(&b), data)
	return b.String()
}

func write(t *testing.T, path string, data []byte) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDirectory(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.html"), []byte(page))
	write(t, filepath.Join(dir, "sub", "b.html.gz"), gz(t, page+" B"))
	write(t, filepath.Join(dir, "broken.html.gz"), []byte("no gzip"))
	write(t, filepath.Join(dir, "notes.txt"), []byte("no page"))
	src, all := read(t, dir)
	if src.Pages != 3 || len(all) != 3 {
		t.Fatalf("%d pages announced, %d read, want 3: %+v", src.Pages, len(all), all)
	}
	if all[0].body != page || all[2].body != page+" B" {
		t.Errorf("bodies: %+v", all)
	}
	if all[1].err == nil || all[1].source != "broken.html.gz" {
		t.Errorf("broken file: %+v", all[1])
	}
}

func TestDirectoryWithIndex(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "html", "0.html"), []byte(page))
	write(t, filepath.Join(dir, "pages.jsonl"), []byte(`{"id":"x","site":"s.example","url":"https://s.example/x","html_file":"html/0.html","gold_kind":"full","gold_text":"Hello"}`))
	_, all := read(t, dir)
	want := got{"0.html", "https://s.example/x", "s.example", page, "Hello", nil}
	if len(all) != 1 || all[0] != want {
		t.Errorf("got %+v, want %+v", all, want)
	}
}

// archive makes a tar of name/content pairs.
func archive(t *testing.T, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		if err := w.WriteHeader(&tar.Header{Name: files[i], Mode: 0o600, Size: int64(len(files[i+1]))}); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, files[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestArchives(t *testing.T) {
	index := `{"id":"1","site":"s","url":"https://s.example/1","html_file":"html/1.html"}
{"id":"2","site":"s","url":"https://s.example/2","html_file":"html/2.html"}`
	tests := []struct {
		name  string
		tar   []byte
		pages int
		urls  string
	}{
		{"index first", archive(t, "pages.jsonl", index, "html/1.html", page, "html/2.html", page), 2, "https://s.example/1 https://s.example/2"},
		{"index last", archive(t, "html/2.html", page, "./html/1.html", page, "./pages.jsonl", index), 2, "https://s.example/2 https://s.example/1"},
		{"no index", archive(t, "a.html", page, "b.css", "x"), -1, ""},
	}
	for _, tt := range tests {
		for _, ext := range []string{".tar", ".tar.gz", ".tar.zst"} {
			t.Run(tt.name+ext, func(t *testing.T) {
				data := tt.tar
				switch ext {
				case ".tar.gz":
					data = gz(t, string(data))
				case ".tar.zst":
					enc, err := zstd.NewWriter(nil)
					if err != nil {
						t.Fatal(err)
					}
					data = enc.EncodeAll(data, nil)
				}
				src, all := read(t, write(t, filepath.Join(t.TempDir(), "x"+ext), data))
				var urls []string
				for _, g := range all {
					if g.err != nil || g.body != page {
						t.Errorf("item %+v", g)
					}
					urls = append(urls, g.url)
				}
				if got := strings.TrimSpace(strings.Join(urls, " ")); src.Pages != tt.pages || got != tt.urls {
					t.Errorf("pages %d, urls %q; want %d, %q", src.Pages, got, tt.pages, tt.urls)
				}
			})
		}
	}
}

// Pages of an archive are read as those of a folder are.
func TestZippedPagesOfArchives(t *testing.T) {
	files := []string{"a.html", string(gz(t, page+" A")), "b.html.gz", string(gz(t, page+" B")), "broken.HTML.GZ", "no gzip"}
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		write(t, filepath.Join(dir, files[i]), []byte(files[i+1]))
	}
	for name, path := range map[string]string{"folder": dir, "archive": write(t, filepath.Join(t.TempDir(), "x.tar"), archive(t, files...))} {
		_, all := read(t, path)
		if len(all) != 3 || all[0].body != page+" A" || all[1].body != page+" B" || all[2].err == nil || all[2].body != "no gzip" {
			t.Errorf("%s: %+v", name, all)
		}
	}
}

func TestTruncatedArchiveIsAnError(t *testing.T) {
	data := archive(t, "a.html", page, "b.html", strings.Repeat(page, 1000))
	_, all := read(t, write(t, filepath.Join(t.TempDir(), "x.tar"), data[:3000]))
	if len(all) == 0 || all[0].err != nil || all[len(all)-1].err == nil {
		t.Errorf("want the first page and then an error, got %+v", all)
	}
}

func record(kind, uri, mime, http string) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, uri, mime, len(http), http)
}

func response(header, body string) string {
	return "HTTP/1.1 200 OK\r\n" + header + "\r\n" + body
}

func TestWARC(t *testing.T) {
	const html = "Content-Type: text/html; charset=utf-8\r\n"
	file := record("warcinfo", "", "application/warc-fields", "software: x\r\n") +
		record("response", "https://a.example/1", "application/http; msgtype=response", response(html, page)) +
		record("request", "https://a.example/1", "application/http", "GET / HTTP/1.1\r\n\r\n") +
		record("response", "https://a.example/pic", "application/http", response("Content-Type: image/png\r\n", "x")) +
		record("response", "https://a.example/404", "application/http", "HTTP/1.1 404 Not Found\r\n"+html+"\r\nno") +
		record("response", "https://a.example/bad", "application/http", "garbage") +
		record("response", "https://a.example/2", "application/http", response(html+"Content-Encoding: gzip\r\n", string(gz(t, page+"2")))) +
		record("response", "https://a.example/3", "application/http", response(html+"Content-Encoding: gzip\r\n", page+"3")) +
		record("response", "https://a.example/4", "application/http", response(html+"Transfer-Encoding: chunked\r\n", "5\r\nHello\r\n0\r\n\r\n")) +
		record("response", "https://a.example/5", "application/http", response(html+"Content-Encoding: deflate\r\n", deflated(t, page+"5"))) +
		record("response", "https://a.example/6", "application/http", response(html+"Content-Encoding: br\r\n", brotlied(t, page+"6"))) +
		record("response", "https://a.example/bad2", "application/http", response(html+"Content-Encoding: rot13\r\n", "\x01"+page))
	want := "https://a.example/1=" + page + " https://a.example/bad=error https://a.example/2=" + page + "2 https://a.example/3=" + page + "3 https://a.example/4=Hello" +
		" https://a.example/5=" + page + "5 https://a.example/6=" + page + "6 https://a.example/bad2=error"
	for name, data := range map[string][]byte{"x.warc": []byte(file), "x.warc.gz": gz(t, file)} {
		_, all := read(t, write(t, filepath.Join(t.TempDir(), name), data))
		var rows []string
		for _, g := range all {
			if g.err != nil {
				g.body = "error"
			}
			rows = append(rows, g.url+"="+g.body)
		}
		if got := strings.Join(rows, " "); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

// What the publisher said beside the page is known of a saved page, too.
func TestHeaderOfSavedPage(t *testing.T) {
	header := "Content-Type: text/html; charset=windows-1250\r\nContent-Language: cs\r\nX-Robots-Tag: winnowbot: noai\r\nTDM-Reservation: 1\r\nLast-Modified: Fri, 02 Jan 2026 03:00:00 GMT\r\n"
	file := record("response", "https://a.example/1", "application/http", response(header, "<p>P\xf8\xedb\xechy"))
	src, err := ingest.Open(write(t, filepath.Join(t.TempDir(), "x.warc"), []byte(file)))
	if err != nil {
		t.Fatal(err)
	}
	pages := 0
	for item, err := range src.All() {
		if err != nil {
			t.Fatal(err)
		}
		pages++
		page, err := ingest.Page(&site.Namer{}, "WinnowBot", item.URL, item)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(page.Body); got != "<p>Příběhy" {
			t.Errorf("body %q", got)
		}
		if o := page.GetOptOuts(); !o.GetNoai() || !o.GetTdmReservation() || o.GetNoindex() {
			t.Errorf("opt-outs %v", o)
		}
		if page.GetContentLanguage() != "cs" || page.GetLastModified().GetSeconds() != 1767322800 {
			t.Errorf("language %q, modified %v", page.GetContentLanguage(), page.GetLastModified())
		}
	}
	if pages != 1 {
		t.Errorf("%d pages, want 1", pages)
	}
}

func TestCutOffWARC(t *testing.T) {
	file := record("response", "https://a.example/1", "application/http", response("Content-Type: text/html\r\n", page))
	_, all := read(t, write(t, filepath.Join(t.TempDir(), "x.warc"), []byte(file+file[:len(file)-20])))
	if len(all) < 2 || all[0].err != nil || all[len(all)-1].err == nil {
		t.Errorf("want a page and an error, got %+v", all)
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := ingest.Open(write(t, filepath.Join(dir, "x.pdf"), nil)); !errors.Is(err, ingest.ErrFormat) {
		t.Errorf("pdf: %v", err)
	}
	if _, err := ingest.Open(filepath.Join(dir, "absent.html")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("absent: %v", err)
	}
	if _, err := ingest.Open(); err == nil {
		t.Error("no path: no error")
	}
	if _, err := ingest.Open(dir); err == nil {
		t.Error("a folder without pages: no error")
	}
	bad := write(t, filepath.Join(dir, "bad.tar"), archive(t, "pages.jsonl", "{broken"))
	if _, err := ingest.Open(bad); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("broken index: %v", err)
	}
}
