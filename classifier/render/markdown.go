package render

import (
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Markdown writes a as a Markdown document (CommonMark with pipe tables): the
// title, a line of credits, the lead image, and the paragraphs with captions.
func Markdown(a *pb.Article) string {
	var title, image string
	if a.GetTitle() != "" {
		title = "# " + escape(oneLine(a.GetTitle()))
	}
	if u := a.GetLeadImage(); u != "" {
		image = "![" + escape(leadAlt(a)) + "](<" + safeURL(u) + ">)"
	}
	return parts(title, creditLine(a), image, body(a))
}

func creditLine(a *pb.Article) string {
	c := credits(a)
	for i, s := range c {
		if strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") {
			c[i] = "<" + s + ">"
			continue
		}
		c[i] = "*" + escape(s) + "*"
	}
	return strings.Join(c, " · ")
}

func leadAlt(a *pb.Article) string {
	for _, i := range a.GetImages() {
		if i.GetUrl() == a.GetLeadImage() {
			return oneLine(i.GetAlt())
		}
	}
	return ""
}

// body writes the paragraphs. Headline and byline stand above already.
func body(a *pb.Article) string {
	var b strings.Builder
	var before pb.Paragraph_Kind
	for _, p := range a.GetParagraphs() {
		text := paragraph(p)
		if text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
			if p.Kind != pb.Paragraph_LIST_ITEM || before != p.Kind {
				b.WriteByte('\n')
			}
		}
		b.WriteString(text)
		before = p.Kind
	}
	return b.String()
}

func paragraph(p *pb.Paragraph) string {
	level := int(min(p.GetLevel(), 8))
	switch p.GetKind() {
	case pb.Paragraph_HEADLINE, pb.Paragraph_BYLINE:
		return ""
	case pb.Paragraph_CODE:
		return fence(p.GetText())
	case pb.Paragraph_TABLE:
		return table(p.GetText())
	case pb.Paragraph_HEADING: // the title has level 1
		return strings.Repeat("#", min(max(level, 2), 6)) + " " + escape(oneLine(p.GetText()))
	case pb.Paragraph_LIST_ITEM:
		indent := strings.Repeat("  ", max(level, 1))
		return indent[2:] + "- " + lines(p.GetText(), indent)
	case pb.Paragraph_QUOTE:
		return "> " + lines(p.GetText(), "> ")
	case pb.Paragraph_EMBED:
		text := "> " + lines(p.GetText(), "> ")
		if p.GetUrl() != "" {
			text += "\n>\n> <" + safeURL(p.GetUrl()) + ">"
		}
		return text
	case pb.Paragraph_STANDFIRST:
		return "**" + escape(oneLine(p.GetText())) + "**"
	case pb.Paragraph_CAPTION:
		return "*" + escape(oneLine(p.GetText())) + "*"
	case pb.Paragraph_PARAGRAPH: // with a level, of a list item
		indent := strings.Repeat("  ", level)
		return indent + lines(p.GetText(), indent)
	}
	return lines(p.GetText(), "")
}

// lines writes each line of text on its own, those behind the first indented.
func lines(text, indent string) string {
	all := strings.Split(text, "\n")
	for i, line := range all {
		all[i] = escape(oneLine(line))
	}
	return strings.Join(all, "\\\n"+indent)
}

// safeURL keeps an address from ending its own brackets.
func safeURL(u string) string {
	return strings.NewReplacer("<", "%3C", ">", "%3E", "\n", "").Replace(u)
}

// fence writes code between fences longer than any run of backticks in it.
func fence(code string) string {
	ticks := "```"
	for strings.Contains(code, ticks) {
		ticks += "`"
	}
	return ticks + "\n" + code + "\n" + ticks
}

// table writes rows of cells as a pipe table; the first row is its head.
func table(text string) string {
	var rows [][]string
	columns := 0
	for row := range strings.Lines(text) {
		cells := strings.Split(strings.TrimRight(row, "\n"), " | ")
		rows = append(rows, cells)
		columns = max(columns, len(cells))
	}
	var b strings.Builder
	for i, cells := range rows {
		for c := range columns {
			cell := ""
			if c < len(cells) {
				cell = strings.ReplaceAll(escape(oneLine(cells[c])), "|", `\|`)
			}
			b.WriteString("| " + cell + " ")
		}
		b.WriteString("|\n")
		if i == 0 {
			b.WriteString(strings.Repeat("| --- ", columns) + "|\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// escape keeps text from being read as markup: characters that are markup
// anywhere, and those that are at the beginning of a line.
func escape(text string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		switch c {
		case '\\', '`', '*', '[', ']', '<':
			b.WriteByte('\\')
		case '&':
			if isReference(text[i:]) {
				b.WriteByte('\\')
			}
		case '_':
			if i == 0 || i+1 == len(text) || !alphanumeric(text[i-1]) || !alphanumeric(text[i+1]) {
				b.WriteByte('\\')
			}
		case '#', '+', '-', '=', '~', '|', '>':
			if i == 0 {
				b.WriteByte('\\')
			}
		case '.', ')':
			if i > 0 && i < 10 && digits(text[:i]) && i+1 < len(text) && text[i+1] == ' ' {
				b.WriteByte('\\')
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// isReference reports that s, which begins with "&", begins with what may be read
// as a character reference: "&copy;".
func isReference(s string) bool {
	n := 1
	for n < len(s) && (s[n] == '#' || alphanumeric(s[n])) {
		n++
	}
	return n > 1 && n < len(s) && s[n] == ';'
}

func digits(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}

func alphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
