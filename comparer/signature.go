package comparer

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

// Caps on what is known of one block. A block beyond a cap is represented by
// the part within it: the words that come first in their order, the tags and
// classes that come first. No block of real sites was seen beyond them.
const (
	maxWords   = 4096
	maxTags    = 256
	maxClasses = 256
)

// signature is what similarity needs to know of a block: the set of its words,
// its tag sequence and the set of its classes, one behind the other in data.
// Sets ascend. The zero signature is that of a group whose signature is not
// known.
type signature struct {
	data          []uint32
	nWords, nTags uint16
}

func (s *signature) words() []uint32   { return s.data[:s.nWords] }
func (s *signature) tags() []uint32    { return s.data[s.nWords : s.nWords+s.nTags] }
func (s *signature) classes() []uint32 { return s.data[s.nWords+s.nTags:] }

// known reports whether s is the signature of a block: those have words.
func (s *signature) known() bool { return s.nWords > 0 }

// fingerprint is the exact fingerprint of s: the group. It is never 0, which
// stands for a block that is not compared.
func (s *signature) fingerprint(buf []byte) (uint64, []byte) {
	buf = binary.LittleEndian.AppendUint16(buf[:0], s.nWords)
	buf = binary.LittleEndian.AppendUint16(buf, s.nTags)
	for _, x := range s.data {
		buf = binary.LittleEndian.AppendUint32(buf, x)
	}
	return max(1, xxh3.Hash(buf)), buf
}

// message gives s as it stands in a journal record.
func (s *signature) message(group uint64) *pb.Signature {
	data := slices.Clone(s.data)
	c := signature{data, s.nWords, s.nTags}
	return &pb.Signature{Group: group, Words: c.words(), Tags: c.tags(), Classes: c.classes()}
}

// signer derives signatures from blocks. All signatures of a page share one
// array.
type signer struct {
	codes  map[string]uint32
	data   []uint32
	hashes []uint64
}

func newSigner() signer { return signer{codes: tagCodes()} }

// begin starts a page. Signatures of the last one stay valid.
func (s *signer) begin() { s.data = make([]uint32, 0, max(1024, len(s.data))) }

// sign gives the signature of block; it is unknown for a block without words.
func (s *signer) sign(block *pb.Block) signature {
	start := len(s.data)
	words := s.words(block.GetText())
	if words == 0 {
		return signature{}
	}
	tags := block.GetTags()
	tags = tags[:min(len(tags), maxTags)]
	for _, tag := range tags {
		code, ok := s.codes[tag]
		if !ok {
			code = tagHash(tag)
		}
		s.data = append(s.data, code)
	}
	classes := block.GetClasses()
	at := len(s.data)
	for _, class := range classes[:min(len(classes), maxClasses)] {
		s.data = append(s.data, uint32(xxh3.HashString(class)))
	}
	s.data = s.data[:at+ascending(s.data[at:])]
	return signature{s.data[start:len(s.data):len(s.data)], uint16(words), uint16(len(tags))}
}

// words appends the word set of text and gives its size. In scripts without
// spaces a word is a single character, and any two paragraphs share most of
// those: there the last three characters that stand together count as one word.
func (s *signer) words(text string) int {
	start := len(s.data)
	s.hashes = word.Hashes(s.hashes[:0], text)
	i := 0
	var run gram
	for from, to := range word.Spans(text) {
		hash, runes := s.hashes[i], utf8.RuneCountInString(text[from:to])
		if at, ok := run.extend(text, from, to); ok {
			hash, runes = xxh3.HashString(text[at:to]), utf8.RuneCountInString(text[at:to])
		}
		s.data = append(s.data, wordRank(hash, runes))
		i++
	}
	n := min(ascending(s.data[start:]), maxWords)
	s.data = s.data[:start+n]
	return n
}

// gram remembers where the last characters of a run in an unspaced script
// began.
type gram struct {
	starts [2]int // of the last two, the older first
	length int    // of the run so far
	end    int    // of its last character
}

// extend takes the word at text[from:to] and gives where the gram that ends
// with it begins; not ok for a word of a script with spaces.
func (g *gram) extend(text string, from, to int) (at int, ok bool) {
	if r, _ := utf8.DecodeRuneInString(text[from:to]); !word.Unspaced(r) {
		g.length = 0
		return 0, false
	}
	if g.length > 0 && g.end != from {
		g.length = 0
	}
	at = from
	if k := min(g.length, len(g.starts)); k > 0 {
		at = g.starts[len(g.starts)-k]
	}
	g.starts = [2]int{g.starts[1], from}
	g.length, g.end = g.length+1, to
	return at, true
}

// ascending sorts x, drops repetitions and gives the number that remain.
func ascending(x []uint32) int {
	slices.Sort(x)
	return len(slices.Compact(x))
}

// wordRank gives a word its number: a hash that is also its place in the order
// that prefix filtering works by. Long words come first; being rare, they keep
// the stop words out of the index. Four bits of length leave 28 of hash.
func wordRank(hash uint64, runes int) uint32 {
	const longest = 15
	return uint32(longest-min(runes, longest))<<28 | uint32(hash)&(1<<28-1)
}

// sketch is a 256-bit image of a word set: one bit a word. It bounds the
// overlap of two sets in a few instructions.
type sketch [4]uint64

func newSketch(words []uint32) (s sketch) {
	for _, w := range words {
		s[w>>6&3] |= 1 << (w & 63)
	}
	return s
}

// atMost bounds the overlap of sets of a and b words with sketches s and t:
// each bit that one lacks is at least one word of the other.
func (s *sketch) atMost(t *sketch, a, b int) int {
	for i := range s {
		a -= bits.OnesCount64(s[i] &^ t[i])
		b -= bits.OnesCount64(t[i] &^ s[i])
	}
	return min(a, b)
}
