package newsroom

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// archiveLine is a line of pages.jsonl in an evaluation archive.
type archiveLine struct {
	ID        string   `json:"id"`
	Site      string   `json:"site"`
	SiteEpoch string   `json:"site_epoch"`
	URL       string   `json:"url"`
	HTMLFile  string   `json:"html_file"`
	GoldKind  string   `json:"gold_kind"`
	GoldText  string   `json:"gold_text,omitempty"`
	Lang      string   `json:"lang"`
	PageClass Class    `json:"page_class"`
	Title     string   `json:"title"`
	Authors   []string `json:"author,omitempty"`
	Date      string   `json:"date,omitempty"`
}

// WriteFiles writes all pages into dir in the format of evaluation archives:
// pages.jsonl with one line a page, and html/NNNNN.html with the bytes as
// served. Files that exist are overwritten. It gives the number of pages
// written.
func (n *Newsroom) WriteFiles(dir string) (pages int, err error) {
	if err := os.MkdirAll(filepath.Join(dir, "html"), 0o755); err != nil {
		return 0, fmt.Errorf("newsroom files: %w", err)
	}
	f, err := os.Create(filepath.Join(dir, "pages.jsonl"))
	if err != nil {
		return 0, fmt.Errorf("newsroom files: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriter(f)
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	for p, err := range n.Pages() {
		if err != nil {
			return pages, err
		}
		line := newArchiveLine(p, pages)
		if err := os.WriteFile(filepath.Join(dir, line.HTMLFile), p.HTML, 0o644); err != nil {
			return pages, fmt.Errorf("newsroom files: %w", err)
		}
		if err := lines.Encode(line); err != nil {
			return pages, fmt.Errorf("newsroom files: %w", err)
		}
		pages++
	}
	if err := w.Flush(); err != nil {
		return pages, fmt.Errorf("newsroom files: %w", err)
	}
	return pages, nil
}

func newArchiveLine(p Page, number int) archiveLine {
	t := p.Truth
	line := archiveLine{
		ID: fmt.Sprintf("%s-%05d", t.Site, number), Site: t.Site, SiteEpoch: t.Site + "-1", URL: p.URL,
		HTMLFile: fmt.Sprintf("html/%05d.html", number), GoldKind: "none", Lang: t.Language,
		PageClass: t.Class, Title: t.Title,
	}
	if t.Redesign {
		line.SiteEpoch = t.Site + "-2"
	}
	if t.Class == ClassArticle {
		line.GoldKind, line.GoldText = "full", t.Text()
		line.Authors, line.Date = t.Authors, t.Published.Format("2006-01-02")
	}
	return line
}
