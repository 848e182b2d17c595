package classifier

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/winnow-news/winnow/classifier/judge"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// draft is a paragraph being put together from one or more pieces.
type draft struct {
	kind  pb.Paragraph_Kind
	level uint32
	body  bool
	last  int // its last block
	url   string
	text  string
	// more takes over from text when a second piece comes.
	more *strings.Builder
}

func (d *draft) append(separator, text string) {
	if d.more == nil {
		d.more = &strings.Builder{}
		d.more.WriteString(d.text)
	}
	d.more.WriteString(separator)
	d.more.WriteString(text)
}

func (d *draft) String() string {
	if d.more == nil {
		return d.text
	}
	return d.more.String()
}

// join makes drafts of pieces: one a piece, except where several pieces are
// one paragraph to the reader.
func join(in *judge.Input, pieces []piece) []draft {
	drafts := make([]draft, 0, len(pieces))
	columns := columnsOf(in, pieces)
	for _, p := range pieces {
		text := cleanText(in.Page.Blocks[p.block].GetText(), p.kind)
		if text == "" {
			continue
		}
		if d, separator := continued(in, columns, drafts, p, text); d != nil {
			d.append(separator, text)
			d.last = p.block
			d.url = firstOf(p.url(in), d.url)
			continue
		}
		if p.kind == pb.Paragraph_LIST_ITEM && len(drafts) > 0 && sameItem(in, drafts[len(drafts)-1].last, p.block) {
			p.kind = pb.Paragraph_PARAGRAPH
		}
		if p.kind == pb.Paragraph_TABLE {
			text = nextCell(columns.before(in.Outline.Of(in.Page.Blocks[p.block]))) + text
		}
		drafts = append(drafts, draft{kind: p.kind, level: p.level, body: p.body, last: p.block, text: text, url: p.url(in)})
	}
	return drafts
}

// continued gives the draft that piece p goes on with, and what stands between
// the two; nil when p is a paragraph of its own.
func continued(in *judge.Input, columns tableColumns, drafts []draft, p piece, text string) (*draft, string) {
	if len(drafts) == 0 {
		return nil, ""
	}
	d := &drafts[len(drafts)-1]
	if d.kind != p.kind || d.body != p.body {
		return nil, ""
	}
	before, b := in.Page.Blocks[d.last], in.Page.Blocks[p.block]
	was, is := in.Outline.Of(before), in.Outline.Of(b)
	switch p.kind {
	case pb.Paragraph_TABLE:
		return sameTable(columns, d, was, is)
	case pb.Paragraph_EMBED:
		if was.Post == is.Post {
			return d, gap(d.String(), text)
		}
	case pb.Paragraph_CODE:
		if was.Pre == is.Pre && in.Outline.AfterBreak(b) {
			return d, "\n\n"
		}
		if was.Pre == is.Pre {
			return d, "\n"
		}
	default:
		if before.GetElement() == b.GetElement() && !in.Outline.AfterBreak(b) && flowsOn(before, text) {
			return d, gap(d.String(), text)
		}
	}
	return nil, ""
}

func sameItem(in *judge.Input, a, b int) bool {
	return in.Outline.Of(in.Page.Blocks[a]).Item == in.Outline.Of(in.Page.Blocks[b]).Item
}

// flowsOn reports whether text goes on with the sentence that before breaks
// off: an element set as a block (an advertisement, a link box) stood in the
// middle of the paragraph.
func flowsOn(before *pb.Block, text string) bool {
	if before.GetStats().GetEndsSentence() {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text)
	return !unicode.IsUpper(r) && !unicode.IsTitle(r)
}

// gap is what stands between a run and the one that goes on with it: nothing
// before a closing mark, nor where neither side is of a script with spaces.
func gap(before, text string) string {
	last, _ := utf8.DecodeLastRuneInString(before)
	r, _ := utf8.DecodeRuneInString(text)
	if strings.ContainsRune(".,;:!?)]}»”’%、。，．！？）」』", r) || eastAsian(last) && eastAsian(r) {
		return ""
	}
	return " "
}

// eastAsian reports a character of Chinese or Japanese, or a mark of theirs.
// Thai has no spaces between words either, but between phrases.
func eastAsian(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || 0x3000 <= r && r < 0x3040 || 0xFF00 < r && r < 0xFF66
}
