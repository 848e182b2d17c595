package segmenter

import (
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// facts are what was found out of the page beside its blocks.
type facts struct {
	metadata *pb.Metadata
	declared []string // languages, best source first
}

func (f *facts) languages(page *pb.Page) []string {
	return append(f.declared, page.GetContentLanguage(), page.GetFeed().GetLanguage())
}

// resolve chooses the best of what the page says of itself.
func resolve(page *pb.Page, w *walk, out *pb.SegmentedPage) *facts {
	h := &w.head
	m := &pb.Metadata{Sources: map[string]string{}}
	m.HtmlTitle = h.title
	m.OgTitle = h.meta("og:title", "twitter:title")
	m.Title = m.HtmlTitle
	if m.OgTitle != "" {
		m.Title = m.OgTitle
		m.Sources["title"] = "opengraph"
	}
	m.Description = h.meta("og:description", "description", "twitter:description")
	m.SiteName = h.meta("og:site_name")
	return &facts{metadata: m, declared: []string{h.lang, h.meta("og:locale")}}
}
