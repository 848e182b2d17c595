package classifier

import (
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
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
		if said = word.Hashes(said[:0], in.Page.Blocks[i].GetText()); !begins(said, description) || !ofArticle(in, i) {
			continue
		}
		if !anticipates(in, out, i) && slices.ContainsFunc(in.Page.Blocks[:i], in.titles.sayHeadline) {
			out[i].Content, out[i].Reason = true, ReasonStandfirst
		}
		return
	}
}

func mayBeStandfirst(in *Input, i int) bool {
	return setAsStandfirst(in, i) && !in.Scores[i].GetTemplate() && ofArticle(in, i)
}

// ofArticle reports a block that other pages of the site do not have, as far as
// is told. Of one that is improbable by itself nobody may have told that they do
// (see LeastCold); then it has to speak of what the page is about.
func ofArticle(in *Input, i int) bool {
	return in.Scores[i].GetCold() >= leastTold || speaksOf(in.Page.Blocks[i].GetText(), in.Page.GetMetadata())
}

// setAsStandfirst reports a block with so many words as a standfirst has, few of
// them links.
func setAsStandfirst(in *Input, i int) bool {
	b := in.Page.Blocks[i]
	s, n := b.GetStats(), in.outline.of(b)
	if s.GetWords() < leastStandfirst || s.GetWords() > longestStandfirst || 2*s.GetLinkWords() > s.GetWords() ||
		n.hidden || n.inserted != 0 || n.heading == 1 {
		return false
	}
	kind, _ := in.outline.kindOf(b)
	return inText(kind)
}

// stem is the length of a word's beginning, in characters, that its forms share.
const stem = 4

// speaksOf reports whether text has a longer word of the page's titles, in any
// form of it, as what is written for the article does and what stands on every
// page does not. In scripts without spaces a character will do.
func speaksOf(text string, m *pb.Metadata) bool {
	titles := folded(m.GetTitle() + " " + m.GetHeadline() + " " + m.GetOgTitle())
	text = folded(text)
	for from, to := range word.Spans(text) {
		w := []rune(text[from:to])
		if len(w) == 1 && word.Unspaced(w[0]) || len(w) >= stem {
			if strings.Contains(titles, string(w[:min(len(w), stem)])) {
				return true
			}
		}
	}
	return false
}

// anticipates reports whether block i says what the next block of content says,
// up to where it was cut short: an excerpt.
func anticipates(in *Input, out []Verdict, i int) bool {
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
