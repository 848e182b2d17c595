package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

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

// revisions remembers the revisions of the articles that were written lately.
// Two workers that have to do with one article at one time may publish the later
// revision first. It forgets, because a site that is removed and added again
// begins anew.
type revisions struct {
	now, before map[string]uint64 // by article, two generations
	since       time.Time         // the publication with which now began
}

// revisionsKept and revisionsAge bound a generation.
const (
	revisionsKept = 50_000
	revisionsAge  = 10 * time.Minute
)

// rise reports whether an article that was published then is no earlier than
// what is known of it.
func (r *revisions) rise(art *pb.Article, published time.Time) bool {
	if r.now == nil || len(r.now) >= revisionsKept || published.Sub(r.since) >= revisionsAge {
		r.now, r.before, r.since = map[string]uint64{}, r.now, published
	}
	if art.GetRevision() < max(r.now[art.GetId()], r.before[art.GetId()]) {
		return false
	}
	r.now[art.GetId()] = art.GetRevision()
	return true
}

// fileName makes one path element of a word from the stream, on which anybody
// may publish.
func fileName(word string) string {
	if word == "" || strings.HasPrefix(word, ".") || strings.ContainsAny(word, `/\:`+"\x00") {
		return "unknown"
	}
	return word
}
