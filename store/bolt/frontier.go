package bolt

import (
	"context"
	"time"

	"go.etcd.io/bbolt"
	"google.golang.org/protobuf/proto"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store/internal/record"
)

// putChunk bounds the tasks of one transaction, and with them the time for
// which other writers wait.
const putChunk = 1000

// Put adds tasks whose URL is not known and gives how many were new. For a
// known URL that is waiting a higher priority is taken over, and with it what
// the feed entry says (CrawlTask.feed), and an earlier due if there is one.
// Tasks that are being fetched, done or quarantined stay as they are. A
// repeated call adds nothing. When it fails, some of the tasks may have been
// added.
func (s *Store) Put(ctx context.Context, tasks ...*pb.CrawlTask) (added int, err error) {
	for _, t := range tasks {
		if err := record.CheckTask(t); err != nil {
			return 0, err
		}
	}
	tasks, err = s.worthPutting(ctx, tasks)
	if err != nil {
		return 0, s.failed(err, "look up %d tasks", len(tasks))
	}
	for len(tasks) > 0 {
		n := min(len(tasks), putChunk)
		a, err := s.putChunk(ctx, tasks[:n])
		if err != nil {
			return added, s.failed(err, "put %d tasks", n)
		}
		added += a
		tasks = tasks[n:]
	}
	return added, nil
}

// worthPutting gives the tasks that would change something. Most links of a
// page are known, and then no write is needed.
func (s *Store) worthPutting(ctx context.Context, tasks []*pb.CrawlTask) (worth []*pb.CrawlTask, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		for _, t := range tasks {
			key := taskKey(record.Hostname(t.GetHost()), record.TaskID(t.GetUrl()))
			_, known, ok := unstamp(tx.Bucket(tasksBucket).Get(key))
			if !ok {
				worth = append(worth, t)
				continue
			}
			h, _, err := record.DecodeHeader(known)
			if err != nil {
				return err
			}
			if h.Merge(record.HeaderOf(t), t.GetFeed() != nil) {
				worth = append(worth, t)
			}
		}
		return nil
	})
	return worth, err
}

