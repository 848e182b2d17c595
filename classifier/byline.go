package classifier

import (
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
	"golang.org/x/text/unicode/norm"
)

const (
	// A line that names the authors has at most so many words beside the names: "by",
	// "von", "and".
	labelWords = 2
	// A line that says when the article was published has at most so many words.
	datelineWords = 20
)

// signs reports whether a paragraph of content is a byline and no text: it names
// the article's authors, or the day on which the article was published. The day
// counts only where lead says that no text stands before it.
func signs(b *pb.Block, kind pb.Paragraph_Kind, m *pb.Metadata, lead bool) bool {
	return kind == pb.Paragraph_PARAGRAPH && (namesAuthors(b, m.GetAuthors()) || lead && isDateline(b, m))
}

// isDateline reports whether a block is a short line, not a sentence, without other
// numbers than those of the day on which the article was published (see dates).
func isDateline(b *pb.Block, m *pb.Metadata) bool {
	if s := b.GetStats(); s.GetWords() > datelineWords || s.GetEndsSentence() {
		return false
	}
	return dates(b.GetText(), m.GetPublishedLocal())
}

// dates reports whether text names the day of at, an RFC 3339 time, and has no
// number that is neither of its day, month or year nor of a time of day. The day
// and the year must be there.
func dates(text, at string) bool {
	if len(at) < len(time.DateOnly) {
		return false
	}
	year, month, day := at[:4], strings.TrimPrefix(at[5:7], "0"), strings.TrimPrefix(at[8:10], "0")
	hasYear, hasDay := false, false
	for from, to := range numbers(text) {
		n := strings.TrimPrefix(text[from:to], "0")
		switch {
		case from > 0 && text[from-1] == ':' || to < len(text) && text[to] == ':': // a time
		case n == day && !hasDay:
			hasDay = true
		case n == year || text[from:to] == year[2:]:
			hasYear = true
		case n != day && n != month:
			return false
		}
	}
	return hasYear && hasDay
}

// numbers yields where the runs of ASCII digits in text begin and end.
func numbers(text string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for i := 0; i < len(text); i++ {
			from := i
			for i < len(text) && '0' <= text[i] && text[i] <= '9' {
				i++
			}
			if i > from && !yield(from, i) {
				return
			}
		}
	}
}

// namesAuthor reports whether text holds the name of one of the authors, in
// whatever case and form.
func namesAuthor(text string, authors []string) bool {
	text = folded(text)
	return slices.ContainsFunc(authors, func(name string) bool { return standsIn(folded(name), text) })
}

// standsIn reports whether name stands in text, and not as a part of a longer
// word: "ap" does not in "April".
func standsIn(name, text string) bool {
	for name != "" {
		i := strings.Index(text, name)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		behind, _ := utf8.DecodeRuneInString(text[i+len(name):])
		if !inWord(before) && !inWord(behind) {
			return true
		}
		text = text[i+len(name):]
	}
	return false
}

func inWord(r rune) bool { return word.IsWord(r) && !word.Unspaced(r) }

func folded(s string) string { return strings.ToLower(norm.NFC.String(s)) }

// namesAuthors reports whether a block says who wrote the article and hardly
// anything else. Before a colon the name is that of who speaks.
func namesAuthors(b *pb.Block, authors []string) bool {
	if len(authors) == 0 {
		return false
	}
	rest := int(b.GetStats().GetWords())
	for _, name := range authors {
		if !standsIn(name, b.GetText()) || speaks(name, b.GetText()) {
			return false
		}
		rest -= word.Count(name)
	}
	return rest <= labelWords
}

// speaks reports whether a colon follows name in text; before it French has a
// blank, and Chinese and Japanese one of their own width.
func speaks(name, text string) bool {
	_, behind, _ := strings.Cut(text, name)
	behind = strings.TrimLeftFunc(behind, unicode.IsSpace)
	return strings.HasPrefix(behind, ":") || strings.HasPrefix(behind, "：")
}
