package classifier

import pb "github.com/winnow-news/winnow/proto/winnowv1"

// xcex is X-CEX (Fernandes 2021): a block is content when fewer than 20 % of
// the window's pages have one like it (eq. 7), whatever it looks like. The
// score is IBDF = 1/|S_i| (eq. 5).
type xcex struct{}

func (xcex) Name() string { return MethodXCEX }

func (xcex) Judge(in *Input, out []Verdict) {
	for i, s := range in.Scores {
		out[i] = byRecurrence(s)
	}
}

func byRecurrence(s *pb.BlockScore) Verdict {
	v := Verdict{Content: true, Score: ibdf(s), Reason: ReasonUnique}
	if s.GetTemplate() {
		v.Content, v.Reason = false, ReasonTemplate
	}
	return v
}

// ibdf is the inverse block document frequency, 1/|S_i| (X-CEX, eq. 5). A
// block that was never counted stands on its own page.
func ibdf(s *pb.BlockScore) float32 {
	return 1 / float32(max(s.GetSimilarPages(), 1))
}
