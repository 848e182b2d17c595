package redis

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
)

// Next leases the best due task of the host that has waited longest for its
// turn. The host has no other turn until Finish or the end of the lease; then
// the task is due again. When nothing is due it gives nil and when to ask
// again, which is never later than now plus Config.Poll. Tasks of paused sites
// are not given.
//
// It costs three round trips, whatever the number of hosts and URLs: the heads
// of all partitions, the lease, the task.
func (s *Store) Next(ctx context.Context, now time.Time, lease time.Duration) (*pb.CrawlTask, time.Time, error) {
	heads, ms, err := s.heads(ctx, now)
	if err != nil {
		return nil, time.Time{}, err
	}
	wait := s.cfg.Poll
	atMost := func(at int64) { wait = min(wait, max(time.Duration(at-ms), 1)*time.Millisecond) }
	for _, h := range heads {
		if h.at > ms {
			atMost(h.at)
			break
		}
		task, at, err := s.nextOf(ctx, h.partition, s.now(now), s.when(now.Add(lease)))
		if task != nil || err != nil {
			return task, time.Time{}, err
		}
		if at >= 0 {
			atMost(at)
		}
	}
	return nil, now.Add(wait), nil
}

// now gives the scripts the present: Redis' own, unless a test has another.
func (s *Store) now(now time.Time) string {
	if s.cfg.Now == nil {
		return "+0"
	}
	return strconv.FormatInt(record.FloorMillis(now), 10)
}

// when gives the scripts a time, as far from Redis' present as it is from ours: a
// worker whose clock is wrong takes no other's turn and holds up none.
func (s *Store) when(t time.Time) string {
	if s.cfg.Now == nil {
		return fmt.Sprintf("%+d", (time.Until(t)+time.Millisecond-1)/time.Millisecond)
	}
	return strconv.FormatInt(record.CeilMillis(t), 10)
}

// head is a partition and when the first of its hosts is to be looked at.
type head struct {
	partition partition
	at        int64
}

// heads gives the partitions that have hosts, the most overdue first, and what
// time it is: Redis', or now in tests.
func (s *Store) heads(ctx context.Context, now time.Time) (heads []head, ms int64, err error) {
	var replies [partitions]*goredis.ZSliceCmd
	var clock *goredis.TimeCmd
	_, err = s.client.Pipelined(ctx, func(pipe goredis.Pipeliner) error {
		for i := range replies {
			replies[i] = pipe.ZRangeWithScores(ctx, s.partition(i).ready(), 0, 0)
		}
		clock = pipe.Time(ctx)
		return nil
	})
	if err != nil {
		return nil, 0, failed(err, "look for due hosts")
	}
	if s.cfg.Now == nil {
		now = clock.Val()
	}
	for i, r := range replies {
		if z := r.Val(); len(z) > 0 {
			heads = append(heads, head{s.partition(i), int64(z[0].Score)})
		}
	}
	slices.SortFunc(heads, func(a, b head) int { return cmp.Compare(a.at, b.at) })
	return heads, record.FloorMillis(now), nil
}

// nextOf leases a task of one partition. Without one it gives when to look
// again, or -1 when the partition holds nothing.
func (s *Store) nextOf(ctx context.Context, p partition, now, leaseEnd string) (*pb.CrawlTask, int64, error) {
	for {
		reply, err := s.scripts.next.Run(ctx, s.client, p.keys(p.paused()), now, leaseEnd, s.cfg.TTL.Milliseconds()).StringSlice()
		if err != nil {
			return nil, 0, failed(err, "lease a task")
		}
		switch {
		case len(reply) == 0:
			return nil, -1, nil
		case len(reply) == 2:
			at, err := strconv.ParseFloat(reply[1], 64)
			if err != nil {
				return nil, 0, fmt.Errorf("lease a task: reply %.80q: %w", reply, store.ErrCorrupt)
			}
			return nil, int64(at), nil
		}
		host, _, _ := strings.Cut(reply[0], "\x00")
		id := reply[0][max(0, len(reply[0])-record.IDWidth):]
		task, err := s.task(ctx, p.task(record.Hostname(host), id))
		if task != nil || err != nil {
			return task, 0, err
		}
		// The task expired in the queue: give its host back and ask again.
		if err := s.giveBack(ctx, p, host, id); err != nil {
			return nil, 0, err
		}
	}
}

// giveBack ends the lease of a task that is no longer stored.
func (s *Store) giveBack(ctx context.Context, p partition, host, id string) error {
	keys := p.keys(p.task(record.Hostname(host), id), p.site(""))
	err := s.scripts.finish.Run(ctx, s.client, keys, s.cfg.TTL.Milliseconds(), host, id, "", 0).Err()
	return noReply(err, "give back host %s", host)
}
