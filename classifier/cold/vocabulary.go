package cold

import (
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

// spelling says in which long blocks a word stands.
type spelling struct {
	first int32 // the first long block with it
	many  bool  // at least two have it
}

// vocabulary learns which words the page's running text uses.
func (p *page) vocabulary() {
	for _, i := range p.longest {
		b := &p.blocks[i]
		for _, w := range p.words[b.from:b.to] {
			s, ok := p.spelled[w]
			switch {
			case !ok:
				p.spelled[w] = spelling{first: i}
			case s.first != i && !s.many:
				p.spelled[w] = spelling{first: s.first, many: true}
			}
		}
	}
}

// shared is the share of a block's words that stand in other long blocks.
func (p *page) shared(i int) float32 {
	b := &p.blocks[i]
	n := 0
	for _, w := range p.words[b.from:b.to] {
		if s, ok := p.spelled[w]; ok && (s.many || s.first != int32(i)) {
			n++
		}
	}
	return ratio(float32(n), float32(b.to-b.from))
}

// head is what the page says of its article: word sets of titles and
// description, trigrams of the body that it declares.
type head struct {
	titles      [4][]uint64 // title, og:title, title element, headline; sorted sets
	description []uint64
	body        map[uint64]struct{} // trigrams of articleBody
	hasBody     bool
	article     bool // the page says that it is an article
	buf         []uint64
}

func (h *head) load(p *page) {
	m := p.src.GetMetadata()
	for i, text := range [4]string{m.GetTitle(), m.GetOgTitle(), m.GetHtmlTitle(), m.GetHeadline()} {
		h.titles[i] = wordSet(h.titles[i][:0], text)
	}
	h.description = wordSet(h.description[:0], m.GetDescription())
	clear(h.body)
	h.buf = word.Hashes(h.buf[:0], m.GetArticleBody())
	h.hasBody = len(h.buf) >= 30
	if h.hasBody {
		for i := 2; i < len(h.buf); i++ {
			h.body[trigram(h.buf[i-2:])] = struct{}{}
		}
	}
	h.article = isArticle(m)
}

// isArticle reports whether a declared type says that the page is an article.
func isArticle(m *pb.Metadata) bool {
	for _, t := range m.GetTypes() {
		switch t {
		case "article", "newsarticle", "blogposting", "reportagenewsarticle", "analysisnewsarticle", "opinionnewsarticle":
			return true
		}
	}
	return false
}

func trigram(w []uint64) uint64 { return mix(mix(w[0], w[1]), w[2]) }

func wordSet(dst []uint64, text string) []uint64 {
	dst = word.Hashes(dst, text)
	slices.Sort(dst)
	return slices.Compact(dst)
}

// overlap counts the members of the sorted set that stand among words, each
// once.
func overlap(set, words []uint64, seen []bool) int {
	n := 0
	clear(seen[:len(set)])
	for _, w := range words {
		if i, ok := slices.BinarySearch(set, w); ok && !seen[i] {
			seen[i] = true
			n++
		}
	}
	return n
}

// inBody is the share of a block's trigrams that stand in the declared body.
func (p *page) inBody(i int) float32 {
	b := &p.blocks[i]
	w := p.words[b.from:b.to]
	if len(w) < 3 || !p.head.hasBody {
		return 0
	}
	n := 0
	for k := 2; k < len(w); k++ {
		if _, ok := p.head.body[trigram(w[k-2:])]; ok {
			n++
		}
	}
	return float32(n) / float32(len(w)-2)
}

// findTitle gives the block that is most likely the headline: a heading that
// says what the title says, the first where several do.
func (p *page) findTitle() int32 {
	best, found := float32(0.5), int32(-1)
	for i := range p.blocks {
		b := &p.blocks[i]
		n := int(b.to - b.from)
		if n == 0 || n > 60 {
			continue
		}
		_, jaccard := p.titleSimilarity(i)
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
func (p *page) titleSimilarity(i int) (contained, jaccard float32) {
	b := &p.blocks[i]
	words := p.words[b.from:b.to]
	if len(words) == 0 || len(words) > 120 {
		return 0, 0
	}
	for _, set := range p.head.titles {
		if len(set) == 0 || len(set) > len(p.seen) {
			continue
		}
		n := float32(overlap(set, words, p.seen[:]))
		contained = max(contained, n/float32(len(words)))
		jaccard = max(jaccard, n/(float32(len(set)+len(words))-n))
	}
	return contained, jaccard
}

// inDescription is the share of a block's words that stand in the description,
// and of the description's in the block.
func (p *page) inDescription(i int) (contained, covered float32) {
	b := &p.blocks[i]
	words, set := p.words[b.from:b.to], p.head.description
	if len(words) == 0 || len(set) == 0 || len(set) > len(p.seen) {
		return 0, 0
	}
	n := float32(overlap(set, words, p.seen[:]))
	return min(n/float32(len(words)), 1), n / float32(len(set))
}

// distinct is the share of a block's words that are different words.
func (p *page) distinct(i int) float32 {
	b := &p.blocks[i]
	words := p.words[b.from:b.to]
	if len(words) == 0 || len(words) > 400 {
		return 1
	}
	p.scratch = append(p.scratch[:0], words...)
	slices.Sort(p.scratch)
	return float32(len(slices.Compact(p.scratch))) / float32(len(words))
}
