package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/winnow-news/winnow/bus"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func newTestSink(t *testing.T, f outFlags, fallback string) (*sink, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	a := &app{IO: IO{Out: &out}}
	s, err := a.sink(f, fallback)
	if err != nil {
		t.Fatal(err)
	}
	return s, &out
}

func article(id, site string, revision uint64, event pb.Article_Event) *pb.Article {
	return &pb.Article{Id: id, Site: site, Revision: revision, Event: event, Title: "Title", Text: "Text."}
}

func TestSinkWritesWhatWasPublished(t *testing.T) {
	s, out := newTestSink(t, outFlags{}, outJSON)
	published := []byte(`{"id": "a",  "unknown_to_this_version": 1}`)
	if err := s.take(article("a", "s", 1, pb.Article_NEW), bus.ArticleMeta{Sequence: 7, JSON: published}); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), `{"id":"a","unknown_to_this_version":1}`+"\n"; got != want || s.seq != 7 {
		t.Errorf("wrote %q, at %d; want %q, at 7", got, s.seq, want)
	}
}

// TestSinkSaysWhatComesAgain: in a stream of texts a retraction is no empty
// article and a correction no new one.
func TestSinkSaysWhatComesAgain(t *testing.T) {
	for format, want := range map[string]string{
		outText:     "Title\n\nhttps://a.test/1\n\nText.\n\nupdated: https://a.test/1\n\nTitle\n\nhttps://a.test/1\n\nText.\n\nretracted: https://a.test/1\n",
		outMarkdown: "# Title\n\n<https://a.test/1>\n\n---\n\nupdated: https://a.test/1\n\n# Title\n\n<https://a.test/1>\n\n---\n\nretracted: https://a.test/1\n\n---\n\n",
	} {
		s, out := newTestSink(t, outFlags{format: format}, outJSON)
		for i, event := range []pb.Article_Event{pb.Article_NEW, pb.Article_UPDATED, pb.Article_RETRACTED} {
			art := article("a", "s", uint64(i+1), event)
			art.Url = "https://a.test/1"
			if err := s.take(art, bus.ArticleMeta{Sequence: uint64(i + 1)}); err != nil {
				t.Fatal(err)
			}
		}
		if got := out.String(); got != want {
			t.Errorf("%s: %q, want %q", format, got, want)
		}
	}
}

