package redis_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store/redis"
	"github.com/winnow-news/winnow/store/redistest"
)

func config(s *redistest.Server) redis.Config {
	cfg := redis.DefaultConfig()
	cfg.Addrs = []string{s.Addr}
	return cfg
}

func TestRestartKeepsAll(t *testing.T) {
	server := redistest.Start(t)
	s := open(t, config(server))
	ctx := t.Context()
	task := &pb.CrawlTask{Url: "https://a.org/", Host: "a.org", Site: "a_org"}
	_, err := s.Append(ctx, "a_org", journal.Head{}, 5, []journal.Entry{{PageID: "p", Data: []byte("data")}})
	_, perr := s.Put(ctx, task)
	if err := errors.Join(err, perr,
		s.PutSite(ctx, &pb.Site{Token: "a_org"}),
		s.SetPublication(ctx, "a_org", 0, &pb.Publication{ArticleId: "a", Revision: 3})); err != nil {
		t.Fatal(err)
	}
	for name, end := range map[string]func(){"stop": server.Stop, "kill": server.Kill} {
		end()
		server.Restart()
		if entries, err := s.Read(ctx, "a_org", 0); err != nil || len(entries) != 1 {
			t.Errorf("after %s: %d entries, %v", name, len(entries), err)
		}
		if p, err := s.Publication(ctx, "a_org", "a"); err != nil || p.GetRevision() != 3 {
			t.Errorf("after %s: publication %v, %v", name, p, err)
		}
		if got, err := s.Site(ctx, "a_org"); err != nil || got == nil {
			t.Errorf("after %s: site %v, %v", name, got, err)
		}
	}
	if got, _, err := s.Next(ctx, time.Now(), time.Minute); err != nil || got.GetUrl() != task.Url {
		t.Errorf("task: %v, %v", got, err)
	}
}

// TestOutage appends from several workers, each with the comparer's loop, while
// Redis is killed and brought back: every page is in the journal once.
func TestOutage(t *testing.T) {
	const workers, each = 3, 60
	server := redistest.Start(t)
	s := open(t, config(server))
	var wg sync.WaitGroup
	reached := make(chan struct{}, workers)
	for w := range workers {
		wg.Go(func() {
			for i := range each {
				if i == each/3 {
					reached <- struct{}{}
				}
				if err := appendStubbornly(t.Context(), s, fmt.Sprintf("w%d-%d", w, i)); err != nil {
					t.Errorf("worker %d: %v", w, err)
					return
				}
			}
		})
	}
	<-reached
	server.Kill()
	if _, err := s.Read(t.Context(), "a_org", 0); err == nil || failure.ClassOf(err) != failure.ClassTransient {
		t.Errorf("read without Redis: %v, want a transient error", err)
	}
	server.Restart()
	wg.Wait()

	entries, err := s.Read(t.Context(), "a_org", 0)
	if err != nil || len(entries) != workers*each {
		t.Fatalf("%d entries, %v; want %d", len(entries), err, workers*each)
	}
	seen := make(map[string]bool)
	for i, e := range entries {
		if e.Seq != uint64(i+1) || seen[e.PageID] {
			t.Errorf("position %d holds %s, position %d", i+1, e.PageID, e.Seq)
		}
		seen[e.PageID] = true
	}
}

// appendStubbornly is what a caller does: fold and append again on a conflict what
// is not there, and come again later on a transient error.
func appendStubbornly(ctx context.Context, s *redis.Store, page string) error {
	retry := time.NewTicker(20 * time.Millisecond)
	defer retry.Stop()
	for {
		entries, err := s.Read(ctx, "a_org", 0)
		if slices.ContainsFunc(entries, func(e journal.Entry) bool { return e.PageID == page }) {
			return nil // the answer was lost
		}
		if err == nil {
			head := journal.Head{}.Behind(entries...)
			_, err = s.Append(ctx, "a_org", head, 1000, []journal.Entry{{PageID: page}})
		}
		switch {
		case err == nil:
			return nil
		case errors.Is(err, journal.ErrConflict):
		case failure.ClassOf(err) != failure.ClassTransient:
			return err
		default:
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-retry.C:
			}
		}
	}
}

// TestFullRedis fills Redis up: the error is transient, nothing is half
// written, and it goes on when there is room again.
func TestFullRedis(t *testing.T) {
	server := redistest.Start(t, "--maxmemory", "4mb")
	s := open(t, config(server))
	ctx := t.Context()
	data := incompressible(20_000)
	var head journal.Head
	var full error
	for i := 0; full == nil && i < 1000; i++ {
		h, err := s.Append(ctx, "a_org", head, 1000, []journal.Entry{
			{PageID: fmt.Sprintf("a%d", i), Data: data}, {PageID: fmt.Sprintf("b%d", i), Data: data},
		})
		if full = err; err == nil {
			head = h
		}
	}
	if full == nil || failure.ClassOf(full) != failure.ClassTransient {
		t.Fatalf("got %v, want a transient error", full)
	}
	entries, err := s.Read(ctx, "a_org", 0)
	if err != nil || len(entries) != int(head.Seq) {
		t.Fatalf("%d entries, %v; want %v", len(entries), err, head)
	}
	client(t, server).ConfigSet(ctx, "maxmemory", "0")
	if _, err := s.Append(ctx, "a_org", head, 1000, []journal.Entry{{PageID: "more"}}); err != nil {
		t.Fatal(err)
	}
}
