package cold

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// family is a group of features that are computed together.
type family struct {
	name     string
	features []string
	// fill writes the features of block i into out, which is as long as
	// features.
	fill func(p *page, i int, out []float32)
}

// families lists all features, in the order in which the model reads them.
func families() []family {
	return []family{
		{"text", textFeatures, fillText},
		{"tag", tagFeatures(), fillTag},
		{"keyword", keywordFeatures(), fillKeyword},
		{"candidate", candidateFeatures(), fillCandidate},
		{"subtree", subtreeFeatures(), fillSubtree},
		{"vocabulary", vocabularyFeatures, fillVocabulary},
		{"shape", shapeFeatures, fillShape},
		{"position", positionFeatures, fillPosition},
		{"neighbour", neighbourFeatures(), fillNeighbour},
		{"link", linkFeatures, fillLink},
		{"page", pageFeatures, fillPage},
		{"item", itemFeatures, fillItem},
		{"image", imageFeatures, fillImage},
		{"stamp", stampFeatures, fillStamp},
	}
}

var textFeatures = []string{
	"words", "chars", "word_length", "link_density", "links", "links_per_word", "commas", "sentences", "commas_per_word",
	"words_per_sentence", "ends_sentence", "digits", "upper", "quotes", "separators", "tags_per_word", "emphasis", "breaks",
	"density", "first", "last", "year", "long", "clock", "upper_per_word",
}

func fillText(p *page, i int, out []float32) {
	b, s := &p.blocks[i], p.src.Blocks[i].GetStats()
	text := p.src.Blocks[i].Text
	lines := float32(int(b.chars+b.words)/80 + 1)
	put(out,
		b.words, b.chars, ratio(b.chars, b.words), ratio(b.linkChars, b.chars), b.links, ratio(b.links, b.words),
		b.commas, b.sentences, ratio(b.commas, b.words), ratio(b.words, b.sentences+1), flag(s.GetEndsSentence()),
		ratio(float32(s.GetDigits()), b.chars), ratio(float32(s.GetUpper()), b.chars), float32(s.GetQuotes()),
		float32(s.GetSeparators()), ratio(float32(s.GetInlineTags()), b.words), ratio(float32(s.GetEmphasisWords()), b.words),
		float32(s.GetBreaks()), b.words/lines, firstRune(text), lastRune(text), flag(s.GetDigits() >= 4 && hasYear(text)), flag(b.long),
		flag(s.GetDigits() >= 3 && hasClock(text)), ratio(float32(s.GetUpper()), b.words),
	)
}

// put copies values into out; the number of both is held equal by a test.
func put(out []float32, values ...float32) { copy(out, values) }

// firstRune tells in a number what a text begins with.
func firstRune(text string) float32 {
	r, _ := utf8.DecodeRuneInString(text)
	switch {
	case unicode.IsUpper(r):
		return 1
	case unicode.IsLower(r):
		return 2
	case unicode.IsDigit(r):
		return 3
	}
	switch r {
	case '"', '\'', '“', '”', '„', '«', '»', '‘', '’', '「', '『':
		return 4
	case '-', '–', '—', '•', '·', '*', '►', '▶', '→', '>':
		return 5
	case '(', '[', '©', '®', '@', '#':
		return 6
	}
	if unicode.IsLetter(r) {
		return 7
	}
	return 0
}

// lastRune tells in a number what a text ends with.
func lastRune(text string) float32 {
	r, _ := utf8.DecodeLastRuneInString(text)
	switch r {
	case '.', '。', '．':
		return 1
	case '!', '?', '！', '？':
		return 2
	case ':', '：':
		return 3
	case '…':
		return 4
	case '"', '\'', '“', '”', '«', '»', '‘', '’', '」', '』':
		return 5
	case '>', '→', '›':
		return 6
	case ')', ']':
		return 7
	}
	switch {
	case unicode.IsDigit(r):
		return 8
	case unicode.IsLetter(r):
		return 9
	}
	return 0
}

// hasYear reports whether a year of the present or last century stands in the
// first 200 bytes.
func hasYear(text string) bool {
	text = text[:min(len(text), 200)]
	for i := 0; i+4 <= len(text); i++ {
		if (text[i:i+2] == "19" || text[i:i+2] == "20") && digit(text[i+2]) && digit(text[i+3]) &&
			(i == 0 || !digit(text[i-1])) && (i+4 == len(text) || !digit(text[i+4])) {
			return true
		}
	}
	return false
}

