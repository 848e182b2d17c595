package redis

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	goredis "github.com/redis/go-redis/v9"
	"github.com/winnow-news/winnow/proto/journal"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
)

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
	var entries []journal.Entry
	var keep uint64
	for _, m := range stored {
		var batch []journal.Entry
		if keep, batch, err = s.batch(m); err != nil {
			return nil, fmt.Errorf("read journal of %s: %w", site, err)
		}
		entries = append(entries, batch...)
	}
	if n := len(entries); n > 0 { // of the first batch some may have been trimmed, or read
		if head := entries[n-1].Seq; head > keep {
			after = max(after, head-keep)
		}
	}
	return slices.DeleteFunc(entries, func(e journal.Entry) bool { return e.Seq <= after }), nil
}

// batch gives what one Append has added, and how many entries it kept.
func (s *Store) batch(m goredis.XMessage) (keep uint64, entries []journal.Entry, err error) {
	position, _, _ := strings.Cut(m.ID, "-")
	seq, err := strconv.ParseUint(position, 10, 64)
	if err != nil {
		return 0, nil, fmt.Errorf("journal position %q: %w", m.ID, store.ErrCorrupt)
	}
	stored, _ := m.Values["entries"].(string)
	return s.codec.DecodeBatch(seq, []byte(stored))
}

// Append adds entries behind head, all or none, trims the journal to the last
// keep entries and gives the new head. It returns journal.ErrConflict when the
// journal does not end with head; nothing was written then.
func (s *Store) Append(ctx context.Context, site string, head journal.Head, keep int, entries []journal.Entry) (journal.Head, error) {
	if err := record.CheckAppend(site, keep, entries); err != nil {
		return journal.Head{}, err
	}
	behind := head.Behind(entries...)
	args := []any{streamID(head), s.cfg.TTL.Milliseconds()}
	if len(entries) > 0 {
		args = append(args, streamID(behind), max(behind.Seq, uint64(keep))-uint64(keep)+1, s.codec.EncodeBatch(keep, entries))
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

// streamID gives a head as the id of the batch that it ends.
func streamID(h journal.Head) string { return fmt.Sprintf("%d-%d", h.Seq, h.Sum) }
