package metric

import (
	"iter"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"
)

// wordRune is Python's \w on Unicode text: letters, numbers of all kinds and
// the underscore; marks are not part of it.
func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// tokens iterates over the matches of \w+ in text.
func tokens(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i, r := range text {
			in := wordRune(r)
			if in && start < 0 {
				start = i
			}
			if !in && start >= 0 {
				if !yield(text[start:i]) {
					return
				}
				start = -1
			}
		}
		if start >= 0 {
			yield(text[start:])
		}
	}
}

// bag is a sorted multiset of hashes.
type bag []uint64

// overlap counts the elements that a and b share and those that only one of
// them has, each as often as it occurs.
func overlap(pred, truth bag) (both, onlyPred, onlyTruth int) {
	for i, j := 0, 0; i < len(pred) && j < len(truth); {
		switch {
		case pred[i] < truth[j]:
			i++
		case pred[i] > truth[j]:
			j++
		default:
			both, i, j = both+1, i+1, j+1
		}
	}
	return both, len(pred) - both, len(truth) - both
}

// shingles is the multiset of the 4-token shingles of text, case kept. A text
// of one to three tokens is one shingle, an empty one has none.
func shingles(text string) bag {
	const n = 4
	var hashes []uint64
	for t := range tokens(text) {
		hashes = append(hashes, xxh3.HashString(t))
	}
	if len(hashes) == 0 {
		return nil
	}
	out := make(bag, 0, len(hashes))
	for i := range max(1, len(hashes)-n+1) {
		out = append(out, combine(hashes[i:min(i+n, len(hashes))]))
	}
	slices.Sort(out)
	return out
}

func combine(hashes []uint64) uint64 {
	var h uint64 = 0x9E3779B97F4A7C15
	for _, x := range hashes {
		h = (h ^ x) * 0xD6E8FEB86659FD93
		h ^= h >> 32
	}
	return h
}

// words is the multiset of the lower-cased tokens of text.
func words(text string) bag {
	var out bag
	var buf []byte
	for t := range tokens(text) {
		buf = buf[:0]
		for _, r := range t {
			buf = utf8.AppendRune(buf, unicode.ToLower(r))
		}
		out = append(out, xxh3.Hash(buf))
	}
	slices.Sort(out)
	return out
}
