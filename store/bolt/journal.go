package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/winnow-news/winnow/proto/journal"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
)

// Read gives the kept entries of a site's journal behind position after, in
// order, and the head, as they were at one instant. When entries behind after
// have been trimmed the first entry's Seq is greater than after+1. When the
// head is not behind after but before it (the journal has expired or was
// removed), Read gives all that is kept, and a head below after.
func (s *Store) Read(ctx context.Context, site string, after uint64) (entries []journal.Entry, head uint64, err error) {
	if err := record.CheckSite(site); err != nil {
		return nil, 0, err
	}
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		b := tx.Bucket(journalBucket).Bucket([]byte(site))
		if b == nil {
			return nil
		}
		if head = b.Sequence(); after > head {
			after = 0
		}
		if after == head {
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
		return nil, 0, s.failed(err, "read journal of %s", site)
	}
	return entries, head, nil
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
// keep entries and gives the new head. It returns *journal.DuplicateError when
// the journal holds one of the pages, whatever the head, and else
// journal.ErrConflict when the head is another; nothing was written then.
func (s *Store) Append(ctx context.Context, site string, head journal.Head, keep int, entries []journal.Entry) (journal.Head, error) {
	if err := record.CheckAppend(site, keep, entries); err != nil {
		return journal.Head{}, err
	}
	// A refusal costs no write: looked for here first, and again inside.
	var refused error
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		refused = refusal(tx, site, head, entries)
		return nil
	})
	if err != nil {
		return journal.Head{}, s.failed(err, "append to journal of %s", site)
	}
	if refused != nil {
		return journal.Head{}, refused
	}
	if len(entries) == 0 {
		return head, nil
	}
	return s.append(ctx, site, head, keep, entries)
}

func (s *Store) append(ctx context.Context, site string, head journal.Head, keep int, entries []journal.Entry) (journal.Head, error) {
	behind := head.Behind(entries...)
	encoded := make([][]byte, len(entries))
	for i, e := range entries {
		encoded[i] = s.codec.Encode(e)
	}
	var refused error
	err := s.write(ctx, func(tx *bbolt.Tx) error {
		if refused = refusal(tx, site, head, entries); refused != nil {
			return nil
		}
		if err := add(tx, site, entries, encoded); err != nil {
			return err
		}
		if err := trim(tx, site, keep); err != nil {
			return err
		}
		return tx.Bucket(journalsBucket).Put([]byte(site), stamped(s.cfg.Now(), binary.BigEndian.AppendUint64(nil, behind.Sum)))
	})
	if err != nil {
		return journal.Head{}, s.failed(err, "append to journal of %s", site)
	}
	if refused != nil {
		return journal.Head{}, refused
	}
	return behind, nil
}

// refusal gives the DuplicateError or ErrConflict of an Append, or ErrCorrupt.
func refusal(tx *bbolt.Tx, site string, head journal.Head, entries []journal.Entry) error {
	var known []string
	pages := tx.Bucket(pagesBucket)
	for _, e := range entries {
		if pages.Get(join(site, e.PageID)) != nil {
			known = append(known, e.PageID)
		}
	}
	if known != nil {
		return &journal.DuplicateError{PageIDs: known}
	}
	at, err := headOf(tx, site)
	if err != nil {
		return err
	}
	if at != head {
		return journal.ErrConflict
	}
	return nil
}

// headOf gives the head of a site's journal; the zero Head when there is none.
func headOf(tx *bbolt.Tx, site string) (journal.Head, error) {
	b := tx.Bucket(journalBucket).Bucket([]byte(site))
	if b == nil {
		return journal.Head{}, nil
	}
	_, sum, _ := unstamp(tx.Bucket(journalsBucket).Get([]byte(site)))
	if len(sum) != 8 {
		return journal.Head{}, fmt.Errorf("head of journal of %s: %w", site, store.ErrCorrupt)
	}
	return journal.Head{Seq: b.Sequence(), Sum: binary.BigEndian.Uint64(sum)}, nil
}

func add(tx *bbolt.Tx, site string, entries []journal.Entry, encoded [][]byte) error {
	b, err := tx.Bucket(journalBucket).CreateBucketIfNotExists([]byte(site))
	if err != nil {
		return err
	}
	// Entries come in order and leave in order: full pages waste nothing.
	b.FillPercent = 1
	pages := tx.Bucket(pagesBucket)
	for i, e := range entries {
		seq, err := b.NextSequence()
		if err != nil {
			return err
		}
		if err := b.Put(position(seq), encoded[i]); err != nil {
			return err
		}
		if err := pages.Put(join(site, e.PageID), position(seq)); err != nil {
			return err
		}
	}
	return nil
}

// trim removes all but the last keep entries.
func trim(tx *bbolt.Tx, site string, keep int) error {
	b, pages := tx.Bucket(journalBucket).Bucket([]byte(site)), tx.Bucket(pagesBucket)
	head := b.Sequence()
	if head <= uint64(keep) {
		return nil
	}
	first := position(head - uint64(keep) + 1)
	var doomed [][]byte
	c := b.Cursor()
	for k, v := c.First(); k != nil && bytes.Compare(k, first) < 0; k, v = c.Next() {
		doomed = append(doomed, bytes.Clone(k))
		id, ok := record.PageID(v)
		if !ok {
			return fmt.Errorf("journal position %x: %w", k, store.ErrCorrupt)
		}
		if err := pages.Delete(join(site, id)); err != nil {
			return err
		}
	}
	return deleteAll(b, doomed)
}

// dropJournal removes a site's journal, head and all.
func dropJournal(tx *bbolt.Tx, site string) error {
	if b := tx.Bucket(journalBucket); b.Bucket([]byte(site)) != nil {
		if err := b.DeleteBucket([]byte(site)); err != nil {
			return err
		}
	}
	return errors.Join(
		deleteWithin(tx.Bucket(pagesBucket), join(site, "")),
		tx.Bucket(journalsBucket).Delete([]byte(site)),
	)
}
