package bolt

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
)

// Next leases the best due task of the host that has waited longest for its
// turn. The host has no other turn until Finish or the end of the lease; then
// the task is due again. When nothing is due it gives nil and when to ask
// again, which is never later than now plus Config.Poll. Tasks of paused sites
// are not given. It writes nothing.
func (s *Store) Next(ctx context.Context, now time.Time, lease time.Duration) (task *pb.CrawlTask, again time.Time, err error) {
	if err := ctx.Err(); err != nil {
		return nil, time.Time{}, err
	}
	ms, end := record.FloorMillis(now), record.CeilMillis(now.Add(lease))
	s.hosts.mu.Lock()
	defer s.hosts.mu.Unlock()
	if at, due := s.hosts.first(ms); !due {
		return nil, s.again(now, at), nil
	}
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		task, err = s.hosts.take(tx, ms, end)
		return err
	})
	if err != nil {
		return nil, time.Time{}, s.failed(err, "lease a task")
	}
	if task == nil {
		at, _ := s.hosts.first(ms)
		return nil, s.again(now, at), nil
	}
	return task, time.Time{}, nil
}

// again gives when to ask again if the schedule has nothing before at.
func (s *Store) again(now time.Time, at int64) time.Time {
	last := now.Add(s.cfg.Poll)
	if t := time.UnixMilli(at).In(now.Location()); at >= 0 && t.Before(last) {
		return t
	}
	return last
}

// first gives when the first host is to be looked at, -1 if there is none, and
// whether that time has come. The caller holds mu.
func (s *schedule) first(now int64) (at int64, due bool) {
	if len(s.order) == 0 {
		return -1, false
	}
	return s.order[0].at, s.order[0].at <= now
}

// take looks at hosts whose time has come until one has a task. Each round
// hands out a task or moves a host into the future. The caller holds mu.
func (s *schedule) take(tx *bbolt.Tx, now, end int64) (*pb.CrawlTask, error) {
	for len(s.order) > 0 && s.order[0].at <= now {
		h := s.order[0]
		h.lease = nil // if there is one it has ended
		if h.turn > now {
			s.move(h, h.turn)
			continue
		}
		h.turn = 0
		found, earliest, err := best(tx.Bucket(queueBucket).Cursor(), h.name, now, s.paused)
		if err != nil {
			return nil, err
		}
		switch {
		case found != nil:
			// Leased before it is read, so that a damaged task does not keep
			// the others from theirs.
			h.lease = &lease{id: found.id, site: found.site, due: found.due}
			s.move(h, end)
			return stored(tx, record.Hostname(h.name), found.id)
		case earliest >= 0:
			s.move(h, earliest)
		default:
			s.forget(h)
		}
	}
	return nil, nil
}

// queued is a place in the queue, in its parts.
type queued struct {
	site, rank string
	due        int64
	id         string
}

// best gives the host's due task of the highest priority, and else the due of
// the earliest that is to come, -1 if there is none. It skips from lane to
// lane: a few steps, however long the queue.
func best(c *bbolt.Cursor, host string, now int64, paused map[string]bool) (found *queued, earliest int64, err error) {
	earliest = -1
	prefix := []byte(host + "\x00")
	for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix); {
		q, err := parseQueued(k[len(prefix):])
		if err != nil {
			return nil, 0, err
		}
		behind := host + "\x00" + q.site + "\x01" // the next site
		switch {
		case paused[q.site]:
		case q.due <= now:
			if found == nil || q.rank < found.rank || q.rank == found.rank && q.due < found.due {
				found = &q
			}
		default:
			if earliest < 0 || q.due < earliest {
				earliest = q.due
			}
			behind = record.Lane(host, q.site) + q.rank + ":" // ':' sorts behind the digits
		}
		k, _ = c.Seek([]byte(behind))
	}
	return found, earliest, nil
}

// parseQueued undoes Header.QueueKey, behind the host.
func parseQueued(k []byte) (queued, error) {
	site, rest, ok := bytes.Cut(k, []byte{0})
	if !ok {
		return queued{}, fmt.Errorf("queue key %q: %w", k, store.ErrCorrupt)
	}
	rank, due, id, err := record.ParseQueued(string(rest))
	return queued{string(site), rank, due, id}, err
}

// stored gives a task. One that stands in the queue must be there.
func stored(tx *bbolt.Tx, hostname, id string) (*pb.CrawlTask, error) {
	_, value, ok := unstamp(tx.Bucket(tasksBucket).Get(taskKey(hostname, id)))
	if !ok {
		return nil, fmt.Errorf("task %s of %s: %w", id, hostname, store.ErrCorrupt)
	}
	return record.DecodeTask(value)
}
