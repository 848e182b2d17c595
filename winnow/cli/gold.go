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

// scoreArticles compares the final articles (by id) with the gold texts (by
// page id); an empty gold text means that the page has no article.
func scoreArticles(golds map[string]string, final map[string]*pb.Article) *ingestScore {
	texts := map[string]string{}
	for _, art := range final {
		if art.GetEvent() != pb.Article_RETRACTED {
			texts[art.GetProvenance().GetPageId()] = art.GetText()
		}
	}
	s := &ingestScore{}
	for _, pageID := range slices.Sorted(maps.Keys(golds)) { // sums come out the same each time
		gold := golds[pageID]
		text, found := texts[pageID]
		if gold == "" {
			if found {
				s.False++
			}
			continue
		}
		m := score.Words(text, gold)
		s.Pages++
		s.WordF1 += m.F1
		s.Precision += m.Precision
		s.Recall += m.Recall
		if !found {
			s.Missing++
		}
	}
	n := float64(max(s.Pages, 1))
	s.WordF1, s.Precision, s.Recall = s.WordF1/n, s.Precision/n, s.Recall/n
	return s
}
