package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
)

// load makes the schedule from what is on disk, and forgets turns that are
// over.
func (s *Store) load() (err error) {
	defer recovered(&err)
	return s.db.Update(func(tx *bbolt.Tx) error {
		if err := loadPaused(tx, s.hosts); err != nil {
			return err
		}
		if err := loadTurns(tx, s.hosts, record.FloorMillis(s.cfg.Now())); err != nil {
			return err
		}
		return loadHosts(tx, s.hosts)
	})
}

func loadPaused(tx *bbolt.Tx, hosts *schedule) error {
	return tx.Bucket(sitesBucket).ForEach(func(k, v []byte) error {
		site, err := decodeSite(k, v)
		if site.GetPaused() {
			hosts.paused[string(k)] = true
		}
		return err
	})
}

func loadTurns(tx *bbolt.Tx, hosts *schedule, now int64) error {
	b := tx.Bucket(turnsBucket)
	var over [][]byte
	err := b.ForEach(func(k, v []byte) error {
		if turn := turnOf(v); turn > now {
			hosts.block(string(k), turn)
		} else {
			over = append(over, bytes.Clone(k))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return deleteAll(b, over)
}

// loadHosts has every host that stands in the queue looked at. It skips from
// host to host.
func loadHosts(tx *bbolt.Tx, hosts *schedule) error {
	c := tx.Bucket(queueBucket).Cursor()
	for k, _ := c.First(); k != nil; {
		host, _, ok := bytes.Cut(k, []byte{0})
		if !ok {
			return fmt.Errorf("queue key %q: %w", k, store.ErrCorrupt)
		}
		hosts.look(string(host), 0)
		k, _ = c.Seek([]byte(string(host) + "\x01"))
	}
	return nil
}

// setTurn puts off a host's next turn on disk, for the next process.
func setTurn(tx *bbolt.Tx, host string, turn int64) error {
	b := tx.Bucket(turnsBucket)
	turn = max(turn, turnOf(b.Get([]byte(host))))
	return b.Put([]byte(host), binary.BigEndian.AppendUint64(nil, uint64(turn)))
}

func turnOf(v []byte) int64 {
	if len(v) != 8 {
		return 0
	}
	return int64(binary.BigEndian.Uint64(v))
}
