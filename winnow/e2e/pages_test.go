package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/winnow-news/winnow/newsroom"
	"github.com/winnow-news/winnow/proto/site"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/ingest"
)

// smallNewsroom is large enough for every rule of the window to come into
// play, and small enough for a dozen runs.
func smallNewsroom() newsroom.Config {
	nc := newsroom.DefaultConfig()
	nc.Sites, nc.ArticlesPerSite = 4, 12
	nc.CorrectedShare, nc.CorrectionDelay = 0.3, 6*time.Hour
	return nc
}

// corpus is the newsroom as saved pages: as it stood at one time, and what was
// corrected or changed until a day later. So there are articles in two
// versions, articles under two addresses, and pages that are no articles.
type corpus struct {
	dir      string
	pages    []*pb.Page
	articles map[string]string // id → URL of the articles that there truly are
}

// savedPages saves the corpus once, whatever the number of tests.
var savedPages = sync.OnceValues(func() (*corpus, error) {
	return savePages(filepath.Join(sharedDir, "pages"))
})

// thePages are the pages of all metamorphic tests.
func thePages(tb testing.TB) *corpus {
	tb.Helper()
	c, err := savedPages()
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

func savePages(dir string) (*corpus, error) {
	room, err := newsroom.New(smallNewsroom())
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(dir, "html"), 0o755); err != nil {
		return nil, err
	}
	index, err := os.Create(filepath.Join(dir, "pages.jsonl"))
	if err != nil {
		return nil, err
	}
	defer index.Close()
	c := &corpus{dir: dir, articles: map[string]string{}}
	before := map[string]string{}
	for _, at := range []time.Time{room.Now(), room.Now().Add(24 * time.Hour)} {
		room.SetNow(at)
		for page, err := range room.Pages() {
			if err != nil {
				return nil, err
			}
			if page.Truth.Class == newsroom.ClassArticle {
				c.articles[page.Truth.ArticleID] = page.URL
			}
			if before[page.URL] == string(page.HTML) {
				continue // the crawler would not publish it again either
			}
			before[page.URL] = string(page.HTML)
			if err := c.save(page, at, index); err != nil {
				return nil, err
			}
		}
	}
	return c, c.load()
}

// save writes a page as if it had been fetched at a time.
func (c *corpus) save(page newsroom.Page, at time.Time, index *os.File) error {
	name := fmt.Sprintf("html/%05d.html", len(c.pages))
	c.pages = append(c.pages, nil)
	file := filepath.Join(c.dir, name)
	if err := os.WriteFile(file, page.HTML, 0o644); err != nil {
		return err
	}
	if err := os.Chtimes(file, at, at); err != nil {
		return err
	}
	return json.NewEncoder(index).Encode(map[string]string{
		"id": name, "site": page.Truth.Site, "url": page.URL, "html_file": name,
	})
}

// load makes of the files the pages that winnow ingest makes of them.
func (c *corpus) load() error {
	source, err := ingest.Open(c.dir)
	if err != nil {
		return err
	}
	c.pages = c.pages[:0]
	var namer site.Namer
	for item, err := range source.All() {
		if err != nil {
			return err
		}
		page, err := ingest.Page(&namer, "WinnowBot", item.URL, item)
		if err != nil {
			return err
		}
		c.pages = append(c.pages, page)
	}
	return nil
}
