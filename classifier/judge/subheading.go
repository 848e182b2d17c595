package judge

import "strings"

// leastQuestions is the fewest questions that make an article one of a series in
// which everybody is asked the same.
const leastQuestions = 3

// keepSubheadings makes content of what heads a part of an article: a heading that
// leads nowhere, with content before it and right below it, in the element that it
// stands in; and of what articles share, between two paragraphs of content, beside
// both, a heading that recurs ("What comes next"), or one of several questions.
func keepSubheadings(in *Input, out []Verdict) {
	var questions []int
	begun := false
	for i := 1; i+1 < len(out); i++ {
		begun = begun || out[i-1].Content
		if begun && out[i].Reason == ReasonImprobable && in.Scores[i].GetCold() >= leastTold && in.isSubheading(i) && in.heads(i, out) {
			out[i].Content, out[i].Reason = true, ReasonBetween
		}
		if out[i].Reason != ReasonTemplate || !likely(in.Scores[i]) || !in.amid(i, out) {
			continue
		}
		if in.isSubheading(i) {
			out[i].Content, out[i].Reason = true, ReasonBetween
		} else if in.isQuestion(i) {
			questions = append(questions, i)
		}
	}
	if len(questions) < leastQuestions {
		return
	}
	for _, i := range questions {
		out[i].Content, out[i].Reason = true, ReasonBetween
	}
}

// heads reports a block with content right below it, in the element that holds its
// own.
func (in *Input) heads(i int, out []Verdict) bool {
	o := in.Outline
	at := o.Valid(in.Page.Blocks[i].GetElement())
	return out[i+1].Content && at >= 0 && o.Within(o.Valid(in.Page.Blocks[i+1].GetElement()), o.Nodes[at].Parent)
}

// amid reports a block between two running paragraphs of content whose elements
// stand beside its own.
func (in *Input) amid(i int, out []Verdict) bool {
	o := in.Outline
	at := o.Valid(in.Page.Blocks[i].GetElement())
	for _, j := range [...]int{i - 1, i + 1} {
		e := o.Valid(in.Page.Blocks[j].GetElement())
		if !out[j].Content || !in.isRunning(j) || at < 0 || e < 0 || o.Nodes[at].Parent < 0 || o.Nodes[at].Parent != o.Nodes[e].Parent {
			return false
		}
	}
	return true
}

// isQuestion reports a paragraph that stands out as a whole and asks something.
func (in *Input) isQuestion(i int) bool {
	b := in.Page.Blocks[i]
	s, text := b.GetStats(), strings.TrimRight(b.GetText(), " \"”’»“")
	return in.Outline.IsParagraph(b) && s.GetEmphasisWords() == s.GetWords() && s.GetLinks() == 0 &&
		(strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") || strings.HasSuffix(text, "؟"))
}
