package comparer

import pb "github.com/winnow-news/winnow/proto/winnowv1"

// What a record causes (its page is published, and the pages that it changed,
// again) is seen to by the worker that appended it. Others must know that it is
// done: who pushes a record out of the window that may not be owes its site a
// round. So each record tells what its worker knew to be done, and so does the
// memory of a site whose window was given up.

// progress is what is known to be done of a site's records.
type progress struct {
	// settled is the position up to which all records are done, or have left the
	// window: what those were owed is owed by the records that pushed them out,
	// which are not done before it is paid.
	settled uint64
	done    []uint32 // further ones, by how far they stand behind settled, ascending
}

func progressOf(rec *pb.JournalRecord) progress { return progress{rec.GetSettled(), rec.GetDone()} }

// isDone reports whether all that the record of e causes has happened, as far as
// is known.
func (w *Window) isDone(e *entry) bool { return e.done || e.seq <= w.settled }

// progress gives what is known.
func (w *Window) progress() (p progress) {
	w.settled = max(w.settled, w.tail()-1)
	for w.settled < w.head {
		if e := w.at(w.settled + 1); e.seq != 0 && !e.done {
			break
		}
		w.settled++
	}
	p.settled = w.settled
	for seq := w.settled + 1; seq <= w.head; seq++ {
		if w.at(seq).done {
			p.done = append(p.done, uint32(seq-w.settled))
		}
	}
	return p
}

// hear takes what another worker, or this one before, knew of the records up to
// position last, which are folded.
func (w *Window) hear(p progress, last uint64) {
	w.settled = max(w.settled, min(p.settled, last))
	for _, n := range p.done {
		seq := p.settled + uint64(n)
		if seq < w.tail() || seq > last {
			continue
		}
		if e := w.at(seq); e.seq == seq {
			e.done = true
		}
	}
}
