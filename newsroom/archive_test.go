package newsroom

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteFiles(t *testing.T) {
	cfg := wide()
	cfg.Sites, cfg.ArticlesPerSite, cfg.RedesignAfter = 3, 6, 3
	n := open(t, cfg)
	dir := t.TempDir()
	pages, err := n.WriteFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "pages.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	lines, articles, epochs := 0, 0, map[string]bool{}
	for sc := bufio.NewScanner(f); sc.Scan(); lines++ {
		var line map[string]any
		if err := json.Unmarshal(sc.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		p, err := n.Fetch(line["url"].(string))
		if err != nil {
			t.Fatal(err)
		}
		html, err := os.ReadFile(filepath.Join(dir, line["html_file"].(string)))
		if err != nil || !bytes.Equal(html, p.HTML) {
			t.Errorf("%s: the file differs from the page (%v)", p.URL, err)
		}
		article := p.Truth.Class == ClassArticle
		if article {
			articles++
			epochs[line["site_epoch"].(string)] = true
			if line["gold_kind"] != "full" || line["gold_text"] != p.Truth.Text() || line["title"] != p.Truth.Title {
				t.Errorf("%s: gold %v", p.URL, line["gold_kind"])
			}
		} else if line["gold_kind"] != "none" || line["gold_text"] != nil || line["page_class"] != string(p.Truth.Class) {
			t.Errorf("%s: gold %v of class %v", p.URL, line["gold_kind"], line["page_class"])
		}
	}
	if lines != pages || articles < 18 || len(epochs) != 6 {
		t.Errorf("%d lines for %d pages, %d articles, epochs %v", lines, pages, articles, epochs)
	}
}

func TestWriteFilesSaysWhatFailed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, wide()).WriteFiles(file); err == nil {
		t.Error("a file was taken for a folder")
	}
}
