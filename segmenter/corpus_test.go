package segmenter_test

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
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
		if !strings.HasPrefix(p.URL, "http") {
			p.URL = ownURL(bodies[p.HTMLFile])
		}
		p.Page = &pb.Page{PageId: p.ID, Url: p.URL, Body: toUTF8(bodies[p.HTMLFile])}
	}
	return pages
}

// unknownURL stands for the address of a page that does not tell its own.
const unknownURL = "https://unknown.example/p/12345"

var (
	canonicalLink = regexp.MustCompile(`(?i)<link[^>]+rel=["']?canonical["']?[^>]*>`)
	ogURL         = regexp.MustCompile(`(?i)<meta[^>]+property=["']?og:url["']?[^>]*>`)
	address       = regexp.MustCompile(`(?i)(?:href|content)=["']?(https?://[^"' >]+)`)
)

// ownURL gives the address that a page without one says it has.
func ownURL(body []byte) string {
	for _, tag := range []*regexp.Regexp{canonicalLink, ogURL} {
		if m := address.FindSubmatch(tag.Find(body)); m != nil {
			return string(m[1])
		}
	}
	return unknownURL
}

func toUTF8(body []byte) []byte {
	enc, _, _ := charset.DetermineEncoding(body, "text/html")
	out, err := enc.NewDecoder().Bytes(body)
	if err != nil {
		return body
	}
	return out
}
