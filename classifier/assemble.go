package classifier

import (
	"strings"
	"unicode/utf8"

	"github.com/winnow-news/winnow/classifier/judge"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

// Where the text of an article came from, as it stands in metadata_sources
// under "text" when it was not the page's blocks.
const (
	textFromJSONLD = "json-ld"
	textFromFeed   = "feed"
)

// assemble puts the article together from the verdicts.
func (c *Classifier) assemble(in *judge.Input, out []judge.Verdict) *pb.Article {
	a := describe(in.Page)
	if s, ok := newSpan(in, out); ok {
		pieces := pick(in, out, s)
		a.Paragraphs = paragraphsOf(join(in, pieces))
		a.Images = imagesOf(in.Page, s, pieces)
	}
	a.Text = bodyText(a.Paragraphs)
	if !c.enough(a.Text) || len(in.Page.GetMetadata().GetArticleBody()) > excerptFactor*len(a.Text) {
		c.fallBack(a, in.Page)
	}
	cut := false
	if a.Paragraphs, cut = capText(a.Paragraphs, c.cfg.MaxText); cut {
		a.Text = bodyText(a.Paragraphs)
	}
	a.WordCount = uint32(word.Count(a.Text))
	complete(a, in.Page)
	a.Provenance = c.provenance(in, out, a.MetadataSources["text"] == "", cut)
	return a
}

// repeatedWords is the least number of words that makes a paragraph which
// stands twice a repetition rather than a refrain.
const repeatedWords = 8

// paragraphsOf gives the drafts as paragraphs, each text once.
func paragraphsOf(drafts []draft) []*pb.Paragraph {
	paragraphs := make([]*pb.Paragraph, 0, len(drafts))
	seen := make(map[string]bool, len(drafts))
	before := ""
	for i := range drafts {
		d := &drafts[i]
		text := d.String()
		said := text
		if d.kind == pb.Paragraph_CODE || strings.Contains(text, "\n") { // a copy may be set otherwise
			said = strings.Join(strings.Fields(text), " ")
		}
		if seen[said] && (word.Count(text) >= repeatedWords && !mayRecur(d.kind) || said == before && stutters(d.kind, text)) {
			continue
		}
		seen[said], before = true, said
		paragraphs = append(paragraphs, &pb.Paragraph{Kind: d.kind, Level: d.level, Body: d.body, Text: text, Url: d.url})
	}
	return paragraphs
}

// mayRecur reports whether a paragraph of this kind may rightly repeat an earlier
// one: items of two lists that say the same of two things, code that is shown
// again.
func mayRecur(kind pb.Paragraph_Kind) bool {
	return kind == pb.Paragraph_LIST_ITEM || kind == pb.Paragraph_CODE
}

// stutters reports whether a text that repeats the paragraph right before it is to
// be dropped: a caption under a picture and in its frame, a label written twice for
// two widths of the screen. Sentences may be said twice.
func stutters(kind pb.Paragraph_Kind, text string) bool {
	switch kind {
	case pb.Paragraph_CODE, pb.Paragraph_TABLE, pb.Paragraph_LIST_ITEM:
		return false
	}
	return word.Count(text) > 2 && !strings.ContainsAny(text[len(text)-1:], ".!?")
}

// excerptFactor: where the body that a page declares is so many times longer than
// the text that was found, the page shows an excerpt only.
const excerptFactor = 4

// fallBack takes the text from JSON-LD's articleBody, else from the feed, for pages
// whose blocks have none or an excerpt, or that draw it by a script. It changes
// nothing where neither text is enough for an article.
func (c *Classifier) fallBack(a *pb.Article, page *pb.SegmentedPage) {
	for _, source := range []struct{ name, text string }{
		{textFromJSONLD, page.GetMetadata().GetArticleBody()},
		{textFromFeed, page.GetFeed().GetText()},
	} {
		if !c.enough(source.text) {
			continue
		}
		a.Paragraphs = nil
		for line := range strings.Lines(source.text) {
			if text := cleanText(line, pb.Paragraph_PARAGRAPH); text != "" {
				a.Paragraphs = append(a.Paragraphs, &pb.Paragraph{Kind: pb.Paragraph_PARAGRAPH, Body: true, Text: text})
			}
		}
		a.Text = bodyText(a.Paragraphs)
		a.MetadataSources["text"] = source.name
		return
	}
}

// bodyText joins the paragraphs of the body: a blank line between two, but
// only a line end between the items of a list.
func bodyText(paragraphs []*pb.Paragraph) string {
	size := 0
	for _, p := range paragraphs {
		size += len(p.Text) + len("\n\n- ")
	}
	var b strings.Builder
	b.Grow(size)
	var before pb.Paragraph_Kind
	for _, p := range paragraphs {
		if !p.Body {
			continue
		}
		item := p.Kind == pb.Paragraph_LIST_ITEM
		if b.Len() > 0 {
			b.WriteByte('\n')
			if !item || before != p.Kind {
				b.WriteByte('\n')
			}
		}
		first, indent := indentation(p)
		b.WriteString(first)
		b.WriteString(strings.ReplaceAll(p.Text, "\n", "\n"+indent))
		before = p.Kind
	}
	return b.String()
}

// indentation gives what stands before the first line of a paragraph and before
// the others.
func indentation(p *pb.Paragraph) (first, others string) {
	switch p.Kind {
	case pb.Paragraph_LIST_ITEM:
		indent := strings.Repeat("  ", int(max(p.Level, 1)))
		return indent[2:] + "- ", indent
	case pb.Paragraph_PARAGRAPH:
		indent := strings.Repeat("  ", int(p.Level))
		return indent, indent
	}
	return "", ""
}

// capText keeps as many paragraphs as cost at most limit bytes together, and
// tells whether any had to go. Where the first is too long by itself, its
// beginning stays.
func capText(paragraphs []*pb.Paragraph, limit int) ([]*pb.Paragraph, bool) {
	size := 0
	for _, p := range paragraphs {
		size += mostCost(p)
	}
	if size <= limit {
		return paragraphs, false
	}
	size = 0
	for i, p := range paragraphs {
		if size += cost(p); size <= limit {
			continue
		}
		if i == 0 {
			if p.Text = cutText(p.Text, limit/2); p.Text != "" {
				i = 1
			}
		}
		return paragraphs[:i], true
	}
	return paragraphs, false
}

// paragraphCost is what a paragraph costs besides its text: its fields' names
// on the wire, and what separates it from others in the article's text.
const paragraphCost = 64

// cost is about the number of bytes that p takes on the wire, where quotes,
// backslashes and line ends take two. What has many short paragraphs, or much
// to escape, must not become a message that no stream takes.
func cost(p *pb.Paragraph) int {
	n := paragraphCost + len(p.Text) + len(p.Url)
	for i := range len(p.Text) {
		switch p.Text[i] {
		case '"', '\\', '\n', '\t':
			n++
		}
	}
	return n
}

// mostCost is what p costs at the most, without a look at its text.
func mostCost(p *pb.Paragraph) int { return paragraphCost + 2*len(p.Text) + len(p.Url) }

// longestWord is how many bytes are given up at most to end with a whole word.
const longestWord = 100

// cutText gives at most limit bytes of text, in whole words, or in whole
// characters where no word ends near the limit.
func cutText(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	if end := strings.LastIndexAny(text[:limit+1], " \n"); end > 0 && end >= limit-longestWord {
		return strings.TrimSpace(text[:end])
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return strings.TrimSpace(text[:limit])
}

// enough reports whether text is long enough for an article. Each word is a
// fraction of what is needed: 1/MinUnspaced for a character of an unspaced script,
// 1/MinWords for any other word. The text is read only until they add up to 1.
func (c *Classifier) enough(text string) bool {
	have := 0.0
	for start := range word.Spans(text) {
		need := c.cfg.MinWords
		if r, _ := utf8.DecodeRuneInString(text[start:]); word.Unspaced(r) {
			need = c.cfg.MinUnspaced
		}
		if have += 1 / float64(max(need, 1)); have >= 1-rounding {
			return true
		}
	}
	return false
}

// rounding is more than the error of such a sum.
const rounding = 1e-6
