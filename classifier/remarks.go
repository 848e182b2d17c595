package classifier

import (
	"slices"
	"unicode"
	"unicode/utf8"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Comments that nothing names as such have a line each that says who wrote them
// and when, alike on all of them, and stand in an element of their own behind the
// article, or at its end.

const (
	// leastRemarks is the fewest such lines that make what they stand in a list of
	// comments, saidShare the share of them that something said follows.
	leastRemarks = 3
	saidShare    = 0.7
	// A line of author and time has so many words, and not less than leastName of
	// them are words of letters.
	shortestSigned, longestSigned, leastName = 3, 12, 2
	// leastSaid is the fewest words of what is said.
	leastSaid = 4
	// mostRemarks is the most lists that are looked at.
	mostRemarks = 32
	// leastCore is the fewest words of the article before its comments.
	leastCore = 40
)

// dropRemarks takes the comments behind an article out of its page.
func dropRemarks(in *Input, probability []float32, out []Verdict) {
	if in.Page.GetPageClass() != pb.PageClass_PAGE_CLASS_ARTICLE {
		return
	}
	var order []kin
	lines := map[kin][]int{}
	for i, b := range in.Page.GetBlocks() {
		if !in.signed(i) {
			continue
		}
		if k, ok := kinOf(in.Page, b); ok {
			if lines[k] == nil {
				order = append(order, k)
			}
			lines[k] = append(lines[k], i)
		}
	}
	tried := 0
	for _, k := range order {
		if l := lines[k]; len(l) >= leastRemarks && tried < mostRemarks {
			tried++
			in.dropRemarksAt(l, probability, out)
		}
	}
}

// dropRemarksAt takes out the element that holds all the lines, from the first on,
// if they are those of comments.
func (in *Input) dropRemarksAt(lines []int, probability []float32, out []Verdict) {
	o, blocks := in.outline, in.Page.GetBlocks()
	top := o.valid(blocks[lines[0]].GetElement())
	for _, i := range lines[1:] {
		for e := o.valid(blocks[i].GetElement()); top >= 0 && !o.within(e, top); top = o.nodes[top].parent {
		}
	}
	if top < 0 || !in.areRemarks(lines, top) {
		return
	}
	rest := slices.Clone(probability)
	words := uint32(0)
	for i, b := range blocks {
		if i >= lines[0] || o.within(o.valid(b.GetElement()), top) {
			rest[i] = 0
		} else if probability[i] >= 0.5 {
			words += b.GetStats().GetWords()
		}
	}
	core := o.core(blocks, rest)
	if core < 0 || words < leastCore || o.within(core, top) {
		return
	}
	if a := o.nodes[core].article; a >= 0 {
		core = a // what is in it is the article's, too, even beside the rest
	}
	if o.within(top, core) && !in.endsWith(lines, top, core) {
		return
	}
	for i := lines[0]; i < len(blocks); i++ {
		if o.within(o.valid(blocks[i].GetElement()), top) && probability[i] > 0 {
			probability[i] = 0
			out[i].Reason = ReasonComment
		}
	}
}

// endsWith reports whether the element core ends with top, which holds the lines
// and nothing before the first, each with a day and a time of day: the events and the
// speakers of an article have one of these.
func (in *Input) endsWith(lines []int, top, core int32) bool {
	for i, b := range in.Page.Blocks {
		e := in.outline.valid(b.GetElement())
		switch inTop := in.outline.within(e, top); {
		case i < lines[0] && inTop:
			return false
		case i > lines[0] && !inTop && in.outline.within(e, core) && b.GetStats().GetWords() > longestSigned:
			return false
		}
	}
	return !slices.ContainsFunc(lines, func(i int) bool {
		b := in.Page.Blocks[i]
		clock := clockDigits(b.GetText())
		return clock == 0 || int(b.GetStats().GetDigits()) <= clock
	})
}

// clockDigits gives the number of digits of the first time of day in text, "9:05",
// "21.15:30"; 0 where there is none.
func clockDigits(text string) (n int) {
	for i := 1; i+2 < len(text); i++ {
		if (text[i] == ':' || text[i] == '.') && isDigit(text[i-1]) && isDigit(text[i+1]) && isDigit(text[i+2]) && (i+3 == len(text) || !isDigit(text[i+3]) && text[i+3] != '.') {
			for i -= 1; i > 0 && isDigit(text[i-1]); i-- {
			}
			for ; i < len(text) && (isDigit(text[i]) || text[i] == ':' || text[i] == '.'); i++ {
				if isDigit(text[i]) {
					n++
				}
			}
			return n
		}
	}
	return 0
}

// areRemarks reports whether something is said behind most of the lines in top,
// and hardly ever under a heading.
func (in *Input) areRemarks(lines []int, top int32) bool {
	said, headed := 0, 0
	for k, i := range lines {
		end := len(in.Page.Blocks)
		if k+1 < len(lines) {
			end = lines[k+1]
		}
		says, heads := false, false
		for j := i + 1; j < end && in.outline.within(in.outline.valid(in.Page.Blocks[j].GetElement()), top); j++ {
			s := in.Page.Blocks[j].GetStats()
			says = says || s.GetWords() >= leastSaid && 2*s.GetLinkWords() < s.GetWords()
			heads = heads || in.outline.of(in.Page.Blocks[j]).heading > 0
		}
		if says {
			said++
		}
		if heads {
			headed++
		}
	}
	return float64(said) >= saidShare*float64(len(lines)) && 3*headed < len(lines)
}

// signed reports a line that may say who wrote something and when: a few words,
// a number behind the first of them, and no sentence.
func (in *Input) signed(i int) bool {
	b := in.Page.Blocks[i]
	s, n := b.GetStats(), in.outline.of(b)
	if s.GetWords() < shortestSigned || s.GetWords() > longestSigned || s.GetDigits() == 0 || s.GetEndsSentence() || n.hidden || n.heading > 0 || n.dataTable >= 0 {
		return false
	}
	letters, inWord := 0, false
	for text := b.GetText(); text != "" && letters < leastName; {
		r, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		word := unicode.IsLetter(r)
		if letters == 0 && unicode.IsDigit(r) && b.GetText()[0] != '#' {
			return false // a time, not a comment's number: something happened
		}
		if word && !inWord {
			letters++
		}
		inWord = word
	}
	return letters >= leastName
}
