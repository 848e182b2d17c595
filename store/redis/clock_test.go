package redis_test

import (
	"testing"
	"testing/synctest"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store/redis"
	"github.com/winnow-news/winnow/store/redistest"
)

// TestClocks: workers whose clocks differ by years, as those within a bubble and
// without do, take turns all the same.
func TestClocks(t *testing.T) {
	cfg := config(redistest.Start(t))
	next := func(s *redis.Store, want bool) *pb.CrawlTask {
		t.Helper()
		now := time.Now()
		got, again, err := s.Next(t.Context(), now, time.Minute)
		if err != nil || (got != nil) != want {
			t.Fatalf("at %v: %v, %v", now, got, err)
		}
		if got == nil && (again.After(now.Add(cfg.Poll)) || !again.After(now)) {
			t.Errorf("at %v: ask again at %v", now, again)
		}
		return got
	}
	behind := func(do func(s *redis.Store)) {
		synctest.Test(t, func(t *testing.T) {
			do(open(t, cfg))
		})
	}
	s := open(t, cfg)
	for _, path := range []string{"1", "2"} {
		task := &pb.CrawlTask{Url: "https://a.org/" + path, Host: "a.org", Site: "a_org"}
		if _, err := s.Put(t.Context(), task); err != nil {
			t.Fatal(err)
		}
	}
	finish := func(s *redis.Store, task *pb.CrawlTask, wait time.Duration) {
		t.Helper()
		task.State = pb.TaskState_TASK_STATE_DONE
		if err := s.Finish(t.Context(), task, time.Now().Add(wait)); err != nil {
			t.Fatal(err)
		}
	}
	var leased *pb.CrawlTask
	behind(func(s *redis.Store) { leased = next(s, true) })
	next(s, false) // the other's lease stands
	behind(func(s *redis.Store) { finish(s, leased, time.Minute) })
	next(s, false) // and so does the turn
	behind(func(s *redis.Store) {
		next(s, false)
		finish(s, leased, -time.Minute)
		if err := s.Block(t.Context(), "b.org", time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
	})
	task := &pb.CrawlTask{Url: "https://b.org/1", Host: "b.org", Site: "b_org"}
	if _, err := s.Put(t.Context(), task); err != nil {
		t.Fatal(err)
	}
	next(s, false)
	if sum, err := s.Stats(t.Context(), ""); err != nil || sum.Due != 2 {
		t.Errorf("stats %+v, %v", sum, err)
	}
}
