package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

var extensions = map[string]string{outJSON: ".json", outMarkdown: ".md", outText: ".txt"}

// writeArticle writes DIR/site/id.ext, whole or not at all. A later revision
// replaces the earlier, and a retraction removes it.
func writeArticle(dir, format string, art *pb.Article, text string) error {
	dir = filepath.Join(dir, fileName(art.GetSite()))
	path := filepath.Join(dir, fileName(art.GetId())+extensions[format])
	if art.GetEvent() == pb.Article_RETRACTED {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	part := path + ".part"
	if err := os.WriteFile(part, []byte(text), 0o644); err != nil {
		_ = os.Remove(part)
		return err
	}
	return os.Rename(part, path)
}

// fileName makes one path element of a word from the stream, on which anybody
// may publish.
func fileName(word string) string {
	if word == "" || strings.HasPrefix(word, ".") || strings.ContainsAny(word, `/\:`+"\x00") {
		return "unknown"
	}
	return word
}
