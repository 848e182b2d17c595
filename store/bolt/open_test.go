package bolt_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/bolt"
	"google.golang.org/protobuf/types/known/timestamppb"
)

var epoch = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func config(now time.Time) bolt.Config {
	cfg := bolt.DefaultConfig()
	cfg.LockTimeout = 50 * time.Millisecond
	cfg.Now = func() time.Time { return now }
	return cfg
}

func task(host, path string, due time.Time) *pb.CrawlTask {
	return &pb.CrawlTask{
		Url: "https://" + host + "/" + path, Host: host, Site: strings.ReplaceAll(host, ".", "_"), Due: timestamppb.New(due),
	}
}

func put(t *testing.T, s *bolt.Store, tasks ...*pb.CrawlTask) {
	t.Helper()
	if n, err := s.Put(t.Context(), tasks...); err != nil || n != len(tasks) {
		t.Fatalf("put: %d new, %v", n, err)
	}
}

func next(t *testing.T, s *bolt.Store, now time.Time) string {
	t.Helper()
	got, _, err := s.Next(t.Context(), now, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return got.GetUrl()
}

func TestReopenKeepsAll(t *testing.T) {
	path := filepath.Join(t.TempDir(), "winnow.db")
	ctx := t.Context()
	s := open(t, path, config(epoch))
	put(t, s, task("a.org", "1", epoch), task("b.org", "2", epoch), task("c.org", "3", epoch), task("d.org", "4", epoch))
	if got := next(t, s, epoch); got == "" {
		t.Fatal("nothing is due")
	}
	_, err := s.Append(ctx, "a_org", journal.Head{}, 5, []journal.Entry{{PageID: "p", Data: []byte("data")}})
	if err := errors.Join(err,
		s.Block(ctx, "b.org", epoch.Add(time.Hour)),
		s.PutSite(ctx, &pb.Site{Token: "c_org", Paused: true}),
		s.SetPublication(ctx, "a_org", 0, &pb.Publication{ArticleId: "a", Revision: 3}),
		s.CachePut(ctx, "robots", []byte("x"), time.Hour),
		s.Close()); err != nil {
		t.Fatal(err)
	}

	s = open(t, path, config(epoch))
	entries, err := s.Read(ctx, "a_org", 0)
	if err != nil || len(entries) != 1 || !bytes.Equal(entries[0].Data, []byte("data")) {
		t.Fatalf("journal: %v, %v", entries, err)
	}
	if p, err := s.Publication(ctx, "a_org", "a"); err != nil || p.GetRevision() != 3 {
		t.Fatalf("publication: %v, %v", p, err)
	}
	if v, ok, err := s.CacheGet(ctx, "robots"); err != nil || !ok || string(v) != "x" {
		t.Fatalf("cache: %q, %v, %v", v, ok, err)
	}
	// The lease ended with the process; the block and the pause did not.
	got := map[string]bool{next(t, s, epoch): true, next(t, s, epoch): true, next(t, s, epoch): true}
	for _, want := range []string{"https://a.org/1", "https://d.org/4", ""} {
		if !got[want] {
			t.Errorf("%q was not given; given were %v", want, got)
		}
	}
	if got := next(t, s, epoch.Add(time.Hour)); got != "https://b.org/2" && got != "https://a.org/1" && got != "https://d.org/4" {
		t.Errorf("after the block: %q", got)
	}
}

func TestSecondProcessIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "winnow.db")
	s := open(t, path, config(epoch))
	_, err := bolt.Open(path, config(epoch))
	if !errors.Is(err, bolt.ErrInUse) || !strings.Contains(err.Error(), path) {
		t.Fatalf("got %v, want ErrInUse", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, path, config(epoch))
}

