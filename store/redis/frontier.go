package redis

import (
	"context"
	"errors"
	"fmt"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"github.com/winnow-news/winnow/proto"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
)

// putChunk bounds the tasks of one script, and with them the time for which
// Redis serves nobody else.
const putChunk = 256

// Put adds tasks whose URL is not known and gives how many were new. For a
// known URL that is waiting a higher priority is taken over, and with it what
// the feed entry says (CrawlTask.feed), and an earlier due if there is one.
// Tasks that are being fetched, done or quarantined stay as they are. A
// repeated call adds nothing. When it fails, some of the tasks may have been
// added.
func (s *Store) Put(ctx context.Context, tasks ...*pb.CrawlTask) (added int, err error) {
	return s.inShares(ctx, tasks, s.putShare)
}

// Renew makes tasks wait that are done, and were so before feed.modified of the
// task that is given: it gives how many. Others stay as they are, and of those
// that wait all but state and due. A repeated call renews nothing. When it
// fails, some of the tasks may have been renewed.
func (s *Store) Renew(ctx context.Context, tasks ...*pb.CrawlTask) (renewed int, err error) {
	return s.inShares(ctx, tasks, s.renewShare)
}

// inShares calls do for the tasks of one partition at a time, and adds up what
// it gives.
func (s *Store) inShares(ctx context.Context, tasks []*pb.CrawlTask, do func(context.Context, partition, []*pb.CrawlTask) (int, error)) (sum int, err error) {
	var shares [partitions][]*pb.CrawlTask
	for _, t := range tasks {
		if err := record.CheckTask(t); err != nil {
			return 0, err
		}
		i := partitionIndex(t.GetHost())
		shares[i] = append(shares[i], t)
	}
	for i, share := range shares {
		for len(share) > 0 {
			n := min(len(share), putChunk)
			done, err := do(ctx, s.partition(i), share[:n])
			if err != nil {
				return sum, err
			}
			sum += done
			share = share[n:]
		}
	}
	return sum, nil
}

func (s *Store) putShare(ctx context.Context, p partition, tasks []*pb.CrawlTask) (int, error) {
	keys, args := p.keys(), []any{s.cfg.TTL.Milliseconds()}
	for _, t := range tasks {
		value, err := record.EncodeTask(record.HeaderOf(t), t)
		if err != nil {
			return 0, err
		}
		var feed []byte
		if t.GetFeed() != nil {
			if feed, err = record.Marshal("feed entry of "+t.GetUrl(), &pb.CrawlTask{Feed: t.Feed}); err != nil {
				return 0, err
			}
		}
		id := record.TaskID(t.GetUrl())
		keys = append(keys, p.task(record.Hostname(t.GetHost()), id), p.site(t.GetSite()))
		args = append(args, t.GetHost(), id, feed, value)
	}
	n, err := s.scripts.put.Run(ctx, s.client, keys, args...).Int()
	return n, failed(err, "put %d tasks", len(tasks))
}

func (s *Store) renewShare(ctx context.Context, p partition, tasks []*pb.CrawlTask) (int, error) {
	keys, args := p.keys(), []any{s.cfg.TTL.Milliseconds()}
	for _, t := range tasks {
		id := record.TaskID(t.GetUrl())
		keys = append(keys, p.task(record.Hostname(t.GetHost()), id), p.site(t.GetSite()))
		args = append(args, t.GetHost(), id, record.Header{Due: record.ModifiedMillis(t)}.DueText())
	}
	n, err := s.scripts.renew.Run(ctx, s.client, keys, args...).Int()
	return n, failed(err, "renew %d tasks", len(tasks))
}

// Finish stores the task as it is now, ends its lease and lets its host have
// its next turn at hostNext. It may be repeated. A task whose lease was lost
// is stored all the same, and the lease that the host has given meanwhile to
// another task stands. A task of a site that was removed meanwhile is not
// stored.
func (s *Store) Finish(ctx context.Context, task *pb.CrawlTask, hostNext time.Time) error {
	if err := record.CheckTask(task); err != nil {
		return err
	}
	value, err := record.EncodeTask(record.HeaderOf(task), task)
	if err != nil {
		return err
	}
	host, id := task.GetHost(), record.TaskID(task.GetUrl())
	p := s.partitionOf(host)
	keys := p.keys(p.task(record.Hostname(host), id), p.site(task.GetSite()))
	err = s.scripts.finish.Run(ctx, s.client, keys,
		s.cfg.TTL.Milliseconds(), host, id, value, s.when(hostNext)).Err()
	return noReply(err, "finish %s", task.GetUrl())
}

// Block keeps a host (host:port, as in CrawlTask) from having a turn until t.
// Of several blocks the longest holds.
func (s *Store) Block(ctx context.Context, host string, until time.Time) error {
	p := s.partitionOf(host)
	err := s.scripts.block.Run(ctx, s.client, p.keys(),
		s.cfg.TTL.Milliseconds(), host, s.when(until)).Err()
	return noReply(err, "block %s", host)
}

// Lookup gives the task of a URL; nil when it is unknown.
func (s *Store) Lookup(ctx context.Context, url string) (*pb.CrawlTask, error) {
	host, err := record.URLHost(url)
	if err != nil {
		return nil, err
	}
	return s.task(ctx, s.partitionOf(host).task(host, record.TaskID(url)))
}

func (s *Store) task(ctx context.Context, key string) (*pb.CrawlTask, error) {
	stored, err := s.client.Get(ctx, key).Bytes()
	if errors.Is(err, goredis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, failed(err, "read task %s", key)
	}
	t, err := record.DecodeTask(stored)
	if err != nil {
		return nil, fmt.Errorf("read task %s: %w", key, err)
	}
	return t, nil
}

// Stats counts the tasks of a site, or of all when site is "". Done and
// Quarantined count what has come to be so since the site was added: a task
// that has expired is still in them.
func (s *Store) Stats(ctx context.Context, site string) (proto.FrontierStats, error) {
	var sum proto.FrontierStats
	if site != "" {
		if err := record.CheckSite(site); err != nil {
			return sum, err
		}
	}
	var now time.Time
	if s.cfg.Now != nil {
		now = s.cfg.Now()
	}
	var counts [partitions][]int64
	err := s.eachPartition(func(i int, p partition) (err error) {
		counts[i], err = s.scripts.stats.Run(ctx, s.client, p.keys(p.site(site)), site, s.now(now)).Int64Slice()
		if err == nil && len(counts[i]) != 5 {
			return fmt.Errorf("count tasks of %q: reply %.80v: %w", site, counts[i], store.ErrCorrupt)
		}
		return failed(err, "count tasks of %q", site)
	})
	if err != nil {
		return sum, err
	}
	for _, n := range counts {
		sum.Waiting += int(n[0])
		sum.Due += int(n[1])
		sum.Leased += int(n[2])
		sum.Done += int(n[3])
		sum.Quarantined += int(n[4])
	}
	return sum, nil
}

// noReply is failed for scripts that give nothing back.
func noReply(err error, format string, args ...any) error {
	if errors.Is(err, goredis.Nil) {
		return nil
	}
	return failed(err, format, args...)
}
