package judge

import (
	"math"

	"github.com/winnow-news/winnow/classifier/internal/outline"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// winnow is the default method: what the page alone says of a block (the cold
// score) joined with what the site's window and the blocks that stand alike on
// the page say, and a decision for the page as a whole.
//
// Of the window it uses only template, place_level and outside. When one of
// these changes, the page is judged again; were |S_i| or N themselves used, the
// article would depend on the order in which the pages came.
type winnow struct{}

const (
	// The share of the cold score's logit and of the place's mean logit in
	// the joint one.
	ownShare, placeShare = 0.5, 0.5
	// leastTold is the cold score from which the comparer tells of every block
	// whether it recurs.
	leastTold = 0.05
	// A cold score is taken to be right with at most this certainty.
	leastDoubt = 1.0 / 512
)

func (winnow) Name() string { return Winnow }

// LeastCold: what is so improbable, and stands where nothing else is content,
// is no content whatever recurs.
func (winnow) LeastCold() float64 { return leastTold }

func (winnow) Judge(in *Input, out []Verdict) {
	probability := make([]float32, len(out))
	words := make([]uint32, len(out))
	series := isSeries(in)
	for i, b := range in.Page.Blocks {
		words[i] = b.GetStats().GetWords()
		out[i] = Verdict{Reason: ReasonImprobable}
		if in.Scores[i].GetTemplate() && !(series && likely(in.Scores[i])) {
			out[i].Reason = ReasonTemplate
			continue
		}
		switch in.Outline.Of(b).Inserted {
		case outline.OfProgram:
			out[i].Reason = ReasonInserted
			continue
		case outline.OfReader:
			out[i].Reason = ReasonComment
			continue
		}
		probability[i] = joint(in.Scores[i])
	}
	doubtOutside(in, probability)
	hearAlike(in.Page, probability)
	dropCards(in, probability, out)
	dropRemarks(in, probability, out)
	for i, p := range probability {
		out[i].Score = p
	}
	raise(probability, words)
	for _, i := range choose(probability, words) {
		out[i].Content, out[i].Reason = true, ReasonProbable
	}
	fillBetween(in, out)
	keepSubheadings(in, out)
	wholeTables(in, out)
	dropRepeats(in, out)
	dropOthers(in, out)
	takeStandfirst(in, out)
	dropReadMore(in, out)
	dropNotices(in, out)
	dropChannels(in, out)
}

// joint is the probability that a block which is not template is content.
func joint(s *pb.BlockScore) float32 {
	z := logit(s.GetCold())
	if s.GetPlaceLevel() != 0 {
		z = ownShare*z + placeShare*float64(s.GetPlaceLevel())
	}
	return sigmoid(z)
}

func logit(p float32) float64 {
	q := float64(p)
	if !(q >= leastDoubt) { // also NaN
		q = leastDoubt
	}
	q = min(q, 1-leastDoubt)
	return math.Log(q / (1 - q))
}

// wholeTables takes a table of data as a whole where one of its cells is content: a
// table with holes cannot be read.
func wholeTables(in *Input, out []Verdict) {
	whole := make(map[int32]bool)
	for i, b := range in.Page.Blocks {
		if t := in.Outline.Of(b).DataTable; t >= 0 && out[i].Content {
			whole[t] = true
		}
	}
	for i, b := range in.Page.Blocks {
		if whole[in.Outline.Of(b).DataTable] && !out[i].Content && !in.Scores[i].GetTemplate() {
			out[i].Content, out[i].Reason = true, ReasonTable
		}
	}
}
