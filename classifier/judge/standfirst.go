package judge

import (
	"slices"
	"strings"

	"github.com/winnow-news/winnow/classifier/internal/outline"
	"github.com/winnow-news/winnow/proto/word"
)

// leastStandfirst is the fewest words that tell a standfirst from a label.
const leastStandfirst = 6

// takeStandfirst takes for content what stands between the headline and the
// content and says what the page's description says: the publisher wrote it for
// the article. Large and bold, above a picture, it is neither where nor how an
// article's paragraphs stand.
func takeStandfirst(in *Input, out []Verdict) {
	meta := in.Page.GetMetadata()
	description := word.Hashes(nil, meta.GetDescription())
	if len(description) < leastStandfirst {
		return
	}
	first := slices.IndexFunc(out, func(v Verdict) bool { return v.Content })
	var said []uint64
	for i := first - 1; i >= 0; i-- {
		if !setAsStandfirst(in, i) || in.Scores[i].GetTemplate() && in.Scores[i].GetPlaceLevel() <= 0 {
			continue
		}
		if said = word.Hashes(said[:0], in.Page.Blocks[i].GetText()); !begins(said, description) {
			continue
		}
		if !Anticipates(in, out, i) && slices.ContainsFunc(in.Page.Blocks[:i], in.Titles.SayHeadline) {
			out[i].Content, out[i].Reason = true, ReasonStandfirst
		}
		return
	}
}

// MayBeStandfirst reports a block that is set as a standfirst and does not recur.
func MayBeStandfirst(in *Input, i int) bool {
	return setAsStandfirst(in, i) && !in.Scores[i].GetTemplate()
}

// setAsStandfirst reports a block with so many words as a standfirst has, few of
// them links.
func setAsStandfirst(in *Input, i int) bool {
	b := in.Page.Blocks[i]
	s, n := b.GetStats(), in.Outline.Of(b)
	if s.GetWords() < leastStandfirst || 2*s.GetLinkWords() > s.GetWords() || n.Hidden || n.Heading == 1 {
		return false
	}
	kind, _ := in.Outline.KindOf(b)
	return outline.InText(kind)
}

// Anticipates reports whether block i says what the next block of content says,
// up to where it was cut short: an excerpt.
func Anticipates(in *Input, out []Verdict, i int) bool {
	for j := i + 1; j < len(out); j++ {
		if out[j].Content {
			said := strings.TrimRight(in.Page.Blocks[i].GetText(), " .…[]")
			return word.Count(said) >= leastStandfirst && strings.HasPrefix(in.Page.Blocks[j].GetText(), said)
		}
	}
	return false
}

// begins reports whether a text and a description, both as the hashes of their
// words, are the same, up to where one of them was cut short.
func begins(text, description []uint64) bool {
	n := min(len(text), len(description))
	if n < leastStandfirst || 2*n < len(text) {
		return false
	}
	for k := range n {
		if text[k] != description[k] {
			return false
		}
	}
	return true
}
