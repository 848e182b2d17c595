package comparer

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/zeebo/xxh3"

	"github.com/winnow-news/winnow/proto/canon"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// draft is a page on its way into the window: what can be said of it without
// knowing the window, so that it survives a conflict.
type draft struct {
	page *pb.SegmentedPage
	// sigs stands parallel to the record's groups.
	sigs   []signature
	record *pb.JournalRecord // without signatures until signed
}

// draft matches the blocks of page to groups.
func (w *Window) draft(page *pb.SegmentedPage, cold []float32) (*draft, error) {
	blocks := page.GetBlocks()
	if len(cold) != len(blocks) {
		return nil, fmt.Errorf("page %s: %d cold scores for %d blocks: %w", page.GetPageId(), len(cold), len(blocks), ErrPage)
	}
	if err := checkPage(page); err != nil {
		return nil, err
	}
	d := &draft{page: page, sigs: make([]signature, len(blocks))}
	d.record = &pb.JournalRecord{
		PageId:    page.GetPageId(),
		ArticleId: page.GetArticleId(),
		FetchedAt: page.GetFetchedAt(),
		Twin:      !canon.Own(page.GetArticleId(), page.GetUrl()),
		Dateline:  page.GetDateline(),
		Groups:    make([]uint64, len(blocks)),
		Places:    make([]uint64, len(blocks)),
		Cold:      make([]byte, len(blocks)),
	}
	w.signer.begin()
	for i, block := range blocks {
		d.record.Places[i] = block.GetPlace()
		d.record.Cold[i] = quantise(cold[i])
		d.sigs[i] = w.signer.sign(block)
		if d.sigs[i].known() {
			d.record.Groups[i], w.buf = d.sigs[i].fingerprint(w.buf)
		}
	}
	d.record.ContentKey = d.contentKey(w.buf)
	d.record.Containers = d.containers()
	return d, nil
}

// checkPage tells why a page cannot enter a window.
func checkPage(page *pb.SegmentedPage) error {
	switch n := len(page.GetBlocks()); {
	case page.GetPageId() == "":
		return fmt.Errorf("page of %s without page_id: %w", page.GetUrl(), ErrPage)
	case n > maxBlocks:
		return fmt.Errorf("page %s has %d blocks, the cap is %d: %w", page.GetPageId(), n, maxBlocks, ErrPage)
	}
	return nil
}

// quantise gives a probability in 1/255. What is no number says nothing: ½.
func quantise(p float32) byte {
	if p != p {
		p = 0.5
	}
	return byte(math.Round(255 * float64(max(0, min(1, p)))))
}

const (
	// probably is the cold score from which a block is probably content.
	probably = 128
	// hardlyAny: a page with fewer words of probable content has none to speak
	// of.
	hardlyAny = 25
)

// contentKey is the hash of the words of the blocks that are probably content.
// A page with hardly any is like no other: its key is its own.
func (d *draft) contentKey(buf []byte) uint64 {
	words := 0
	buf = buf[:0]
	for i, cold := range d.record.Cold {
		if cold < probably {
			continue
		}
		words += len(d.sigs[i].words())
		for _, x := range d.sigs[i].words() {
			buf = binary.LittleEndian.AppendUint32(buf, x)
		}
	}
	if words >= hardlyAny {
		return xxh3.Hash(buf)
	}
	if id := d.record.GetArticleId(); id != "" {
		return xxh3.HashString(id)
	}
	return xxh3.HashString(d.record.GetPageId())
}

// sign completes the records of pages that are about to be appended together:
// with their numbers of dates, and the signatures that the window would
// otherwise lack:
//
//   - of groups of theirs that no record carries which stays in the window;
//   - of groups of other pages that stay while the record that carries their
//     signature leaves, or has left.
//
// So every group in the window has its signature in a record of the window.
// What it does depends on the head: after a conflict it is done again.
func (w *Window) sign(drafts ...*draft) {
	w.dates.count(drafts)
	end := w.head + uint64(len(drafts))
	stays := uint64(1) // the first position that stays
	if end > uint64(w.cfg.Window) {
		stays = end - uint64(w.cfg.Window) + 1
	}
	carried := make(map[uint64]struct{})
	for _, d := range drafts {
		d.record.Signatures = d.record.Signatures[:0]
		for i, key := range d.record.Groups {
			if key == 0 || w.carries(key, stays) {
				continue
			}
			if _, ok := carried[key]; !ok {
				carried[key] = struct{}{}
				d.record.Signatures = append(d.record.Signatures, d.sigs[i].message(key))
			}
		}
	}
	w.carryOn(drafts[len(drafts)-1].record, stays, carried)
}

// carries reports whether a record at position stays or later carries the
// signature of a group.
func (w *Window) carries(key, stays uint64) bool {
	g, ok := w.groups.ids[key]
	return ok && w.groups.all[g].carrier >= stays
}

// carryOn adds to rec the signatures of the groups that stay in the window
// although their carrier leaves, but for those in carried.
func (w *Window) carryOn(rec *pb.JournalRecord, stays uint64, carried map[uint64]struct{}) {
	carry := func(g uint32) {
		me := &w.groups.all[g]
		if me.carrier >= stays || me.refs == w.leave[g] || !me.sig.known() {
			return
		}
		if _, ok := carried[me.key]; !ok {
			carried[me.key] = struct{}{}
			rec.Signatures = append(rec.Signatures, me.sig.message(me.key))
		}
	}
	if n := len(w.groups.all); len(w.leave) < n {
		w.leave = make([]uint32, n+n/4)
	}
	w.leaving(stays, func(b blockRef) { w.leave[b.group]++ })
	for seq := w.tail(); seq < stays && seq <= w.head; seq++ {
		if e := w.at(seq); e.seq != 0 {
			for _, g := range e.carried {
				carry(g)
			}
		}
	}
	for _, g := range w.orphans {
		carry(g)
	}
	w.leaving(stays, func(b blockRef) { w.leave[b.group] = 0 })
}

// leaving calls f for each compared block of the records before position stays.
func (w *Window) leaving(stays uint64, f func(blockRef)) {
	for seq := w.tail(); seq < stays && seq <= w.head; seq++ {
		e := w.at(seq)
		if e.seq == 0 {
			continue
		}
		for _, b := range e.blocks {
			if b.group != none {
				f(b)
			}
		}
	}
}
