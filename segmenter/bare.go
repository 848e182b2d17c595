package segmenter

import (
	"net/url"
	"slices"
	"strings"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
	"github.com/winnow-news/winnow/segmenter/internal/class"
	"github.com/winnow-news/winnow/segmenter/internal/markup"
	"github.com/winnow-news/winnow/segmenter/internal/region"
	"github.com/winnow-news/winnow/segmenter/internal/scriptdata"
)

// bareWords is the number of words below which a page is bare: what its reader
// sees is not in its elements.
const bareWords = 25

// A page shows less than scriptlessWords, and has scriptlessFactor times more text
// for browsers without scripts, where that is the page itself.
const (
	scriptlessWords  = 2 * bareWords
	scriptlessFactor = 8
)

// bare reports a page that has hardly a word, that calls itself an article and
// has no paragraph of it, or that has few words and nearly all of its text in
// noscript elements.
func (w *walk) bare(out *pb.SegmentedPage, v class.Verdict, regions []region.Region) bool {
	words := wordsOf(out)
	switch {
	case words < bareWords:
		return true
	case v.SaysArticle:
		return v.Paragraphs == 0 || !hasOwnParagraph(out, regions)
	}
	return words < scriptlessWords && w.scriptless > scriptlessFactor*len(w.text)
}

// hasOwnParagraph reports whether the page has a paragraph that is neither a
// footer's, however short the page, nor the summary of a teaser: behind a heading
// that leads elsewhere.
func hasOwnParagraph(out *pb.SegmentedPage, regions []region.Region) bool {
	const least = 20 // words, as for the class
	chrome := make([]bool, len(out.Elements))
	for i, el := range out.Elements {
		switch el.Tag {
		case "footer", "nav", "aside", "dialog":
			chrome[i] = true
		}
		chrome[i] = chrome[i] || el.Hidden || el.Parent >= 0 && chrome[el.Parent]
	}
	teaser := false // the last heading leads elsewhere, and its summary may follow
	for _, b := range out.Blocks {
		s := b.Stats
		if regions[b.Element]&region.Heading != 0 {
			teaser = s.Words > 0 && s.LinkWords == s.Words && !slices.Contains(b.Links, out.CanonicalUrl)
			continue
		}
		if chrome[b.Element] || word.Effective(s.Words, s.Chars) < least || 3*s.LinkWords >= s.Words || s.SentenceEnds+s.Commas == 0 {
			continue
		}
		if !teaser {
			return true
		}
		teaser = false
	}
	return false
}

// proseBytes is the length of the text in markup that has paragraphs, 0 where it
// has none.
func proseBytes(markup string) (n int) {
	if !strings.Contains(markup, "<p>") && !strings.Contains(markup, "<p ") {
		return 0
	}
	tag := false
	for i := range len(markup) {
		switch markup[i] {
		case '<':
			tag = true
		case '>':
			tag = false
		default:
			if !tag {
				n++
			}
		}
	}
	return n
}

// rescue looks for the text of a bare page where pages hide it: behind a title
// that never ends, in what is meant for browsers without scripts, in the data
// that its scripts draw it from. out stays what it is where nothing better is
// found.
func (s *Segmenter) rescue(page *pb.Page, out *pb.SegmentedPage, base *url.URL, deadline time.Time) *pb.SegmentedPage {
	for _, mend := range []func([]byte) []byte{markup.EndTitle, markup.OpenNoscript, func(body []byte) []byte {
		return scriptdata.Draw(body, out.GetMetadata().GetTitle())
	}} {
		body := mend(page.GetBody())
		if body == nil || len(body) > s.cfg.MaxBytes {
			continue
		}
		better, bare, err := s.read(page, body, base, deadline)
		if err != nil || wordsOf(better) <= wordsOf(out) {
			continue
		}
		if !bare {
			return better
		}
		if wordsOf(out) < bareWords {
			out = better
		}
	}
	return out
}

func wordsOf(page *pb.SegmentedPage) (n uint32) {
	for _, b := range page.GetBlocks() {
		n += b.GetStats().GetWords()
	}
	return n
}
