package heuristic

import (
	"math"
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
	"github.com/zeebo/xxh3"
)

func (m *Model) look(page *pb.SegmentedPage) *surroundings {
	n := len(page.Blocks)
	s := &surroundings{
		titleAt:  -1,
		likeness: make([]float64, n),
		gap:      make([]float64, n),
		before:   make([]float64, n),
		repeated: make([]bool, n),
	}
	s.containers, s.best = m.tree(page)
	if s.best >= 0 {
		s.top = s.containers[s.best].score
	}
	s.findTitle(page)
	s.measureGaps(page)
	s.measureShares(page)
	s.findRepeats(page)
	return s
}

const (
	titleWords    = 40  // a longer block is no title
	titleLikeness = 0.7 // of the block that is taken for the title
)

// findTitle compares the short blocks with the title.
func (s *surroundings) findTitle(page *pb.SegmentedPage) {
	md := page.GetMetadata()
	var titles [][]uint64
	for _, t := range []string{md.GetTitle(), md.GetOgTitle(), md.GetHeadline(), md.GetHtmlTitle()} {
		if h := sortedWords(nil, t); len(h) > 0 {
			titles = append(titles, h)
		}
	}
	longest := 0
	for _, t := range titles {
		longest = max(longest, len(t))
	}
	best := titleLikeness
	var words []uint64
	for i, b := range page.Blocks {
		if w := int(b.GetStats().GetWords()); w == 0 || w > titleWords || w > 3*longest {
			continue
		}
		words = sortedWords(words[:0], b.GetText())
		for _, t := range titles {
			s.likeness[i] = max(s.likeness[i], dice(words, t))
		}
		if s.likeness[i] > best {
			best, s.titleAt = s.likeness[i], i
		}
	}
}

func sortedWords(dst []uint64, text string) []uint64 {
	dst = word.Hashes(dst, text)
	slices.Sort(dst)
	return dst
}

// dice is the similarity of two sorted bags, 0..1.
func dice(a, b []uint64) float64 {
	all, n := len(a)+len(b), 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n, a, b = n+1, a[1:], b[1:]
		}
	}
	return 2 * float64(n) / float64(max(all, 1))
}

func long(b *pb.Block) bool {
	t := b.GetStats()
	return t.GetWords() >= longBlock && linkDensity(t) < 0.3
}

// measureGaps finds for each block the distance to the nearest long one that
// is not itself.
func (s *surroundings) measureGaps(page *pb.SegmentedPage) {
	const none = 50
	last := -none
	for i, b := range page.Blocks {
		s.gap[i] = float64(min(i-last, none))
		if long(b) {
			last = i
		}
	}
	last = len(page.Blocks) + none
	for i := len(page.Blocks) - 1; i >= 0; i-- {
		s.gap[i] = math.Log(min(s.gap[i], float64(min(last-i, none))))
		if long(page.Blocks[i]) {
			last = i
		}
	}
}

// measureShares finds which share of the page's plain words stands before each
// block.
func (s *surroundings) measureShares(page *pb.SegmentedPage) {
	sum := 0.0
	for i, b := range page.Blocks {
		s.before[i] = sum
		t := b.GetStats()
		sum += float64(t.GetWords()) * (1 - linkDensity(t))
	}
	for i := range s.before {
		s.before[i] /= max(sum, 1)
	}
}

// findRepeats marks blocks whose text stands elsewhere on the page too.
func (s *surroundings) findRepeats(page *pb.SegmentedPage) {
	first := make(map[uint64]int, len(page.Blocks))
	for i, b := range page.Blocks {
		if b.GetStats().GetWords() == 0 {
			continue
		}
		h := xxh3.HashString(b.GetText())
		if at, ok := first[h]; ok {
			s.repeated[i], s.repeated[at] = true, true
			continue
		}
		first[h] = i
	}
}
