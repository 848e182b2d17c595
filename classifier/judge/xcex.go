package judge

import pb "github.com/winnow-news/winnow/proto/winnowv1"

// xcex is X-CEX (Fernandes 2021): a block is content when fewer than 20 % of
// the window's pages have one like it (eq. 7), whatever it looks like. The
// score is IBDF = 1/|S_i| (eq. 5).
type xcex struct{}

func (xcex) Name() string { return XCEX }

func (xcex) LeastCold() float64 { return 0 }

func (xcex) Judge(in *Input, out []Verdict) {
	for i, b := range in.Page.Blocks {
		out[i] = in.byRecurrence(b, in.Scores[i])
	}
}

// byRecurrence judges block b by the score that counts for it. Hidden blocks are
// no content: nobody reads them.
func (in *Input) byRecurrence(b *pb.Block, s *pb.BlockScore) Verdict {
	if in.Outline.Of(b).Hidden {
		return Verdict{Reason: ReasonHidden}
	}
	v := Verdict{Content: true, Score: IBDF(s), Reason: ReasonUnique}
	if s.GetTemplate() {
		v.Content, v.Reason = false, ReasonTemplate
	}
	return v
}

// IBDF is the inverse block document frequency, 1/|S_i| (X-CEX, eq. 5). A
// block that was never counted stands on its own page.
func IBDF(s *pb.BlockScore) float32 {
	return 1 / float32(max(s.GetSimilarPages(), 1))
}
