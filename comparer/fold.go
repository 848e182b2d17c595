package comparer

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// entry is one record of the window.
type entry struct {
	seq        uint64 // 0: empty
	page       string
	article    string
	twin       bool  // not at the article's own address
	seconds    int64 // fetched_at
	nanos      int32
	content    uint64
	stored     uint64 // revision of the stored page; 0: none
	slot       int32  // notLive: superseded
	blocks     []blockRef
	spots      []spot
	carried    []uint32 // groups whose signatures the record carries
	containers []*pb.Container
	dateline   pb.Dateline
	// changed: a fact of one of the page's blocks has changed since the
	// changed pages were last taken.
	changed bool
	done    bool // see isDone
}

const notLive = -1

// blockRef is a block of an entry.
type blockRef struct {
	group uint32 // none: a block without words, which is not compared
	spot  uint32
	cold  uint8
	near  bool // probable content is near, as it is of captions
}

func (e *entry) live() bool { return e.slot != notLive }

// newer orders the records of one article: what stands at its own address is
// newer than its twins elsewhere, whenever they were fetched.
func (e *entry) newer(f *entry) bool {
	switch {
	case e.twin != f.twin:
		return f.twin
	case e.seconds != f.seconds:
		return e.seconds > f.seconds
	case e.nanos != f.nanos:
		return e.nanos > f.nanos
	}
	return e.page > f.page
}

// before reports whether the page was fetched later than the record says: its
// address shows what it has shown before, as when a correction is taken back
// or a wall has gone. What was published of its article since is to be
// published again as the page has it.
func (e *entry) before(page *pb.SegmentedPage) bool {
	at := page.GetFetchedAt()
	return e.seconds < at.GetSeconds() || e.seconds == at.GetSeconds() && e.nanos < at.GetNanos()
}

// Fold adds what Journal.Read gave: entries behind the window's head, or, if
// some have been trimmed, all that is kept, and then the window starts anew. So it
// does behind a hole. Records that are unusable are skipped. It returns ErrGap when
// the entries do not ascend.
func (w *Window) Fold(entries []journal.Entry) error {
	for _, e := range entries {
		if e.Seq != w.head+1 {
			if e.Seq <= w.head {
				return fmt.Errorf("entry %d behind %d: %w", e.Seq, w.head, ErrGap)
			}
			w.reset()
			w.head = e.Seq - 1
		}
		rec := new(pb.JournalRecord)
		if err := proto.Unmarshal(e.Data, rec); err != nil {
			_ = w.skip(err) // counted in Skipped
			continue
		}
		_ = w.Add(rec) // counted in Skipped
	}
	return nil
}

// Add folds the record at the position behind the head; the record that this
// pushes out of the window leaves it. A record that is unusable keeps its
// position, counts as no page and gives ErrRecord. All workers see the same
// bytes and skip alike, so one bad record does not stop its site.
func (w *Window) Add(rec *pb.JournalRecord) error {
	if err := w.checkRecord(rec); err != nil {
		return w.skip(err)
	}
	w.head++
	e := w.at(w.head)
	e.seq, e.page, e.article = w.head, rec.GetPageId(), rec.GetArticleId()
	if e.article == "" {
		e.article = e.page
	}
	e.twin = rec.GetTwin()
	e.seconds, e.nanos = rec.GetFetchedAt().GetSeconds(), rec.GetFetchedAt().GetNanos()
	e.content, e.stored, e.slot = rec.GetContentKey(), rec.GetStored(), notLive
	e.containers, e.dateline = rec.GetContainers(), rec.GetDateline()
	e.changed, e.done = false, false
	if rec.GetWindow() == uint32(w.cfg.Window) {
		w.hear(progressOf(rec), w.head-1)
	}
	w.byPage[e.page] = e
	w.groups.probes = w.cfg.MaxProbes
	w.dates.fold(rec, w.head)
	w.learn(e, rec)
	w.enter(e, rec)
	w.show(e, 1)
	w.elect(e.article, e)
	w.evict()
	w.orphans = slices.DeleteFunc(w.orphans, func(g uint32) bool { return !w.orphaned(g) })
	return nil
}

