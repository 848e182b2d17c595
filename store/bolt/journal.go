package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/winnow-news/winnow/proto/journal"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
)

// Read gives the kept entries of a site's journal behind position after, in
// order, as they were at one instant. When entries behind after have been trimmed
// the first entry's Seq is greater than after+1.
func (s *Store) Read(ctx context.Context, site string, after uint64) (entries []journal.Entry, err error) {
	if err := record.CheckSite(site); err != nil {
		return nil, err
	}
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		b := tx.Bucket(journalBucket).Bucket([]byte(site))
		if b == nil {
			return nil
		}
		c := b.Cursor()
		for k, v := c.Seek(position(after + 1)); k != nil; k, v = c.Next() {
			e, err := s.entry(k, v)
			if err != nil {
				return err
			}
			entries = append(entries, e)
		}
		return nil
	})
	if err != nil {
		return nil, s.failed(err, "read journal of %s", site)
	}
	return entries, nil
}

func (s *Store) entry(key, value []byte) (journal.Entry, error) {
	if len(key) != 8 {
		return journal.Entry{}, fmt.Errorf("journal position %x: %w", key, store.ErrCorrupt)
	}
	return s.codec.Decode(binary.BigEndian.Uint64(key), value)
}

// position is a key of the journal.
func position(seq uint64) []byte { return binary.BigEndian.AppendUint64(nil, seq) }

// Append adds entries behind head, all or none, trims the journal to the last
// keep entries and gives the new head. It returns journal.ErrConflict when the
// journal does not end with head; nothing was written then.
func (s *Store) Append(ctx context.Context, site string, head journal.Head, keep int, entries []journal.Entry) (journal.Head, error) {
	if err := record.CheckAppend(site, keep, entries); err != nil {
		return journal.Head{}, err
	}
	// A conflict costs no write: looked for here first, and again inside.
	var at journal.Head
	err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
		at, err = s.head(tx, site)
		return err
	})
	if err == nil && at == head && len(entries) > 0 {
		at, err = s.append(ctx, site, head, keep, entries)
	}
	switch {
	case err != nil:
		return journal.Head{}, s.failed(err, "append to journal of %s", site)
	case at != head:
		return journal.Head{}, journal.ErrConflict
	}
	return head.Behind(entries...), nil
}

// append is Append for entries behind what seems to be the head; at is the head
// that it found, and if that is another nothing was written.
func (s *Store) append(ctx context.Context, site string, head journal.Head, keep int, entries []journal.Entry) (at journal.Head, err error) {
	encoded := make([][]byte, len(entries))
	for i, e := range entries {
		encoded[i] = s.codec.Encode(e)
	}
	err = s.write(ctx, func(tx *bbolt.Tx) error {
		if at, err = s.head(tx, site); err != nil || at != head {
			return err
		}
		b, err := tx.Bucket(journalBucket).CreateBucketIfNotExists([]byte(site))
		if err != nil {
			return err
		}
		// Entries come in order and leave in order: full pages waste nothing.
		b.FillPercent = 1
		last := head.Seq
		for _, v := range encoded {
			last++
			if err := b.Put(position(last), v); err != nil {
				return err
			}
		}
		if err := trim(b, last, keep); err != nil {
			return err
		}
		return tx.Bucket(journalsBucket).Put([]byte(site), stamped(s.cfg.Now(), nil))
	})
	return at, err
}

// head gives the head of a site's journal; the zero Head when there is none.
func (s *Store) head(tx *bbolt.Tx, site string) (journal.Head, error) {
	b := tx.Bucket(journalBucket).Bucket([]byte(site))
	if b == nil {
		return journal.Head{}, nil
	}
	last, err := s.entry(b.Cursor().Last())
	if err != nil {
		return journal.Head{}, err
	}
	return journal.Head{Seq: last.Seq, Sum: last.Sum()}, nil
}

// trim removes all but the keep entries up to position last.
func trim(b *bbolt.Bucket, last uint64, keep int) error {
	if last <= uint64(keep) {
		return nil
	}
	first := position(last - uint64(keep) + 1)
	var doomed [][]byte
	c := b.Cursor()
	for k, _ := c.First(); k != nil && bytes.Compare(k, first) < 0; k, _ = c.Next() {
		doomed = append(doomed, bytes.Clone(k))
	}
	return deleteAll(b, doomed)
}

// dropJournal removes a site's journal.
func dropJournal(tx *bbolt.Tx, site string) error {
	if b := tx.Bucket(journalBucket); b.Bucket([]byte(site)) != nil {
		if err := b.DeleteBucket([]byte(site)); err != nil {
			return err
		}
	}
	return tx.Bucket(journalsBucket).Delete([]byte(site))
}
