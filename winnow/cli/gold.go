package cli

import (
	"maps"
	"slices"

	"github.com/winnow-news/winnow/newsroom/score"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// ingestScore is the mean word F1 over the pages with a gold text; a page
// without an article counts 0. False counts articles of pages that the archive
// labels as none.
type ingestScore struct {
	Pages     int     `json:"pages"`
	WordF1    float64 `json:"word_f1"`
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	Missing   int     `json:"missing"`
	False     int     `json:"false_articles"`
}

// goldText is what an archive says is the text of a page, which may be a copy of
// the one at url; an empty one, that the page has no article.
type goldText struct{ url, text string }

// scoreArticles compares the final articles (by id) with the gold texts (by
// page id). The article of a page and of its copies, such as its AMP page, is
// one, and comes from any of them: each of them is compared with it.
func scoreArticles(golds map[string]goldText, final map[string]*pb.Article) *ingestScore {
	byPage, byURL, own := map[string]*pb.Article{}, map[string]*pb.Article{}, map[string]bool{}
	for _, art := range final {
		if art.GetEvent() != pb.Article_RETRACTED {
			byPage[art.GetProvenance().GetPageId()], byURL[art.GetCanonicalUrl()] = art, art
		}
	}
	for _, gold := range golds {
		own[gold.url] = own[gold.url] || gold.text != ""
	}
	s := &ingestScore{}
	for _, pageID := range slices.Sorted(maps.Keys(golds)) { // sums come out the same each time
		gold, art := golds[pageID], byPage[pageID]
		if gold.text == "" {
			if art != nil && !own[art.GetCanonicalUrl()] {
				s.False++
			}
			continue
		}
		if art == nil {
			art = byURL[gold.url]
		}
		m := score.Words(art.GetText(), gold.text)
		s.Pages++
		s.WordF1 += m.F1
		s.Precision += m.Precision
		s.Recall += m.Recall
		if art == nil {
			s.Missing++
		}
	}
	n := float64(max(s.Pages, 1))
	s.WordF1, s.Precision, s.Recall = s.WordF1/n, s.Precision/n, s.Recall/n
	return s
}
