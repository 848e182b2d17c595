package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"time"

	"go.etcd.io/bbolt"

	"github.com/winnow-news/winnow/store"
)

type bucketName []byte

var (
	sitesBucket        = bucketName("sites")
	journalBucket      = bucketName("journal")
	journalsBucket     = bucketName("journals")
	publicationsBucket = bucketName("publications")
	statsBucket        = bucketName("stats")
	tasksBucket        = bucketName("tasks")
	queueBucket        = bucketName("queue")
	hostsBucket        = bucketName("hosts")
	talliesBucket      = bucketName("tallies")
	turnsBucket        = bucketName("turns")
	cacheBucket        = bucketName("cache")
)

func buckets() []bucketName {
	return []bucketName{
		sitesBucket, journalBucket, journalsBucket, publicationsBucket, statsBucket,
		tasksBucket, queueBucket, hostsBucket, talliesBucket, turnsBucket, cacheBucket,
	}
}

// write runs fn in a transaction that it shares with other writers, and
// returns when it is on disk. fn may run more than once and must set its
// results anew each time. An error of fn undoes the transaction and costs the
// others a repetition, so what is no failure (a conflict) is not returned by
// fn but left in a variable.
func (s *Store) write(ctx context.Context, fn func(tx *bbolt.Tx) error) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	defer recovered(&err)
	return s.db.Batch(func(tx *bbolt.Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		return s.sweep.step(tx, s.cfg.Now(), s.cfg.TTL)
	})
}

func (s *Store) view(ctx context.Context, fn func(tx *bbolt.Tx) error) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	defer recovered(&err)
	return s.db.View(fn)
}

// recovered turns the engine's panic on a damaged page into an error.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", store.ErrCorrupt, r)
	}
}

// within iterates over the keys of b that begin with prefix. Keys may be
// deleted on the way only after the iteration.
func within(b *bbolt.Bucket, prefix []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		c := b.Cursor()
		for k, v := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
			if !yield(k, v) {
				return
			}
		}
	}
}

// deleteWithin removes all keys of b that begin with prefix.
func deleteWithin(b *bbolt.Bucket, prefix []byte) error {
	var doomed [][]byte
	for k := range within(b, prefix) {
		doomed = append(doomed, bytes.Clone(k))
	}
	return deleteAll(b, doomed)
}

func deleteAll(b *bbolt.Bucket, keys [][]byte) error {
	for _, k := range keys {
		if err := b.Delete(k); err != nil {
			return err
		}
	}
	return nil
}

// join makes a key of two parts.
func join(a, b string) []byte { return []byte(a + "\x00" + b) }

const stampWidth = 8

// stamped puts a time, in milliseconds, in front of a value.
func stamped(t time.Time, value []byte) []byte {
	b := make([]byte, stampWidth, stampWidth+len(value))
	binary.BigEndian.PutUint64(b, uint64(max(t.UnixMilli(), 0)))
	return append(b, value...)
}

// unstamp undoes stamped; absent values stay absent.
func unstamp(stored []byte) (t time.Time, value []byte, ok bool) {
	if len(stored) < stampWidth {
		return time.Time{}, nil, false
	}
	return time.UnixMilli(int64(binary.BigEndian.Uint64(stored))), stored[stampWidth:], true
}