// TestDamagedFile cuts and overwrites a good file in many places. It must never
// take the process down, and open only with an error of one line or whole.
func TestDamagedFile(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.db")
	s := open(t, good, config(epoch))
	for i := range 50 {
		put(t, s, task("a.org", fmt.Sprint(i), epoch))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	damages := map[string][]byte{
		"text":   []byte(strings.Repeat("this is no database\n", 4000)),
		"zeros":  make([]byte, len(content)),
		"short":  content[:100],
		"cut":    content[:16384],
		"metas":  append(make([]byte, 8192), content[8192:]...),
		"middle": overwrite(content, 8192, len(content)),
	}
	for name, damaged := range damages {
		path := filepath.Join(dir, name+".db")
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := bolt.Open(path, config(epoch))
		if err == nil {
			t.Errorf("%s: opened without an error", name)
			continue
		}
		if text := err.Error(); !strings.Contains(text, path) || !strings.Contains(text, "move it away") || strings.Contains(text, "\n") || !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func overwrite(content []byte, from, to int) []byte {
	b := bytes.Clone(content)
	for i := from; i < to; i++ {
		b[i] = 0xA5
	}
	return b
}

func TestOpenErrors(t *testing.T) {
	if _, err := bolt.Open(filepath.Join(t.TempDir(), "no", "dir", "x.db"), config(epoch)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
	if _, err := bolt.Open(t.TempDir(), config(epoch)); err == nil {
		t.Error("a directory was opened")
	}
	if _, err := bolt.Open(filepath.Join(t.TempDir(), "x.db"), bolt.Config{}); err == nil {
		t.Error("an empty configuration was taken")
	}
}

// TestExpiry lets time pass and then writes something else: what is older than
// the TTL is gone, also from the queue, and the registry stays.
func TestExpiry(t *testing.T) {
	now := epoch
	cfg := config(epoch)
	cfg.TTL, cfg.Now = 24*time.Hour, func() time.Time { return now }
	s := open(t, filepath.Join(t.TempDir(), "winnow.db"), cfg)
	ctx := t.Context()
	put(t, s, task("a.org", "1", epoch), task("a.org", "2", epoch.Add(time.Hour)))
	_, err := s.Append(ctx, "a_org", journal.Head{}, 5, []journal.Entry{{PageID: "p"}})
	if err := errors.Join(err,
		s.PutSite(ctx, &pb.Site{Token: "a_org"}),
		s.CountSite(ctx, "a_org", &pb.SiteStats{Fetched: 1}),
		s.SetPublication(ctx, "a_org", 0, &pb.Publication{ArticleId: "a", Revision: 3}),
		s.CachePut(ctx, "robots", []byte("x"), time.Hour)); err != nil {
		t.Fatal(err)
	}
	write := func(times int) {
		t.Helper()
		for range times {
			if err := s.Block(ctx, "other.org", epoch); err != nil {
				t.Fatal(err)
			}
		}
	}
	now = epoch.Add(23 * time.Hour)
	write(20)
	if entries, err := s.Read(ctx, "a_org", 0); err != nil || len(entries) != 1 {
		t.Fatalf("before its time: %d entries, %v", len(entries), err)
	}
	now = epoch.Add(24 * time.Hour)
	write(20)

	entries, err := s.Read(ctx, "a_org", 0)
	p, perr := s.Publication(ctx, "a_org", "a")
	stats, serr := s.SiteStats(ctx, "a_org")
	tasks, terr := s.Stats(ctx, "")
	known, lerr := s.Lookup(ctx, "https://a.org/1")
	site, rerr := s.Site(ctx, "a_org")
	if err := errors.Join(err, perr, serr, terr, lerr, rerr); err != nil {
		t.Fatal(err)
	}
	if len(entries) != 0 || p != nil || stats.Fetched != 0 || tasks.Waiting != 0 || known != nil {
		t.Errorf("kept: journal %v, publication %v, counts %v, tasks %v, task %v", entries, p, stats, tasks, known)
	}
	if site == nil {
		t.Error("the registry has lost the site")
	}
	if got := next(t, s, now); got != "" {
		t.Errorf("next gives %q", got)
	}
	// A page of the expired journal may come again.
	if head, err := s.Append(ctx, "a_org", journal.Head{}, 5, []journal.Entry{{PageID: "p"}}); err != nil || head.Seq != 1 {
		t.Errorf("append after expiry: head %v, %v", head, err)
	}
}
