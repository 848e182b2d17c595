package cold

import (
	"github.com/winnow-news/winnow/proto/word"
	"github.com/zeebo/xxh3"
)

// block is one block with the facts that several features share.
type block struct {
	element                                   int32
	tag                                       tag
	words, linkWords, chars, linkChars, links float32
	sentences, commas                         float32
	long                                      bool
	dated                                     bool  // short, with a year or a time of day
	slug                                      bool  // its first link leads to what may be an article
	from, to                                  int32 // in page.lexicon.words
	distinct                                  float32
	said                                      [saids]uint16 // different words that it shares with what the page says of itself
	text                                      int32         // number of its text
	wordsBefore                               float32
	prevLong, nextLong                        int32 // index of the nearest long block before and behind, -1: none
	longBefore                                float32
	stamps                                    int32 // up to and with this one
}

// longWords and longLinks say what a long block is: running text.
const (
	longWords = 15
	longLinks = 0.3
)

// datedWords is the most words that a line with a date has.
const datedWords = 12

func (p *page) loadBlocks() {
	p.blocks = resize(p.blocks, len(p.src.Blocks))
	p.longest = p.longest[:0]
	p.total = sums{}
	p.texts.reset(len(p.src.Blocks))
	p.textCounts = p.textCounts[:0]
	for i, b := range p.src.Blocks {
		to := &p.blocks[i]
		s := b.GetStats()
		*to = block{
			element: b.Element, words: word.Effective(s.GetWords(), s.GetChars()),
			linkWords: word.Effective(s.GetLinkWords(), s.GetLinkChars()),
			chars:     float32(s.GetChars()), linkChars: float32(s.GetLinkChars()), links: float32(s.GetLinks()),
			sentences: float32(s.GetSentenceEnds()), commas: float32(s.GetCommas()), wordsBefore: p.total.words,
		}
		if to.element < 0 || int(to.element) >= len(p.elements) { // hostile
			to.element = 0
		}
		to.tag = p.elements[to.element].tag
		to.long = to.words >= longWords && to.linkChars < longLinks*to.chars
		to.dated = s.GetDigits() >= 2 && to.words <= datedWords && (hasYear(b.Text) || hasClock(b.Text))
		to.slug = len(b.Links) > 0 && isSlug(b.Links[0])
		if to.long {
			p.longest = append(p.longest, int32(i))
		}
		p.lexicon.read(int32(i), to, b.Text)
		p.countText(to, b.Text)
		p.total.add(to)
	}
	p.forgetElapsed()
}

func (p *page) countText(b *block, text string) {
	b.text = p.texts.number(xxh3.HashString(text))
	if int(b.text) == len(p.textCounts) {
		p.textCounts = append(p.textCounts, 0)
	}
	p.textCounts[b.text]++
}

// sums are totals over a set of blocks.
type sums struct {
	blocks, words, linkWords, chars, linkChars, long, longWords, sentences, commas, links, paragraphs, dated, slugs float32
}

func (s *sums) add(b *block) {
	s.blocks++
	s.words += b.words
	s.linkWords += b.linkWords
	s.chars += b.chars
	s.linkChars += b.linkChars
	s.sentences += b.sentences
	s.commas += b.commas
	s.links += b.links
	if b.long {
		s.long++
		s.longWords += b.words
	}
	if b.tag == tagP {
		s.paragraphs++
	}
	s.dated += flag(b.dated)
	s.slugs += flag(b.slug)
}

func (s *sums) join(o *sums) {
	s.blocks += o.blocks
	s.words += o.words
	s.linkWords += o.linkWords
	s.chars += o.chars
	s.linkChars += o.linkChars
	s.long += o.long
	s.longWords += o.longWords
	s.sentences += o.sentences
	s.commas += o.commas
	s.links += o.links
	s.paragraphs += o.paragraphs
	s.dated += o.dated
	s.slugs += o.slugs
}

func (s *sums) linkDensity() float32 { return ratio(s.linkChars, s.chars) }

// addUp gives each element the sums of its subtree.
func (p *page) addUp() {
	for i := range p.blocks {
		p.elementOf(i).sum.add(&p.blocks[i])
	}
	for i := len(p.elements) - 1; i > 0; i-- {
		if e := &p.elements[i]; e.parent >= 0 {
			p.elements[e.parent].sum.join(&e.sum)
		}
	}
}
