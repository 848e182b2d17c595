package record

import (
	"fmt"
	"strconv"

	"github.com/winnow-news/winnow/store"
)

const queuedWidth = rankWidth + dueWidth + IDWidth

// ParseQueued takes the end of a queue key apart: rank, due and id, behind the
// lane. Errors match store.ErrCorrupt.
func ParseQueued(s string) (rank string, due int64, id string, err error) {
	if len(s) != queuedWidth {
		return "", 0, "", fmt.Errorf("queue key %q: %w", s, store.ErrCorrupt)
	}
	due, err = parseDue(s[rankWidth : rankWidth+dueWidth])
	return s[:rankWidth], due, s[rankWidth+dueWidth:], err
}

// QueuedDue gives the due of a whole queue key.
func QueuedDue(key []byte) (due int64, ok bool) {
	if len(key) < queuedWidth {
		return 0, false
	}
	due, err := parseDue(string(key[len(key)-dueWidth-IDWidth : len(key)-IDWidth]))
	return due, err == nil
}

func parseDue(s string) (int64, error) {
	due, err := strconv.ParseUint(s, 10, 63)
	if err != nil {
		return 0, fmt.Errorf("due %q: %w", s, store.ErrCorrupt)
	}
	return int64(due), nil
}
