package newsroom

import (
	"strings"
	"time"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
	"github.com/winnow-news/winnow/newsroom/internal/prose"
)

// part is a piece of a story: what the truth knows (kind and text), or
// something that stands between the paragraphs and does not belong to them.
type part struct {
	kind Kind
	text string
	rows [][]string // TableRow: the rows, each with its cells
	list []string   // ListItem: the items
	aux  aux
	link int // auxPromo: the article that is promoted
}

// aux is something inside the body that is no part of the article.
type aux int

const (
	auxNone       aux = iota
	auxAd             // an advertisement
	auxPromo          // "read more" with another article's title
	auxNewsletter     // sign up
	auxPull           // a pull quote: repeats a sentence of the article
)

// story is an article with all its parts.
type story struct {
	brief
	revision  int
	corrected time.Time // zero: not corrected
	parts     []part
}

// story tells an item as it stands at the time now.
func (s *site) story(it item, now time.Time) story {
	b, v := s.brief(it)
	r := chance.New(s.seed, 's', uint64(it.kind), uint64(it.index))
	st := story{brief: b, revision: 1}
	if s.habits.standfirst {
		st.parts = append(st.parts, part{kind: Standfirst, text: b.standfirst})
	}
	if r.Maybe(s.habits.leadImage) {
		st.parts = append(st.parts, part{kind: Caption, text: v.Say("cap")})
	}
	for i := range r.Between(6, 14) {
		st.parts = append(st.parts, part{kind: Body, text: v.Paragraph(r.Between(2, 4))})
		st.parts = s.interrupt(st.parts, i, it.index, r, v)
	}
	s.correct(&st, r, now)
	return st
}

// interrupt adds what may follow paragraph i.
func (s *site) interrupt(parts []part, i, index int, r *chance.Rand, v *prose.Voice) []part {
	if i == 0 {
		return parts
	}
	last := parts[len(parts)-1].text
	h := s.habits
	switch {
	case i%4 == 0 && h.headings:
		parts = append(parts, part{kind: Heading, text: v.Say("head")})
	case i%5 == 1 && h.ads:
		parts = append(parts, part{aux: auxAd})
	case r.Maybe(0.08):
		parts = append(parts, part{kind: ListItem, list: []string{v.Say("item"), v.Say("item"), v.Say("item")}})
	case r.Maybe(0.08):
		parts = append(parts, part{kind: Quote, text: v.Say("quote") + "."})
	case r.Maybe(0.06):
		parts = append(parts, part{kind: TableRow, rows: s.table(r, v)})
	case r.Maybe(0.10):
		parts = append(parts, part{kind: Caption, text: v.Say("cap")})
	case r.Maybe(0.10) && h.embeds:
		parts = append(parts, part{kind: Embed, text: v.Say("tweet")})
	case r.Maybe(0.15) && h.promos && index > 0:
		parts = append(parts, part{aux: auxPromo, link: max(0, index-1-r.N(40))})
	case r.Maybe(0.10) && h.pulls:
		parts = append(parts, part{aux: auxPull, text: firstSentence(last)})
	case i == 3 && h.newsletter:
		parts = append(parts, part{aux: auxNewsletter})
	}
	return parts
}

// firstSentence gives the first sentence of a paragraph, and all of it where
// sentences have no full stop.
func firstSentence(text string) string {
	for _, stop := range []string{". ", "。"} {
		if first, _, ok := strings.Cut(text, stop); ok {
			return first + strings.TrimSpace(stop)
		}
	}
	return text
}

func (s *site) table(r *chance.Rand, v *prose.Voice) [][]string {
	rows := [][]string{s.lang.Columns}
	for range r.Between(2, 4) {
		rows = append(rows, []string{v.Say("city"), number(r.Between(1000, 90000)), number(r.Between(1, 99)) + " %"})
	}
	return rows
}

// correct changes the story when its correction is due: one paragraph reads
// differently and one more closes the text.
func (s *site) correct(st *story, r *chance.Rand, now time.Time) {
	due := st.published.Add(s.cfg.CorrectionDelay)
	if !r.Maybe(s.cfg.CorrectedShare) || due.After(now) {
		return
	}
	v := prose.NewVoice(s.lang, r)
	st.revision, st.corrected = 2, due
	for i := range st.parts {
		if st.parts[i].kind == Body {
			st.parts[i].text = v.Paragraph(3)
			break
		}
	}
	st.parts = append(st.parts, part{kind: Body, text: v.Paragraph(2)})
}

// paragraphs gives the parts that are true.
func (st *story) paragraphs() []Paragraph {
	var out []Paragraph
	for _, p := range st.parts {
		switch {
		case p.aux != auxNone:
		case p.kind == ListItem:
			for _, text := range p.list {
				out = append(out, Paragraph{ListItem, text})
			}
		case p.kind == TableRow:
			for _, row := range p.rows {
				out = append(out, Paragraph{TableRow, joinCells(row)})
			}
		default:
			out = append(out, Paragraph{p.kind, p.text})
		}
	}
	return out
}
