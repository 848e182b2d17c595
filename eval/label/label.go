package label

import (
	"github.com/winnow-news/winnow/eval/lcs"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

// The rule that makes a label of an alignment (docs/evaluation.md, "Labels").
const (
	minMatched      = .60 // a block is content if so much of it is in the gold …
	minContiguity   = .50 // … and so much of that in one piece after another;
	looseMatched    = .35 // or if so much is in the gold in order …
	minTrigrams     = .40 // … and so many of its trigrams are in the gold at all,
	minLooseTokens  = 10  // provided that it has so many words.
	headlineOverlap = .80 // Jaccard of a block and a title that makes it the headline
)

// Label says what is known of one block.
type Label struct {
	// Content: the block belongs to the gold text.
	Content bool
	// Headline: the block is content and repeats one of the page's titles. Gold
	// conventions differ on the headline, so training leaves these blocks out.
	Headline bool
	// Tokens is the number of the block's words, Matched how many of them the
	// alignment found in the gold.
	Tokens, Matched int
}

// Page labels the blocks of a segmented page; the page's own titles tell the
// headline. title is the title the corpus gives, or empty.
func Page(page *pb.SegmentedPage, gold, title string) []Label {
	texts := make([]string, len(page.GetBlocks()))
	for i, b := range page.GetBlocks() {
		texts[i] = b.GetText()
	}
	m := page.GetMetadata()
	return Texts(texts, gold, title, m.GetTitle(), m.GetHtmlTitle(), m.GetOgTitle(), m.GetHeadline())
}

// Texts labels blocks given by their texts in document order. Empty titles are
// ignored.
func Texts(blocks []string, gold string, titles ...string) []Label {
	goldTokens := word.Hashes(nil, gold)
	var tokens []uint64
	ends := make([]int, len(blocks))
	for i, b := range blocks {
		tokens = word.Hashes(tokens, b)
		ends[i] = len(tokens)
	}
	at := lcs.Align(tokens, goldTokens)
	grams := trigramSet(goldTokens)
	titleSets := wordSets(titles)

	labels := make([]Label, len(blocks))
	start := 0
	for i, end := range ends {
		labels[i] = judge(tokens[start:end], at[start:end], grams)
		labels[i].Headline = labels[i].Content && isTitle(tokens[start:end], titleSets)
		start = end
	}
	return labels
}

// judge applies the rule to one block: its tokens, and for each its place in
// the gold or -1.
func judge(tokens []uint64, at []int32, grams map[[3]uint64]bool) Label {
	l := Label{Tokens: len(tokens)}
	adjacent, last := 0, int32(-2)
	for _, a := range at {
		if a >= 0 {
			l.Matched++
			if a == last+1 {
				adjacent++
			}
		}
		last = a
		if a < 0 {
			last = -2
		}
	}
	if l.Matched == 0 {
		return l
	}
	share := float64(l.Matched) / float64(l.Tokens)
	contiguity := 1.0 // of the steps between matched words, those to the very next word
	if l.Matched > 1 {
		contiguity = float64(adjacent) / float64(l.Matched-1)
	}
	l.Content = share >= minMatched && contiguity >= minContiguity ||
		share >= looseMatched && l.Tokens >= minLooseTokens && trigramShare(tokens, grams) >= minTrigrams
	return l
}

func trigramSet(tokens []uint64) map[[3]uint64]bool {
	set := make(map[[3]uint64]bool, len(tokens))
	for i := 2; i < len(tokens); i++ {
		set[[3]uint64(tokens[i-2:i+1])] = true
	}
	return set
}

// trigramShare is the share of the trigrams of tokens that are in set.
func trigramShare(tokens []uint64, set map[[3]uint64]bool) float64 {
	if len(tokens) < 3 {
		return 0
	}
	found := 0
	for i := 2; i < len(tokens); i++ {
		if set[[3]uint64(tokens[i-2:i+1])] {
			found++
		}
	}
	return float64(found) / float64(len(tokens)-2)
}

func wordSets(texts []string) []map[uint64]bool {
	var sets []map[uint64]bool
	for _, t := range texts {
		if set := wordSet(word.Hashes(nil, t)); len(set) > 0 {
			sets = append(sets, set)
		}
	}
	return sets
}

func wordSet(tokens []uint64) map[uint64]bool {
	set := make(map[uint64]bool, len(tokens))
	for _, t := range tokens {
		set[t] = true
	}
	return set
}

// isTitle reports whether the words of a block are those of a title.
func isTitle(tokens []uint64, titles []map[uint64]bool) bool {
	if len(titles) == 0 || len(tokens) == 0 || len(tokens) > 60 {
		return false
	}
	block := wordSet(tokens)
	for _, title := range titles {
		both := 0
		for t := range block {
			if title[t] {
				both++
			}
		}
		if float64(both) >= headlineOverlap*float64(len(block)+len(title)-both) {
			return true
		}
	}
	return false
}