func (s *Store) putChunk(ctx context.Context, tasks []*pb.CrawlTask) (added int, err error) {
	err = s.write(ctx, func(tx *bbolt.Tx) error {
		added = 0
		for _, t := range tasks {
			isNew, err := s.put(tx, t)
			if err != nil {
				return err
			}
			if isNew {
				added++
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	for _, t := range tasks {
		if h := record.HeaderOf(t); h.State == record.Waiting {
			s.hosts.look(t.GetHost(), h.Due)
		}
	}
	return added, nil
}

func (s *Store) put(tx *bbolt.Tx, t *pb.CrawlTask) (isNew bool, err error) {
	host, id := t.GetHost(), record.TaskID(t.GetUrl())
	header := record.HeaderOf(t)
	_, known, ok := unstamp(tx.Bucket(tasksBucket).Get(taskKey(record.Hostname(host), id)))
	if !ok {
		if err := tx.Bucket(hostsBucket).Put(join(t.GetSite(), host), nil); err != nil {
			return false, err
		}
		if err := tally(tx, t.GetSite(), 0, header.State); err != nil {
			return false, err
		}
		return true, s.store(tx, header, t)
	}
	old, _, err := record.DecodeHeader(known)
	if err != nil {
		return false, err
	}
	merged := old
	if !merged.Merge(header, t.GetFeed() != nil) || s.hosts.leased(host, id) {
		return false, nil
	}
	stored, err := record.DecodeTask(known)
	if err != nil {
		return false, err
	}
	if merged.Priority > old.Priority && t.GetFeed() != nil {
		proto.Merge(stored, &pb.CrawlTask{Feed: t.Feed})
	}
	if err := tx.Bucket(queueBucket).Delete([]byte(old.QueueKey(host, id))); err != nil {
		return false, err
	}
	return false, s.store(tx, merged, stored)
}

// Renew makes tasks wait that are done, and were so before feed.modified of the
// task that is given: it gives how many. Others stay as they are, and of those
// that wait all but state and due. A repeated call renews nothing.
func (s *Store) Renew(ctx context.Context, tasks ...*pb.CrawlTask) (renewed int, err error) {
	for _, t := range tasks {
		if err := record.CheckTask(t); err != nil {
			return 0, err
		}
	}
	each := func(tx *bbolt.Tx, do func(t *pb.CrawlTask, h record.Header, known []byte) error) error {
		for _, t := range tasks {
			_, known, ok := unstamp(tx.Bucket(tasksBucket).Get(taskKey(record.Hostname(t.GetHost()), record.TaskID(t.GetUrl()))))
			if !ok {
				continue
			}
			h, _, err := record.DecodeHeader(known)
			if err == nil && h.Renew(record.ModifiedMillis(t)) {
				err = do(t, h, known)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	var waiting []*pb.CrawlTask
	find := func(t *pb.CrawlTask, _ record.Header, _ []byte) error { waiting = append(waiting, t); return nil }
	if err := s.view(ctx, func(tx *bbolt.Tx) error { return each(tx, find) }); err != nil || len(waiting) == 0 {
		return 0, s.failed(err, "look up %d tasks", len(tasks)) // mostly there is nothing to write
	}
	err = s.write(ctx, func(tx *bbolt.Tx) error {
		waiting = waiting[:0]
		return each(tx, func(t *pb.CrawlTask, h record.Header, known []byte) error {
			waiting = append(waiting, t)
			return s.renew(tx, h, known)
		})
	})
	if err != nil {
		return 0, s.failed(err, "renew %d tasks", len(waiting))
	}
	for _, t := range waiting {
		s.hosts.look(t.GetHost(), record.ModifiedMillis(t))
	}
	return len(waiting), nil
}

// renew stores a task that was done under its new header.
func (s *Store) renew(tx *bbolt.Tx, h record.Header, known []byte) error {
	t, err := record.DecodeTask(known)
	if err != nil {
		return err
	}
	if err := tally(tx, h.Site, record.Done, h.State); err != nil {
		return err
	}
	return s.store(tx, h, t)
}

// store writes a task, and its place in the queue if it waits.
func (s *Store) store(tx *bbolt.Tx, h record.Header, t *pb.CrawlTask) error {
	value, err := record.EncodeTask(h, t)
	if err != nil {
		return err
	}
	host, id := t.GetHost(), record.TaskID(t.GetUrl())
	if h.State == record.Waiting {
		if err := tx.Bucket(queueBucket).Put([]byte(h.QueueKey(host, id)), nil); err != nil {
			return err
		}
	}
	return tx.Bucket(tasksBucket).Put(taskKey(record.Hostname(host), id), stamped(s.cfg.Now(), value))
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
	host, turn := task.GetHost(), record.CeilMillis(hostNext)
	err := s.write(ctx, func(tx *bbolt.Tx) error {
		if err := s.replace(tx, task); err != nil {
			return err
		}
		return setTurn(tx, host, turn)
	})
	if err != nil {
		return s.failed(err, "finish %s", task.GetUrl())
	}
	s.hosts.finish(host, record.TaskID(task.GetUrl()), turn)
	return nil
}

// replace stores a task that is known; one that is not belongs to a site that
// was removed, or has expired.
func (s *Store) replace(tx *bbolt.Tx, task *pb.CrawlTask) error {
	host, id := task.GetHost(), record.TaskID(task.GetUrl())
	_, known, ok := unstamp(tx.Bucket(tasksBucket).Get(taskKey(record.Hostname(host), id)))
	if !ok {
		return nil
	}
	old, _, err := record.DecodeHeader(known)
	if err != nil {
		return err
	}
	if err := tx.Bucket(queueBucket).Delete([]byte(old.QueueKey(host, id))); err != nil {
		return err
	}
	header := record.HeaderOf(task)
	if err := tally(tx, task.GetSite(), old.State, header.State); err != nil {
		return err
	}
	return s.store(tx, header, task)
}

// Block keeps a host (host:port, as in CrawlTask) from having a turn until t.
// Of several blocks the longest holds.
func (s *Store) Block(ctx context.Context, host string, until time.Time) error {
	turn := record.CeilMillis(until)
	err := s.write(ctx, func(tx *bbolt.Tx) error { return setTurn(tx, host, turn) })
	if err != nil {
		return s.failed(err, "block %s", host)
	}
	s.hosts.block(host, turn)
	return nil
}

// Lookup gives the task of a URL; nil when it is unknown.
func (s *Store) Lookup(ctx context.Context, url string) (task *pb.CrawlTask, err error) {
	host, err := record.URLHost(url)
	if err != nil {
		return nil, err
	}
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		if _, value, ok := unstamp(tx.Bucket(tasksBucket).Get(taskKey(host, record.TaskID(url)))); ok {
			task, err = record.DecodeTask(value)
			return err
		}
		return nil
	})
	return task, s.failed(err, "look up %s", url)
}

func taskKey(hostname, id string) []byte { return []byte(hostname + "/" + id) }
