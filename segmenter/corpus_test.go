package segmenter_test

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"golang.org/x/net/html/charset"
)

// corpusPage is a labelled page of an evaluation corpus.
type corpusPage struct {
	Page      *pb.Page `json:"-"`
	ID        string   `json:"id"`
	URL       string   `json:"url"`
	HTMLFile  string   `json:"html_file"`
	PageType  string   `json:"page_type"`
	PageClass string   `json:"page_class"`
	Title     string   `json:"title"`
	Author    any      `json:"author"`
	Date      string   `json:"date"`
	Lang      string   `json:"lang"`
	GoldText  string   `json:"gold_text"`
}

// corpus reads the pages of a corpus, or skips the test where the corpora are
// not to be had: third-party pages are no part of the repository.
func corpus(t testing.TB, name string) []corpusPage {
	t.Helper()
	dir := os.Getenv("WINNOW_CORPORA")
	if dir == "" {
		t.Skip("WINNOW_CORPORA does not name the folder of the evaluation corpora")
	}
	f, err := os.Open(filepath.Join(dir, name+".tar.zst"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	z, err := zstd.NewReader(f, zstd.WithDecoderMaxWindow(128<<20))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	return readCorpus(t, tar.NewReader(z))
}

func readCorpus(t testing.TB, archive *tar.Reader) []corpusPage {
	t.Helper()
	bodies := map[string][]byte{}
	var pages []corpusPage
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(h.Name, "./")
		if !strings.HasSuffix(name, "pages.jsonl") {
			bodies[name] = data
			continue
		}
		for line := range strings.Lines(string(data)) {
			var p corpusPage
			if err := json.Unmarshal([]byte(line), &p); err != nil {
				t.Fatal(err)
			}
			pages = append(pages, p)
		}
	}
	for i := range pages {
		p := &pages[i]
		if p.URL == "" {
			p.URL = "https://unknown.example/" + p.ID
		}
		p.Page = &pb.Page{PageId: p.ID, Url: p.URL, Body: toUTF8(bodies[p.HTMLFile])}
	}
	return pages
}

func toUTF8(body []byte) []byte {
	enc, _, _ := charset.DetermineEncoding(body, "text/html")
	out, err := enc.NewDecoder().Bytes(body)
	if err != nil {
		return body
	}
	return out
}
