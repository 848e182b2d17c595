package redis

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	goredis "github.com/redis/go-redis/v9"
	"github.com/winnow-news/winnow/proto/journal"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
)

// streamID gives a head as the id of its entry. A journal is one stream, which
// ends with its head: whatever a Redis has lost when it comes back, what it has
// kept is a journal.
func streamID(h journal.Head) string { return fmt.Sprintf("%d-%d", h.Seq, h.Sum) }

// Read gives the kept entries of a site's journal behind position after, in
// order, as they were at one instant. When entries behind after have been trimmed
// the first entry's Seq is greater than after+1.
func (s *Store) Read(ctx context.Context, site string, after uint64) ([]journal.Entry, error) {
	if err := record.CheckSite(site); err != nil {
		return nil, err
	}
	stored, err := s.client.XRange(ctx, s.journalKey(site), strconv.FormatUint(after+1, 10), "+").Result()
	if err != nil {
		return nil, failed(err, "read journal of %s", site)
	}
	entries := make([]journal.Entry, len(stored))
	for i, m := range stored {
		if entries[i], err = s.entry(m); err != nil {
			return nil, fmt.Errorf("read journal of %s: %w", site, err)
		}
	}
	return entries, nil
}

func (s *Store) entry(m goredis.XMessage) (journal.Entry, error) {
	position, _, _ := strings.Cut(m.ID, "-")
	seq, err := strconv.ParseUint(position, 10, 64)
	if err != nil {
		return journal.Entry{}, fmt.Errorf("journal position %q: %w", m.ID, store.ErrCorrupt)
	}
	stored, _ := m.Values["entry"].(string)
	return s.codec.Decode(seq, []byte(stored))
}

// Append adds entries behind head, all or none, trims the journal to the last
// keep entries and gives the new head. It returns journal.ErrConflict when the
// journal does not end with head; nothing was written then.
func (s *Store) Append(ctx context.Context, site string, head journal.Head, keep int, entries []journal.Entry) (journal.Head, error) {
	if err := record.CheckAppend(site, keep, entries); err != nil {
		return journal.Head{}, err
	}
	args := make([]any, 0, 3+2*len(entries))
	args = append(args, streamID(head), keep, s.cfg.TTL.Milliseconds())
	behind := head
	for _, e := range entries {
		behind = behind.Behind(e)
		args = append(args, streamID(behind), s.codec.Encode(e))
	}
	done, err := s.scripts.append.Run(ctx, s.client, []string{s.journalKey(site)}, args...).Bool()
	if err != nil {
		return journal.Head{}, failed(err, "append to journal of %s", site)
	}
	if !done {
		return journal.Head{}, journal.ErrConflict
	}
	return behind, nil
}
