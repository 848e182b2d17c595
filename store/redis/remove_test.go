package redis

import (
	"context"
	"fmt"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store/redistest"
)

// walked calls step behind each step of RemoveSite's walk over the keys; last
// says that it was the last.
type walked struct{ step func(last bool) }

func (w walked) DialHook(next goredis.DialHook) goredis.DialHook { return next }

func (w walked) ProcessPipelineHook(next goredis.ProcessPipelineHook) goredis.ProcessPipelineHook {
	return next
}

func (w walked) ProcessHook(next goredis.ProcessHook) goredis.ProcessHook {
	return func(ctx context.Context, cmd goredis.Cmder) error {
		err := next(ctx, cmd)
		if scan, ok := cmd.(*goredis.ScanCmd); ok && err == nil {
			_, cursor := scan.Val()
			w.step(cursor == 0)
		}
		return err
	}
}

// opened gives a store on a Redis of its own.
func opened(t *testing.T) *Store {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Addrs = []string{redistest.Start(t).Addr}
	s, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// crowded gives a store in whose Redis a walk takes many steps.
func crowded(t *testing.T) *Store {
	t.Helper()
	s := opened(t)
	_, err := s.client.Pipelined(t.Context(), func(pipe goredis.Pipeliner) error {
		for i := range 30 * scanCount {
			pipe.Set(t.Context(), s.cacheKey(fmt.Sprint(i)), "x", 0)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestJournalBegunDuringRemoval: a worker that appends while its site is being
// removed never meets half a journal, nor leaves one.
func TestJournalBegunDuringRemoval(t *testing.T) {
	s := crowded(t)
	ctx, pages := t.Context(), 0
	appendPage := func() {
		entries, err := s.Read(ctx, "a_org", 0)
		if err != nil || len(entries) > 0 && entries[0].Seq != 1 {
			t.Errorf("read %v, %v", entries, err)
		}
		pages++
		if _, err := s.Append(ctx, "a_org", journal.Head{}.Behind(entries...), 1000, []journal.Entry{{PageID: fmt.Sprint("p", pages)}}); err != nil {
			t.Errorf("append: %v", err)
		}
	}
	appendPage()
	appendPage()
	s.client.AddHook(walked{func(bool) { appendPage() }})
	if err := s.RemoveSite(ctx, "a_org"); err != nil {
		t.Fatal(err)
	}
	entries, err := s.Read(ctx, "a_org", 0)
	if err != nil || len(entries) == 0 || len(entries) > pages-2 {
		t.Fatalf("%d entries of %d that were appended, %v", len(entries), pages, err)
	}
	for i, e := range entries {
		if want := fmt.Sprint("p", pages-len(entries)+1+i); e.PageID != want || e.Seq != uint64(i+1) {
			t.Errorf("position %d holds page %s, want %s at %d", e.Seq, e.PageID, want, i+1)
		}
	}
}

// TestPutDuringRemoval: a URL that is put behind the walk outlives the queue
// that it stood in. When it is found again it is fetched, once.
func TestPutDuringRemoval(t *testing.T) {
	s := crowded(t)
	ctx := t.Context()
	task := &pb.CrawlTask{Url: "https://a.org/1", Host: "a.org:443", Site: "a_org", State: pb.TaskState_TASK_STATE_WAITING}
	put := func(want int) {
		if added, err := s.Put(ctx, task); err != nil || added != want {
			t.Errorf("%d added, %v, want %d", added, err, want)
		}
	}
	s.client.AddHook(walked{func(last bool) {
		if last {
			put(1)
		}
	}})
	if err := s.RemoveSite(ctx, "a_org"); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	if got, _, err := s.Next(ctx, now, time.Minute); err != nil || got != nil {
		t.Fatalf("before it is found again: %v, %v", got, err)
	}
	put(0)
	got, _, err := s.Next(ctx, now, time.Minute)
	if err != nil || got.GetUrl() != task.Url {
		t.Fatalf("next is %v, %v", got, err)
	}
	put(0) // it is being fetched
	if sum, err := s.Stats(ctx, "a_org"); err != nil || sum.Waiting != 0 || sum.Leased != 1 {
		t.Errorf("stats %+v, %v", sum, err)
	}
	got.State = pb.TaskState_TASK_STATE_DONE
	if err := s.Finish(ctx, got, now); err != nil {
		t.Fatal(err)
	}
	put(0)
	if got, _, err := s.Next(ctx, now, time.Minute); err != nil || got != nil {
		t.Errorf("it was done, but next is %v, %v", got, err)
	}
}
