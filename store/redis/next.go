package redis

import (
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
	ms, again := record.FloorMillis(now), now.Add(s.cfg.Poll)
	heads, err := s.heads(ctx)
	if err != nil {
		return nil, time.Time{}, err
	}
	for _, h := range heads {
		if h.at > ms {
			return nil, earliest(again, h.at), nil
		}
		task, at, err := s.nextOf(ctx, h.partition, ms, record.CeilMillis(now.Add(lease)))
		if task != nil || err != nil {
			return task, time.Time{}, err
		}
		if at >= 0 {
			again = earliest(again, at)
		}
	}
	return nil, again, nil
}

func earliest(t time.Time, ms int64) time.Time {
	if at := time.UnixMilli(ms).In(t.Location()); at.Before(t) {
		return at
	}
	return t
}

// head is a partition and when the first of its hosts is to be looked at.
type head struct {
	partition partition
	at        int64
}

// heads gives the partitions that have hosts, the most overdue first.
func (s *Store) heads(ctx context.Context) ([]head, error) {
	var replies [partitions]*goredis.ZSliceCmd
	_, err := s.client.Pipelined(ctx, func(pipe goredis.Pipeliner) error {
		for i := range replies {
			replies[i] = pipe.ZRangeWithScores(ctx, s.partition(i).ready(), 0, 0)
		}
		return nil
	})
	if err != nil {
		return nil, failed(err, "look for due hosts")
	}
	var heads []head
	for i, r := range replies {
		if z := r.Val(); len(z) > 0 {
			heads = append(heads, head{s.partition(i), int64(z[0].Score)})
		}
	}
	slices.SortFunc(heads, func(a, b head) int { return int(min(max(a.at-b.at, -1), 1)) })
	return heads, nil
}

// nextOf leases a task of one partition. Without one it gives when to look
// again, or -1 when the partition holds nothing.
func (s *Store) nextOf(ctx context.Context, p partition, now, leaseEnd int64) (*pb.CrawlTask, int64, error) {
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
