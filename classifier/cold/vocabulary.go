package cold

import (
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

// lexicon numbers the words of a page, and knows of each where it stands.
type lexicon struct {
	table  table
	known  []spelling // by number
	words  []int32    // the numbers of the words of all blocks, one behind the other
	hashes []uint64
}

// spelling is what is known of a word.
type spelling struct {
	seen  int32 // the last block with it
	first int32 // the first long block with it, -1: none
	many  bool  // at least two long blocks have it
	said  uint8 // where the page says it of itself, a bit for each
}

func newLexicon() lexicon { return lexicon{table: newTable()} }

// bytesForWord is how much text of a page there is for each different word.
const bytesForWord = 12

func (l *lexicon) reset(page *pb.SegmentedPage) {
	size := 0
	for _, b := range page.GetBlocks() {
		size += len(b.GetText())
	}
	l.table.reset(size / bytesForWord)
	l.known, l.words = l.known[:0], l.words[:0]
}

// numbers appends the numbers of the words of text to dst.
func (l *lexicon) numbers(dst []int32, text string) []int32 {
	l.hashes = word.Hashes(l.hashes[:0], text)
	for _, h := range l.hashes {
		n := l.table.number(h)
		if int(n) == len(l.known) {
			l.known = append(l.known, spelling{seen: -1, first: -1})
		}
		dst = append(dst, n)
	}
	return dst
}

// say marks the words of text as said in s and gives how many are new there.
func (l *lexicon) say(s said, text string) (fresh float32) {
	from := len(l.words)
	l.words = l.numbers(l.words, text)
	for _, n := range l.words[from:] {
		if k := &l.known[n]; k.said&(1<<s) == 0 {
			k.said |= 1 << s
			fresh++
		}
	}
	l.words = l.words[:from]
	return fresh
}

// read takes in the text of block i.
func (l *lexicon) read(i int32, b *block, text string) {
	b.from = int32(len(l.words))
	l.words = l.numbers(l.words, text)
	b.to = int32(len(l.words))
	for _, n := range l.words[b.from:] {
		k := &l.known[n]
		if k.seen == i {
			continue
		}
		k.seen = i
		b.distinct++
		for s := said(0); k.said>>s != 0; s++ {
			b.said[s] += uint16(k.said >> s & 1)
		}
		if b.long {
			k.many = k.many || k.first >= 0
			if k.first < 0 {
				k.first = i
			}
		}
	}
}

func (b *block) tokens() float32 { return float32(b.to - b.from) }

// shared is the share of a block's words that stand in other long blocks.
func (p *page) shared(i int) float32 {
	b := &p.blocks[i]
	n := 0
	for _, w := range p.lexicon.words[b.from:b.to] {
		if k := &p.lexicon.known[w]; k.many || k.first >= 0 && k.first != int32(i) {
			n++
		}
	}
	return ratio(float32(n), b.tokens())
}

// inBody is the share of a block's trigrams that stand in the declared body.
func (p *page) inBody(i int) float32 {
	b := &p.blocks[i]
	w := p.lexicon.words[b.from:b.to]
	if len(w) < 3 || !p.head.hasBody {
		return 0
	}
	n := 0
	for k := 2; k < len(w); k++ {
		if p.head.trigrams.find(trigram(w[k-2:])) >= 0 {
			n++
		}
	}
	return float32(n) / float32(len(w)-2)
}

// titleWords is the most words that a headline has.
const titleWords = 60

// findTitle gives the block that is most likely the headline: a heading that
// says what the title says, the first where several do.
func (p *page) findTitle() int32 {
	best, found := float32(0.5), int32(-1)
	for i := range p.blocks {
		b := &p.blocks[i]
		if b.tokens() == 0 || b.tokens() > titleWords {
			continue
		}
		_, jaccard := p.titleSimilarity(b)
		if b.tag == tagH1 {
			jaccard += 0.3
		} else if b.tag.isHeading() {
			jaccard += 0.1
		}
		if jaccard > best+0.01 {
			best, found = jaccard, int32(i)
		}
	}
	return found
}

// titleSimilarity is the best containment and Jaccard similarity of a block
// with one of the page's titles.
func (p *page) titleSimilarity(b *block) (contained, jaccard float32) {
	words := b.tokens()
	if words == 0 || words > 2*titleWords {
		return 0, 0
	}
	for s := saidTitle; s <= saidHeadline; s++ {
		if n := float32(b.said[s]); n > 0 {
			contained = max(contained, n/words)
			jaccard = max(jaccard, n/(p.head.words[s]+words-n))
		}
	}
	return contained, jaccard
}

// contained is the share of a block's words that s says, and of those of s
// that stand in the block.
func (p *page) contained(b *block, s said) (contained, covered float32) {
	n := float32(b.said[s])
	return ratio(n, b.tokens()), ratio(n, p.head.words[s])
}

var vocabularyFeatures = []string{
	"shared_words", "repeated", "title_contained", "title_jaccard", "description_contained", "description_covered",
	"in_article_body", "has_article_body", "distinct", "authors_contained", "authors_covered", "site_contained",
}

func fillVocabulary(p *page, i int, out []float32) {
	b := &p.blocks[i]
	contained, jaccard := p.titleSimilarity(b)
	described, covered := p.contained(b, saidDescription)
	written, writers := p.contained(b, saidAuthors)
	site, _ := p.contained(b, saidSite)
	put(out, p.shared(i), float32(p.textCounts[b.text]-1), contained, jaccard, described, covered,
		p.inBody(i), flag(p.head.hasBody), ratio(b.distinct, b.tokens()), written, writers, site)
}
