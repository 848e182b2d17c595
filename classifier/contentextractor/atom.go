package contentextractor

import (
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

// The features of an atomic block.
const (
	featTerms = iota
	featLinks
	featLinkTerms
	featParagraphs
	featItems
	featHeadings
	featCells
	features
)

// atom is an atomic block: an element of the tag list with the text that is in
// it and in no atomic block inside.
type atom struct {
	page   int
	blocks []int // of the page
	count  [features]float64
	vector [features]float64 // count over the collection's greatest
	words  []uint32          // distinct, ascending
	norm   float64
	pages  uint32 // |S_i|
}

// atoms cuts page into atomic blocks with words.
func (c Config) atoms(page *pb.SegmentedPage, number int) []*atom {
	owner := c.owners(page)
	byOwner := make(map[int32]*atom)
	var list []*atom
	for i, b := range page.GetBlocks() {
		o := int32(-1)
		if e := b.GetElement(); e >= 0 && int(e) < len(owner) {
			o = owner[e]
		}
		if b.GetStats().GetWords() == 0 {
			continue
		}
		a := byOwner[o]
		if a == nil {
			a = &atom{page: number}
			byOwner[o] = a
			list = append(list, a)
		}
		a.add(i, b)
	}
	for _, a := range list {
		slices.Sort(a.words)
		a.words = slices.Compact(a.words)
	}
	return list
}

// owners gives for each element the nearest one of the tag list at or above it.
func (c Config) owners(page *pb.SegmentedPage) []int32 {
	owner := make([]int32, len(page.GetElements()))
	for i, e := range page.GetElements() {
		owner[i] = -1
		if slices.Contains(c.Tags, e.GetTag()) {
			owner[i] = int32(i)
		} else if p := e.GetParent(); p >= 0 && int(p) < i {
			owner[i] = owner[p]
		}
	}
	return owner
}

func (a *atom) add(i int, b *pb.Block) {
	a.blocks = append(a.blocks, i)
	s := b.GetStats()
	a.count[featTerms] += float64(s.GetWords())
	a.count[featLinks] += float64(s.GetLinks())
	a.count[featLinkTerms] += float64(s.GetLinkWords())
	if len(b.GetTags()) > 0 {
		switch b.Tags[0] {
		case "p":
			a.count[featParagraphs]++
		case "li":
			a.count[featItems]++
		case "h1", "h2", "h3", "h4", "h5", "h6":
			a.count[featHeadings]++
		case "td", "th":
			a.count[featCells]++
		}
	}
	for _, h := range word.Hashes(nil, b.GetText()) {
		a.words = append(a.words, uint32(h))
	}
}