// hasClock reports whether a time of day stands in the first 200 bytes.
func hasClock(text string) bool { return clockAt(text) >= 0 }

// clockAt gives where the colon of the first time of day stands, -1 for none.
func clockAt(text string) int {
	text = text[:min(len(text), 200)]
	for i := 1; i+2 < len(text); i++ {
		if text[i] == ':' && digit(text[i-1]) && digit(text[i+1]) && digit(text[i+2]) {
			return i
		}
	}
	return -1
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

func tagFeatures() []string {
	names := []string{"tag", "depth", "hidden", "tag_run"}
	for t := tagLi; t < tags; t++ {
		names = append(names, "in_"+tagNames[t])
	}
	return names
}

func fillTag(p *page, i int, out []float32) {
	e := p.elementOf(i)
	run := float32(0) // blocks before in a row with the same element tag
	for k := i - 1; k >= 0 && k > i-10 && p.blocks[k].tag == p.blocks[i].tag; k-- {
		run++
	}
	put(out, float32(p.blocks[i].tag), float32(e.depth), flag(e.hidden), run)
	for t := tagLi; t < tags; t++ {
		out[4+t-tagLi] = float32(e.up(e.tagged[t]))
	}
}

func keywordFeatures() []string {
	names := []string{"own_names", "negative_names"}
	for g := range keywords {
		names = append(names, "near_"+keywords[g].name)
	}
	return names
}

func fillKeyword(p *page, i int, out []float32) {
	e := p.elementOf(i)
	nearest := int16(far)
	for g := range group(groups) {
		up := e.up(e.named[g])
		out[2+g] = float32(up)
		if negative.has(g) {
			nearest = min(nearest, up)
		}
	}
	put(out, flag(e.own != 0), float32(nearest))
}

func candidateFeatures() []string {
	names := []string{"in_best", "best_up", "best_down", "best_in_chain"}
	for level := range handUp {
		names = append(names, "candidate_"+strconv.Itoa(level))
	}
	return names
}

func fillCandidate(p *page, i int, out []float32) {
	b := &p.blocks[i]
	up, down := p.distance(b.element, p.best)
	for level, e := 0, b.element; e >= 0 && level < handUp; level++ {
		out[4+level] = ratio(p.elements[e].score, p.bestScore)
		e = p.elements[e].parent
	}
	put(out, flag(p.best >= 0 && down == 0), float32(up), float32(down), ratio(p.elements[b.element].best, p.bestScore))
}

// subtreeLevels is the number of ancestors whose subtrees are looked at, the
// own element first.
const subtreeLevels = 4

var subtreeOf = []string{"blocks", "words_share", "link_density", "long_share", "words_per_block", "children", "paragraphs"}

func subtreeFeatures() []string {
	names := []string{"siblings", "parent_siblings", "grandparent_siblings"}
	for level := range subtreeLevels {
		for _, f := range subtreeOf {
			names = append(names, f+"_"+strconv.Itoa(level))
		}
	}
	return names
}

func fillSubtree(p *page, i int, out []float32) {
	e := p.blocks[i].element
	for level := range subtreeLevels {
		el := &p.elements[e]
		s := &el.sum
		if level < 3 {
			out[level] = p.groups[el.group].count
		}
		put(out[3+level*len(subtreeOf):],
			s.blocks, ratio(s.words, p.total.words), s.linkDensity(), ratio(s.longWords, p.total.longWords),
			ratio(s.words, s.blocks), el.children, ratio(s.paragraphs, s.blocks))
		if el.parent >= 0 {
			e = el.parent
		}
	}
}

var shapeFeatures = []string{
	"shape2_blocks", "shape2_share", "shape2_words", "shape2_link_density", "shape2_long",
	"shape3_blocks", "shape3_share", "shape3_words", "shape3_link_density", "shape3_long",
}

func fillShape(p *page, i int, out []float32) {
	e := p.elementOf(i)
	for k, s := range [2]*sums{&p.shapeSums[e.two], &p.shapeSums[e.three]} {
		put(out[k*5:], s.blocks, ratio(s.words, p.total.words), ratio(s.words, s.blocks), s.linkDensity(), ratio(s.long, s.blocks))
	}
}
