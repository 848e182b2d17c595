package judge

import (
	"unicode"
	"unicode/utf8"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Comments that nothing names as such have a line each that says who wrote them
// and when, alike on all of them, and stand in an element of their own behind the
// article.

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
	o, blocks := in.Outline, in.Page.GetBlocks()
	top := o.Valid(blocks[lines[0]].GetElement())
	for _, i := range lines[1:] {
		for e := o.Valid(blocks[i].GetElement()); top >= 0 && !o.Within(e, top); top = o.Nodes[top].Parent {
		}
	}
	if top < 0 || !in.areRemarks(lines, top) {
		return
	}
	words := uint32(0)
	for i, b := range blocks[:lines[0]] {
		if probability[i] >= 0.5 {
			words += b.GetStats().GetWords()
		}
	}
	core := coreOf(o, blocks[:lines[0]], probability)
	if core < 0 || words < leastCore {
		return
	}
	if a := o.Nodes[core].Article; a >= 0 {
		core = a // what is in it is the article's, too, even beside the rest
	}
	if o.Within(top, core) || o.Within(core, top) {
		return
	}
	for i := lines[0]; i < len(blocks); i++ {
		if o.Within(o.Valid(blocks[i].GetElement()), top) && probability[i] > 0 {
			probability[i] = 0
			out[i].Reason = ReasonComment
		}
	}
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
		for j := i + 1; j < end && in.Outline.Within(in.Outline.Valid(in.Page.Blocks[j].GetElement()), top); j++ {
			s := in.Page.Blocks[j].GetStats()
			says = says || s.GetWords() >= leastSaid && 2*s.GetLinkWords() < s.GetWords()
			heads = heads || in.Outline.Of(in.Page.Blocks[j]).Heading > 0
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
	s := b.GetStats()
	if s.GetWords() < shortestSigned || s.GetWords() > longestSigned || s.GetDigits() == 0 || s.GetEndsSentence() || in.Outline.Of(b).DataTable >= 0 {
		return false
	}
	letters, inWord := 0, false
	for text := b.GetText(); text != "" && letters < leastName; {
		r, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		word := unicode.IsLetter(r)
		if letters == 0 && unicode.IsDigit(r) {
			return false // a time: something happened
		}
		if word && !inWord {
			letters++
		}
		inWord = word
	}
	return letters >= leastName
}