func TestSinkReplacesAndRemovesFiles(t *testing.T) {
	dir := t.TempDir()
	s, _ := newTestSink(t, outFlags{dir: dir, format: outText}, outJSON)
	s.latest = map[string]*pb.Article{}
	files := func() string {
		found, err := filepath.Glob(filepath.Join(dir, "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		for i := range found {
			found[i], _ = filepath.Rel(dir, found[i])
		}
		return strings.Join(found, " ")
	}
	steps := []struct {
		art      *pb.Article
		want     string
		standing int
	}{
		{article("a", "s", 1, pb.Article_NEW), "s/a.txt", 1},
		{article("a", "s", 2, pb.Article_UPDATED), "s/a.txt", 1},
		{article("b", "s", 1, pb.Article_NEW), "s/a.txt s/b.txt", 2},
		{article("a", "s", 3, pb.Article_RETRACTED), "s/b.txt", 1},
		{article("a", "s", 3, pb.Article_RETRACTED), "s/b.txt", 1},
		{article("..", "../..", 1, pb.Article_NEW), "s/b.txt unknown/unknown.txt", 2},
		{article("a", "s", 2, pb.Article_UPDATED), "s/b.txt unknown/unknown.txt", 2}, // overtaken
		{article("c", "s", 5, pb.Article_NEW), "s/b.txt s/c.txt unknown/unknown.txt", 3},
		{article("c", "s", 4, pb.Article_RETRACTED), "s/b.txt s/c.txt unknown/unknown.txt", 3},
	}
	for i, step := range steps {
		if err := s.take(step.art, bus.ArticleMeta{Sequence: uint64(i + 1)}); err != nil {
			t.Fatal(err)
		}
		if got := filepath.ToSlash(files()); got != step.want || s.standing() != step.standing {
			t.Errorf("after step %d: files %q, %d standing; want %q, %d", i, got, s.standing(), step.want, step.standing)
		}
	}
}

func TestSinkKeepsTheHighestRevision(t *testing.T) {
	dir := t.TempDir()
	s, _ := newTestSink(t, outFlags{dir: dir, format: outText}, outJSON)
	for i, revision := range []uint64{1, 3, 2, 3} {
		art := article("a", "s", revision, pb.Article_UPDATED)
		art.Text = strconv.FormatUint(revision, 10)
		if err := s.take(art, bus.ArticleMeta{Sequence: uint64(i + 1)}); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(filepath.Join(dir, "s", "a.txt"))
	if err != nil || !strings.Contains(string(b), "3") || s.count() != 3 || s.seq != 4 {
		t.Errorf("the file holds %q, %v; %d written, at %d; want revision 3, 3 written, at 4", b, err, s.count(), s.seq)
	}
}

func TestRevisionsForgetTheOldest(t *testing.T) {
	var r revisions
	then := time.Unix(1_000_000, 0)
	for i := range uint64(3 * revisionsKept) {
		if !r.rise(article(strconv.FormatUint(i, 10), "s", 2, pb.Article_NEW), then) {
			t.Fatalf("article %d is not taken", i)
		}
	}
	if len(r.now)+len(r.before) > 2*revisionsKept {
		t.Errorf("%d are remembered", len(r.now)+len(r.before))
	}
	last := article(strconv.Itoa(3*revisionsKept-1), "s", 1, pb.Article_NEW)
	if r.rise(last, then) || !r.rise(article("0", "s", 1, pb.Article_NEW), then) {
		t.Error("the last is forgotten, or the first is not")
	}

	r = revisions{}
	r.rise(article("a", "s", 2, pb.Article_NEW), then)
	lower := article("a", "s", 1, pb.Article_NEW)
	if r.rise(lower, then.Add(revisionsAge)) {
		t.Error("forgotten too early")
	}
	if !r.rise(lower, then.Add(2*revisionsAge)) {
		t.Error("not forgotten: a site that begins anew would be ignored")
	}
}

func TestSinkTakesQuietly(t *testing.T) {
	s, out := newTestSink(t, outFlags{}, outLine)
	s.quiet = 1
	for seq := range uint64(2) {
		if err := s.take(article("a", "s", seq+1, pb.Article_NEW), bus.ArticleMeta{Sequence: seq + 1}); err != nil {
			t.Fatal(err)
		}
	}
	if s.count() != 1 || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%d written: %q; want the second only", s.count(), out)
	}
}

func TestSinkPositionIsNotAheadOfAFailedWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deep", "run.position")
	s, _ := newTestSink(t, outFlags{}, outJSON)
	var err error
	if s.position, s.seq, err = openPosition(file); err != nil || s.seq != 0 {
		t.Fatalf("new position: %d, %v", s.seq, err)
	}
	if err := s.take(article("a", "s", 1, pb.Article_NEW), bus.ArticleMeta{Sequence: 12}); err != nil {
		t.Fatal(err)
	}
	full := errors.New("full")
	s.w = writerFunc(func([]byte) (int, error) { return 0, full })
	if err := s.take(article("b", "s", 1, pb.Article_NEW), bus.ArticleMeta{Sequence: 13}); !errors.Is(err, full) {
		t.Fatalf("err = %v, want the writer's", err)
	}
	if err := s.position.close(); err != nil {
		t.Fatal(err)
	}
	p, seq, err := openPosition(file)
	if err != nil || seq != 12 {
		t.Fatalf("position %d, %v; want 12", seq, err)
	}
	if err := p.close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("-1"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := openPosition(file); err == nil {
		t.Error("a negative position was taken")
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
