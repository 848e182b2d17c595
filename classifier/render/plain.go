package render

import (
	"strings"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// PlainText writes the title, a line with byline, date and address, and the
// text of a.
func PlainText(a *pb.Article) string {
	return parts(a.GetTitle(), strings.Join(credits(a), " · "), a.GetText())
}

// credits are who, when, where and whence, as far as they are known.
func credits(a *pb.Article) []string {
	var c []string
	add := func(s string) {
		if s != "" {
			c = append(c, s)
		}
	}
	add(oneLine(a.GetByline()))
	if p := a.GetPublished(); p.IsValid() {
		add(p.AsTime().UTC().Format(time.DateOnly))
	}
	add(oneLine(a.GetSiteName()))
	if url := a.GetCanonicalUrl(); url != "" {
		add(url)
	} else {
		add(a.GetUrl())
	}
	return c
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// parts joins what is not empty with blank lines and ends with a line end.
func parts(texts ...string) string {
	var b strings.Builder
	for _, t := range texts {
		if t = strings.TrimSpace(t); t == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(t)
		b.WriteByte('\n')
	}
	return b.String()
}
