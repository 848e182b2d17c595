package comparer

// none is no group and no word.
const none = ^uint32(0)

// index is the inverted index over the prefixes of the groups' word sets: for
// each word the groups that have it in their prefix. It is a hash table with
// chains of words in one array; the groups of a word stand side by side, for
// to walk over them is what matching mostly does.
//
// Invariants:
//  1. len(heads) is a power of two and at least the number of words in use.
//  2. Each word in use is in the chain of its bucket exactly once and has a
//     posting; all other elements of words are in the free chain.
//  3. postings is the number of all words' postings.
type index struct {
	heads    []uint32
	words    []indexWord
	free     uint32
	used     int
	postings int
}

type indexWord struct {
	word, next uint32
	posts      []posting // empty: not in use
}

// posting says that a group of size words has the word at a position of its
// word set.
type posting struct {
	group    uint32
	size, at uint16
}

func newIndex() index {
	x := index{free: none}
	x.resize(1 << 8)
	return x
}

// lookup gives the postings of word, in no order.
func (x *index) lookup(word uint32) []posting {
	for at := x.heads[x.bucket(word)]; at != none; at = x.words[at].next {
		if w := &x.words[at]; w.word == word {
			return w.posts
		}
	}
	return nil
}

func (x *index) bucket(word uint32) uint32 { return word & uint32(len(x.heads)-1) }

func (x *index) insert(word uint32, p posting) {
	x.postings++
	for at := x.heads[x.bucket(word)]; at != none; at = x.words[at].next {
		if w := &x.words[at]; w.word == word {
			w.posts = append(w.posts, p)
			return
		}
	}
	if x.used == len(x.heads) {
		x.resize(2 * len(x.heads))
	}
	at := x.free
	if at == none {
		at = uint32(len(x.words))
		x.words = append(x.words, indexWord{})
	} else {
		x.free = x.words[at].next
	}
	b := x.bucket(word)
	w := &x.words[at]
	w.word, w.next, w.posts = word, x.heads[b], append(w.posts, p)
	x.heads[b] = at
	x.used++
}

func (x *index) remove(word, group uint32) {
	for link := &x.heads[x.bucket(word)]; *link != none; link = &x.words[*link].next {
		at := *link
		w := &x.words[at]
		if w.word != word {
			continue
		}
		w.drop(group)
		x.postings--
		if len(w.posts) == 0 {
			*link = w.next
			w.next, x.free = x.free, at
			x.used--
		}
		return
	}
}

// drop removes the group's posting. Room that a frequent word has needed is
// not kept for a rare one.
func (w *indexWord) drop(group uint32) {
	const room = 8
	for i, p := range w.posts {
		if p.group == group {
			last := len(w.posts) - 1
			w.posts[i] = w.posts[last]
			w.posts = w.posts[:last]
			break
		}
	}
	if len(w.posts) == 0 && cap(w.posts) > room {
		w.posts = nil
	}
}

// resize spreads the words in use over n buckets.
func (x *index) resize(n int) {
	x.heads = make([]uint32, n)
	for i := range x.heads {
		x.heads[i] = none
	}
	for i := range x.words {
		if w := &x.words[i]; len(w.posts) > 0 {
			b := x.bucket(w.word)
			w.next, x.heads[b] = x.heads[b], uint32(i)
		}
	}
}

// bytes estimates the memory that the index takes.
func (x *index) bytes() int { return 4*cap(x.heads) + 40*cap(x.words) + 12*x.postings }
