package comparer

import (
	"fmt"
	"math"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Window is what is known of one site: the last W records of its journal,
// folded. It does no input or output and is not safe for concurrent use.
//
// Of the records of one article only the newest is live, by (twin, fetched_at,
// page_id), twins first; the others keep their position, but their blocks do
// not count.
// Live records with one content key are one page: they share a slot.
//
// Invariants (beside those of groupTable, placeTable and homeTable):
//  1. The entries at positions head-W+1 … head stand in ring at position
//     modulo its length; all others are empty.
//  2. An entry has a slot exactly while it is live; entries share a slot
//     exactly if they share a content key. N is the number of slots in use.
//  3. Each group with a block in the window has a known signature, unless a
//     record was unusable, and a record of the window that carries it, unless
//     it stands in orphans.
//  4. Every count is a function of the set of the window's records; dates is
//     what the newest of them carries.
type Window struct {
	cfg     Config
	logits  [256]int32
	head    uint64
	ring    []entry
	byPage  map[string]*entry
	slots   []uint16       // live entries in each slot
	content []uint64       // content key of the live entries in each slot
	shown   map[uint64]int // articles with an entry, live or not, of each content key
	recurs  []bool         // slots whose content WallPages articles show or have shown, as last settled
	n       int            // slots in use
	groups  groupTable
	places  placeTable
	homes   homeTable
	dates   dateTable
	orphans []uint32 // groups whose carrier has left while they have not

	// threshold and placesKnown are as they were last settled.
	threshold   int
	placesKnown bool

	settled uint64 // see progress
	left    departure
	skipped int

	signer signer
	buf    []byte
	sigBuf []uint32
	leave  []uint32 // blocks of each group that are about to leave
}

// NewWindow gives an empty window. The configuration must be valid.
func NewWindow(cfg Config) *Window {
	w := &Window{cfg: cfg, logits: logits()}
	w.signer = newSigner()
	w.reset()
	return w
}

// reset empties the window.
func (w *Window) reset() {
	w.head, w.n = 0, 0
	w.ring = make([]entry, w.cfg.Window+1)
	w.slots, w.recurs = make([]uint16, w.cfg.Window+1), make([]bool, w.cfg.Window+1)
	w.content, w.shown = make([]uint64, w.cfg.Window+1), make(map[uint64]int)
	w.byPage = make(map[string]*entry)
	w.groups, w.places, w.homes = newGroupTable(w.cfg), newPlaceTable(w.cfg), newHomeTable()
	w.dates = dateTable{}
	w.orphans, w.left, w.settled = nil, departure{}, 0
	w.threshold, w.placesKnown = never, false
	w.skipped = 0
}

// Head is the position of the last record that was added.
func (w *Window) Head() uint64 { return w.head }

// N is the number of distinct pages in the window.
func (w *Window) N() int { return w.n }

// never is a threshold that no count reaches.
const never = math.MaxInt

// Threshold is |S_i| from which a block is template: the greater of
// TemplateShare·N, rounded up, and TemplatePages. Until N reaches MinWindow no
// block is template, whatever its count.
func (w *Window) Threshold() int {
	share := int(math.Ceil(w.cfg.TemplateShare*float64(w.n) - slack))
	return max(share, w.cfg.TemplatePages)
}

// Holds reports whether the page's record is in the window.
func (w *Window) Holds(pageID string) bool { return w.byPage[pageID] != nil }

// Skipped gives the number of records that were unusable since the window was
// empty.
func (w *Window) Skipped() int { return w.skipped }

// Saturated gives how often the search for neighbours ended at a cap.
func (w *Window) Saturated() int { return w.groups.saturated }

// AddPage makes the record of page, whose cold scores stand parallel to its
// blocks, and adds it.
func (w *Window) AddPage(page *pb.SegmentedPage, cold []float32) error {
	d, err := w.draft(page, cold)
	if err != nil {
		return err
	}
	w.sign(d)
	return w.Add(d.record)
}

// Bytes estimates the memory that the window takes.
func (w *Window) Bytes() int {
	const mapEntry = 24
	g, p := &w.groups, &w.places
	n := 208*cap(w.ring) + len(w.byPage)*(mapEntry+100) + len(w.shown)*mapEntry
	n += cap(g.all)*72 + cap(g.standing)*4 + cap(g.sketches)*32 + cap(g.seen)*4 + len(g.ids)*mapEntry
	n += 8*(cap(g.pages.data)+cap(g.union.data)) + g.index.bytes() + 2*4*g.edges
	for i := range g.all {
		n += 4 * cap(g.all[i].sig.data)
	}
	n += cap(p.all)*48 + 8*cap(p.slots.data) + len(p.ids)*mapEntry + len(w.homes.candidates)*(mapEntry+24)
	for i := range w.ring {
		n += 12*cap(w.ring[i].blocks) + 12*cap(w.ring[i].spots) + 4*cap(w.ring[i].carried) + 120*len(w.ring[i].containers)
	}
	return n
}

// entryOf gives the live or superseded entry of a page.
func (w *Window) entryOf(pageID string) (*entry, error) {
	if e := w.byPage[pageID]; e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("page %s at position %d: %w", pageID, w.head, ErrNotInWindow)
}
