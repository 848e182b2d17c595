package redis

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/winnow-news/winnow/proto/journal"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
)

// Read gives the kept entries of a site's journal behind position after, in
// order, and the head, as they were at one instant. When entries behind after
// have been trimmed the first entry's Seq is greater than after+1. When the
// head is not behind after but before it (the journal has expired or was
// removed), Read gives all that is kept, and a head below after.
func (s *Store) Read(ctx context.Context, site string, after uint64) ([]journal.Entry, uint64, error) {
	if err := record.CheckSite(site); err != nil {
		return nil, 0, err
	}
	keys := []string{s.siteKey(site, "entries"), s.siteKey(site, "head")}
	reply, err := s.scripts.read.Run(ctx, s.client, keys, after).Slice()
	if err != nil {
		return nil, 0, failed(err, "read journal of %s", site)
	}
	head, first, stored, err := readReply(reply)
	if err != nil {
		return nil, 0, fmt.Errorf("read journal of %s: %w", site, err)
	}
	entries := make([]journal.Entry, 0, len(stored))
	for i, v := range stored {
		text, _ := v.(string)
		e, err := s.codec.Decode(first+uint64(i), []byte(text))
		if err != nil {
			return nil, 0, fmt.Errorf("read journal of %s: %w", site, err)
		}
		entries = append(entries, e)
	}
	if !whole(entries, head, after) { // a Redis that has lost a part of a journal has kept the other
		return nil, 0, fmt.Errorf("read journal of %s: its last entry is not that of its head: %w", site, store.ErrCorrupt)
	}
	return entries, head.Seq, nil
}

// whole reports whether what was read behind after ends with the head's entry, if
// there is anything to read.
func whole(entries []journal.Entry, head journal.Head, after uint64) bool {
	if n := len(entries); n > 0 {
		return entries[n-1].Sum() == head.Sum
	}
	return head.Seq == 0 || head.Seq == after
}

func readReply(reply []any) (head journal.Head, first uint64, stored []any, err error) {
	if len(reply) == 4 {
		var numbers [3]uint64
		for i := range numbers {
			text, _ := reply[i].(string)
			n, nerr := strconv.ParseUint(text, 10, 64)
			numbers[i], err = n, errors.Join(err, nerr)
		}
		stored, _ = reply[3].([]any)
		if err == nil {
			return journal.Head{Seq: numbers[0], Sum: numbers[1]}, numbers[2], stored, nil
		}
	}
	return journal.Head{}, 0, nil, fmt.Errorf("reply %.80v: %w", reply, store.ErrCorrupt)
}

// Append adds entries behind head, all or none, trims the journal to the last
// keep entries and gives the new head. It returns *journal.DuplicateError when
// the journal holds one of the pages, whatever the head, and else
// journal.ErrConflict when the head is another; nothing was written then.
func (s *Store) Append(ctx context.Context, site string, head journal.Head, keep int, entries []journal.Entry) (journal.Head, error) {
	if err := record.CheckAppend(site, keep, entries); err != nil {
		return journal.Head{}, err
	}
	behind := head.Behind(entries...)
	args := make([]any, 0, 5+2*len(entries))
	args = append(args, head.Seq, head.Sum, keep, s.cfg.TTL.Milliseconds(), behind.Sum)
	for _, e := range entries {
		args = append(args, e.PageID, s.codec.Encode(e))
	}
	reply, err := s.scripts.append.Run(ctx, s.client, s.journalKeys(site), args...).StringSlice()
	if err != nil {
		return journal.Head{}, failed(err, "append to journal of %s", site)
	}
	if err := refusal(site, reply); err != nil {
		return journal.Head{}, err
	}
	return behind, nil
}

func refusal(site string, reply []string) error {
	if len(reply) >= 2 {
		switch reply[0] {
		case "ok":
			return nil
		case "conflict":
			return journal.ErrConflict
		case "duplicate":
			return &journal.DuplicateError{PageIDs: reply[1:]}
		}
	}
	return fmt.Errorf("append to journal of %s: reply %.80v: %w", site, reply, store.ErrCorrupt)
}
