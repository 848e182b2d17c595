package classifier

import (
	"fmt"
	"strings"

	"github.com/winnow-news/winnow/classifier/cold"
	"github.com/winnow-news/winnow/classifier/judge"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// BlockReport says what is known of a block and what was decided.
type BlockReport struct {
	Index int    `json:"index"`
	Text  string `json:"text"`
	// Path is the chain of elements from the outermost to the block's own,
	// with ids and classes as in CSS selectors.
	Path string `json:"path"`
	Kind string `json:"kind"`
	// Group is the exact fingerprint in sixteen hexadecimal digits, all 0 for a
	// page judged alone.
	Group string `json:"group"`
	// SimilarPages is |S_i|, Window N, IBDF 1/|S_i|.
	SimilarPages uint32  `json:"similar_pages"`
	Window       uint32  `json:"window"`
	Threshold    uint32  `json:"threshold"`
	IBDF         float32 `json:"ibdf"`
	Template     bool    `json:"template"`
	// PlacePages and PlaceLevel (logits) say what the place of the block
	// usually holds on the site.
	PlacePages uint32 `json:"place_pages"`
	PlaceLevel int32  `json:"place_level"`
	// Outside is true for a block outside of the site's home.
	Outside bool `json:"outside"`
	// Cold is the probability by the page alone, Score the method's.
	Cold    float32 `json:"cold"`
	Score   float32 `json:"score"`
	Content bool    `json:"content"`
	Reason  string  `json:"reason"`
	// Contributions say which kinds of features made the cold score, where the
	// model can tell.
	Contributions []cold.Contribution `json:"contributions,omitempty"`
}

// explainer is a Cold that can say what made its scores: contributions
// parallel to page.Blocks.
type explainer interface {
	Explain(page *pb.SegmentedPage) [][]cold.Contribution
}

// Explain decides scored as Decide does and reports on each block, in document
// order.
func (c *Classifier) Explain(scored *pb.ScoredPage) []BlockReport {
	in := c.input(scored)
	out := judge.Blocks(c.method, in)
	reports := make([]BlockReport, len(out))
	for i, b := range in.Page.Blocks {
		s := in.Scores[i]
		kind, _ := in.Outline.KindOf(b)
		reports[i] = BlockReport{
			Index: i, Text: b.GetText(), Path: in.Outline.Path(b), Kind: strings.ToLower(kind.String()),
			Group: fmt.Sprintf("%016x", s.GetGroup()), SimilarPages: s.GetSimilarPages(), IBDF: judge.IBDF(s), Template: s.GetTemplate(),
			Window: in.Window, Threshold: in.Threshold, PlacePages: s.GetPlacePages(),
			PlaceLevel: s.GetPlaceLevel(), Outside: s.GetOutside(), Cold: s.GetCold(), Score: out[i].Score, Content: out[i].Content, Reason: out[i].Reason.String(),
		}
	}
	if e, ok := c.cold.(explainer); ok {
		for i, contributions := range e.Explain(in.Page) {
			reports[i].Contributions = contributions
		}
	}
	return reports
}
