package bolt

import (
	"bytes"
	"time"

	"go.etcd.io/bbolt"

	"github.com/winnow-news/winnow/store/internal/record"
)

// sweepStep is how many records a write looks at.
const sweepStep = 8

// sweeper walks over everything that expires, a few records at a time, again
// and again. It is only used inside write transactions, of which there is one
// at a time.
type sweeper struct {
	bucket int    // index in swept()
	behind []byte // the key that was looked at last
}

// swept are the buckets whose values begin with a time; expired says how long
// behind that time they are kept.
func swept(ttl time.Duration) []struct {
	name bucketName
	keep time.Duration
} {
	return []struct {
		name bucketName
		keep time.Duration
	}{
		{tasksBucket, ttl}, {publicationsBucket, ttl}, {journalsBucket, ttl}, {statsBucket, ttl}, {cacheBucket, 0},
	}
}

func (w *sweeper) step(tx *bbolt.Tx, now time.Time, ttl time.Duration) error {
	all := swept(ttl)
	at := all[w.bucket%len(all)]
	b := tx.Bucket(at.name)
	c := b.Cursor()
	k, v := c.Seek(w.behind)
	if k != nil && bytes.Equal(k, w.behind) {
		k, v = c.Next()
	}
	var doomed [][]byte
	for range sweepStep {
		if k == nil {
			w.bucket, w.behind = (w.bucket+1)%len(all), nil
			break
		}
		w.behind = bytes.Clone(k)
		if t, _, ok := unstamp(v); !ok || now.Sub(t) >= at.keep && !t.After(now) {
			doomed = append(doomed, w.behind)
		}
		k, v = c.Next()
	}
	for _, k := range doomed {
		if err := drop(tx, at.name, k); err != nil {
			return err
		}
	}
	return nil
}

// drop removes a record and what hangs on it.
func drop(tx *bbolt.Tx, name bucketName, key []byte) error {
	b := tx.Bucket(name)
	switch {
	case bytes.Equal(name, journalsBucket):
		return dropJournal(tx, string(key))
	case bytes.Equal(name, tasksBucket):
		if err := dequeue(tx, b.Get(key)); err != nil {
			return err
		}
	}
	return b.Delete(key)
}

// dequeue takes a stored task out of the queue. One that cannot be read has no
// place there.
func dequeue(tx *bbolt.Tx, stored []byte) error {
	_, value, _ := unstamp(stored)
	h, _, err := record.DecodeHeader(value)
	if err != nil {
		return nil
	}
	t, err := record.DecodeTask(value)
	if err != nil {
		return nil
	}
	return tx.Bucket(queueBucket).Delete([]byte(h.QueueKey(t.GetHost(), record.TaskID(t.GetUrl()))))
}
