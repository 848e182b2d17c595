// Package journal holds the nouns of the site journal's port: the append-only
// log of a site's last W pages, which the comparer folds and the store keeps.
// The port itself is declared by the comparer (comparer.Journal).
package journal

import (
	"errors"

	"github.com/zeebo/xxh3"
)

// Entry is one page's record at its position in the journal.
type Entry struct {
	// Seq is the position, counted from 1 without gaps. It is set by the
	// store; Append ignores it.
	Seq uint64
	// PageID identifies the page. Who appends has folded the journal and sees to
	// it that none stands there twice.
	PageID string
	// Data is the encoded winnowv1.JournalRecord; the store does not look
	// inside.
	Data []byte
}

// Sum is a hash of the entry's data. A record says under which revision its
// page was stored, so no two entries of a site have the same.
func (e Entry) Sum() uint64 { return xxh3.Hash(e.Data) }

// Head is the end of a journal, as who appends to it knows it. The position
// alone would not tell a journal from that of a site which was removed and
// added again, and which has come just as far. The zero Head is that of an
// empty journal.
type Head struct {
	// Seq is the position of the last entry.
	Seq uint64
	// Sum is the Sum of the last entry.
	Sum uint64
}

// Behind gives the head when entries have been added.
func (h Head) Behind(entries ...Entry) Head {
	if n := len(entries); n > 0 {
		return Head{Seq: h.Seq + uint64(n), Sum: entries[n-1].Sum()}
	}
	return h
}

// ErrConflict is returned by Append when the journal's head is not the expected
// one: another worker was faster, or the journal is another, or this very Append
// was carried out and its answer lost. Nothing was written now. Read what is new,
// fold, and append again what is not there.
var ErrConflict = errors.New("journal: head has moved")

// ErrStale is returned by SetPublication when what is stored is not the
// expected revision: another worker published in between. Nothing was written.
var ErrStale = errors.New("journal: publication is not the expected revision")