func (w *Window) skip(reason error) error {
	w.head++
	w.skipped++
	w.evict()
	return fmt.Errorf("position %d: %w: %w", w.head, ErrRecord, reason)
}

func (w *Window) at(seq uint64) *entry { return &w.ring[seq%uint64(len(w.ring))] }

// learn takes the signatures of a record.
func (w *Window) learn(e *entry, rec *pb.JournalRecord) {
	e.carried = fitted(e.carried, len(rec.GetSignatures()))
	for _, s := range rec.GetSignatures() {
		g := w.groups.intern(s.GetGroup())
		if !w.groups.all[g].sig.known() {
			w.groups.sign(g, s.GetWords(), s.GetTags(), s.GetClasses())
		}
		w.groups.all[g].carrier = e.seq
		e.carried = append(e.carried, g)
	}
}

// nearBlocks is how many blocks away a caption stands from content.
const nearBlocks = 3

// near reports whether probable content is near block i.
func near(cold []byte, i int) bool {
	return slices.Max(cold[max(i-nearBlocks, 0):min(i+nearBlocks+1, len(cold))]) >= probably
}

// enter takes the blocks of a record.
func (w *Window) enter(e *entry, rec *pb.JournalRecord) {
	cold := rec.GetCold()
	e.blocks, e.spots = fitted(e.blocks, len(cold)), fitted(e.spots, 64)
	for i, key := range rec.GetGroups() {
		b := blockRef{group: none, spot: w.spot(e, rec.GetPlaces()[i]), cold: cold[i], near: near(cold, i)}
		s := &e.spots[b.spot]
		s.blocks++
		s.sum += w.logits[b.cold]
		if key != 0 {
			b.group = w.groups.intern(key)
			w.groups.all[b.group].refs++
		}
		e.blocks = append(e.blocks, b)
	}
}

// spot gives the number of the entry's spot at a place, made if need be.
func (w *Window) spot(e *entry, hash uint64) uint32 {
	at := w.places.intern(hash)
	p := &w.places.all[at]
	if p.stamp != e.seq {
		p.stamp, p.spot = e.seq, uint32(len(e.spots))
		p.refs++
		e.spots = append(e.spots, spot{place: at})
	}
	return p.spot
}

// evict lets the record leave that is W positions behind the head.
func (w *Window) evict() {
	if w.head <= uint64(w.cfg.Window) {
		return
	}
	e := w.at(w.head - uint64(w.cfg.Window))
	if e.seq == 0 {
		return // it was unusable
	}
	if e.live() {
		w.retire(e)
	}
	seq, article := e.seq, e.article
	w.show(e, -1)
	delete(w.byPage, e.page)
	if e.stored != 0 {
		if w.left.stored == nil {
			w.left.stored = make(map[string]uint64)
		}
		w.left.stored[e.page] = e.stored
	}
	w.left.owed = w.left.owed || !w.isDone(e)
	e.seq = 0
	w.elect(article, nil)
	for _, b := range e.blocks {
		if b.group != none {
			w.groups.all[b.group].refs--
			w.groups.release(b.group)
		}
	}
	for _, g := range e.carried {
		w.uncarry(g, seq)
	}
	for i := range e.spots {
		w.places.release(e.spots[i].place)
	}
	*e = entry{slot: notLive, blocks: e.blocks[:0], spots: e.spots[:0], carried: e.carried[:0]}
}

// orphaned reports whether group g has blocks in the window, and no record of
// it carries the signature.
func (w *Window) orphaned(g uint32) bool {
	return w.groups.all[g].refs > 0 && w.groups.all[g].carrier == 0
}

// uncarry notes that the record at seq, which carried the signature of group g,
// has left.
func (w *Window) uncarry(g uint32, seq uint64) {
	me := &w.groups.all[g]
	if me.carrier != seq {
		return
	}
	me.carrier = 0
	if w.orphaned(g) {
		w.orphans = append(w.orphans, g)
		return
	}
	w.groups.release(g)
}
