package comparer

import (
	"errors"
	"fmt"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// maxBlocks caps the blocks of a page. The largest real page that was seen has
// 6,217.
const maxBlocks = 1 << 14

// checkRecord tells why a record cannot be folded; nil for one that can.
func (w *Window) checkRecord(rec *pb.JournalRecord) error {
	n := len(rec.GetGroups())
	switch {
	case rec.GetPageId() == "":
		return errors.New("no page_id")
	case w.Holds(rec.GetPageId()):
		return fmt.Errorf("page %s stands there twice", rec.GetPageId())
	case n > maxBlocks:
		return fmt.Errorf("%d blocks, the cap is %d", n, maxBlocks)
	case n != len(rec.GetPlaces()) || n != len(rec.GetCold()):
		return fmt.Errorf("%d groups, %d places and %d cold scores", n, len(rec.GetPlaces()), len(rec.GetCold()))
	}
	for _, c := range rec.GetContainers() {
		if err := checkContainer(c, n); err != nil {
			return fmt.Errorf("container at place %x: %w", c.GetPlace(), err)
		}
	}
	for _, s := range rec.GetSignatures() {
		if err := w.checkSignature(s); err != nil {
			return fmt.Errorf("signature of group %x: %w", s.GetGroup(), err)
		}
	}
	return nil
}

// checkContainer tells why a container of a page with n blocks cannot be used.
func checkContainer(c *pb.Container, n int) error {
	spans := c.GetSpans()
	switch {
	case c.GetPlace() == 0:
		return errors.New("no place")
	case c.GetShare() > 255:
		return fmt.Errorf("share %d of 255", c.GetShare())
	case len(spans) == 0 || len(spans)%2 != 0:
		return fmt.Errorf("%d ends of spans", len(spans))
	case !strictlyAscending(spans) || spans[len(spans)-1] > uint32(n):
		return fmt.Errorf("spans %v in %d blocks", spans, n)
	}
	return nil
}

func (w *Window) checkSignature(s *pb.Signature) error {
	words, tags, classes := s.GetWords(), s.GetTags(), s.GetClasses()
	switch {
	case len(words) == 0:
		return errors.New("no words")
	case len(words) > maxWords || len(tags) > maxTags || len(classes) > maxClasses:
		return fmt.Errorf("%d words, %d tags and %d classes", len(words), len(tags), len(classes))
	case !strictlyAscending(words) || !strictlyAscending(classes):
		return errors.New("words or classes out of order")
	}
	w.sigBuf = append(append(append(w.sigBuf[:0], words...), tags...), classes...)
	sig := signature{w.sigBuf, uint16(len(words)), uint16(len(tags))}
	var key uint64
	if key, w.buf = sig.fingerprint(w.buf); key != s.GetGroup() {
		return fmt.Errorf("fingerprint is %x", key)
	}
	return nil
}

func strictlyAscending(x []uint32) bool {
	for i := 1; i < len(x); i++ {
		if x[i-1] >= x[i] {
			return false
		}
	}
	return true
}
