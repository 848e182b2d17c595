package judge

import (
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// outsideDoubt is how much less likely a block is to be content, in logits,
// when it stands outside of the site's home: 7 to 1 against it.
const outsideDoubt = 2.0

// doubtOutside lowers the probability of blocks that stand outside of the
// element in which the site's articles stand: boxes of prose, comments, other
// articles. The standfirst often stands outside too, with the headline: what
// follows the headline and goes before the home is not doubted.
func doubtOutside(in *Input, probability []float32) {
	if !slices.ContainsFunc(in.Scores, (*pb.BlockScore).GetOutside) {
		return
	}
	home := slices.IndexFunc(in.Scores, func(s *pb.BlockScore) bool { return !s.GetOutside() })
	headline := headlineBefore(in, home)
	for i, s := range in.Scores {
		if s.GetOutside() && probability[i] > 0 && !(0 <= headline && headline < i && i < home) {
			probability[i] = sigmoid(logit(probability[i]) - outsideDoubt)
		}
	}
}

// headlineBefore gives the last block before end that says the page's title,
// -1 when none does.
func headlineBefore(in *Input, end int) int {
	for i := end - 1; i >= 0; i-- {
		if in.Titles.SayHeadline(in.Page.Blocks[i]) {
			return i
		}
	}
	return -1
}
