package comparer

import (
	"archive/tar"
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/zeebo/xxh3"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// realSite gives the pages of one site of a corpus in the directory that
// WINNOW_CORPORA names, cut into blocks; the test is skipped without it.
func realSite(t testing.TB, corpus, site string) []*pb.SegmentedPage {
	t.Helper()
	dir := os.Getenv("WINNOW_CORPORA")
	if dir == "" {
		t.Skip("WINNOW_CORPORA is not set: no real pages")
	}
	f, err := os.Open(filepath.Join(dir, corpus+".tar.zst"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	pages, err := readSite(tar.NewReader(z), site)
	if err != nil || len(pages) == 0 {
		t.Fatalf("%s: %d pages of %s, %v", corpus, len(pages), site, err)
	}
	return pages
}

func readSite(r *tar.Reader, site string) (pages []*pb.SegmentedPage, err error) {
	files := map[string]bool{}
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return pages, nil
		}
		if err != nil {
			return nil, err
		}
		switch {
		case h.Name == "pages.jsonl":
			lines := bufio.NewScanner(r)
			lines.Buffer(nil, 16<<20)
			for lines.Scan() {
				var line struct {
					Site string
					File string `json:"html_file"`
				}
				if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
					return nil, err
				}
				files[line.File] = line.Site == site
			}
		case files[h.Name]:
			body, err := io.ReadAll(r)
			if err != nil {
				return nil, err
			}
			pages = append(pages, &pb.SegmentedPage{
				PageId: h.Name, ArticleId: h.Name, Site: "site", PageClass: pb.PageClass_PAGE_CLASS_ARTICLE,
				FetchedAt: timestamppb.New(time.Unix(int64(len(pages)), 0)),
				Blocks:    cut(body),
			})
		}
	}
}

// cut is a plain block cutter: a block is a run of text between block tags,
// its place the path of open block tags with their classes.
func cut(body []byte) (blocks []*pb.Block) {
	type open struct {
		tag, path string
		classes   []string
	}
	stack := []open{{tag: "body"}}
	var text strings.Builder
	var inline, classes []string
	flush := func() {
		top := stack[len(stack)-1]
		if t := strings.Join(strings.Fields(text.String()), " "); t != "" {
			all := slices.Concat(top.classes, classes)
			slices.Sort(all)
			blocks = append(blocks, &pb.Block{
				Text: t, Tags: append([]string{top.tag}, inline...), Classes: slices.Compact(all),
				Place: xxh3.HashString(top.path),
			})
		}
		text.Reset()
		inline, classes = nil, nil
	}
	z := html.NewTokenizer(bytes.NewReader(body))
	for skip := ""; ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			flush()
			return blocks
		}
		token := z.Token()
		switch {
		case skip != "":
			if kind == html.EndTagToken && token.Data == skip {
				skip = ""
			}
		case kind == html.TextToken:
			text.WriteString(token.Data)
		case kind == html.StartTagToken && (token.DataAtom == atom.Script || token.DataAtom == atom.Style || token.DataAtom == atom.Noscript):
			skip = token.Data
		case kind == html.StartTagToken && isBlock(token.DataAtom):
			flush()
			class := classesOf(token)
			path := fmt.Sprint(stack[len(stack)-1].path, "/", token.Data, class)
			stack = append(stack, open{token.Data, path, class})
		case kind == html.EndTagToken && isBlock(token.DataAtom):
			flush()
			for i := len(stack) - 1; i > 0; i-- {
				if stack[i].tag == token.Data {
					stack = stack[:i]
					break
				}
			}
		case kind == html.StartTagToken:
			inline = append(inline, token.Data)
			classes = append(classes, classesOf(token)...)
		}
	}
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.Body, atom.Main, atom.Article, atom.Section, atom.Div, atom.P, atom.H1, atom.H2, atom.H3, atom.H4,
		atom.Ul, atom.Ol, atom.Li, atom.Table, atom.Tr, atom.Td, atom.Nav, atom.Header, atom.Footer, atom.Aside,
		atom.Figure, atom.Figcaption, atom.Blockquote, atom.Title, atom.Form:
		return true
	}
	return false
}

func classesOf(t html.Token) []string {
	for _, a := range t.Attr {
		if a.Key == "class" {
			return strings.Fields(a.Val)
		}
	}
	return nil
}

// realSites are sites with enough pages for a window to matter.
func realSites() map[string]string {
	return map[string]string{"helsingborg.se": "helsingborg-news", "bbcnews": "news2019", "cnn": "big9", "nypost": "big9"}
}

// TestEqualsReferenceOnRealPages compares |S_i| of every block of real pages
// with the batch reference, in several orders, with windows smaller and larger
// than the number of pages.
func TestEqualsReferenceOnRealPages(t *testing.T) {
	for site, corpus := range realSites() {
		t.Run(site, func(t *testing.T) {
			pages := realSite(t, corpus, site)
			pages = pages[:min(len(pages), 30)]
			for i, epsilon := range []float64{0.5, 0.8, 0.9} {
				n := compareWithReference(t, testConfig(200, epsilon), shuffled(pages, uint64(i)))
				n += compareWithReference(t, testConfig(12, epsilon), shuffled(pages, uint64(10+i)))
				t.Logf("ε=%v: %d blocks of %d pages", epsilon, n, len(pages))
			}
		})
	}
}
