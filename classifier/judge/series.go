package judge

import pb "github.com/winnow-news/winnow/proto/winnowv1"

// wordsPerDigit is the most words to a digit in reports of figures.
const wordsPerDigit = 20

// isSeries reports a page of which all that is likely content recurs, and has
// figures in it: the report of the day's trade, the weather, the numbers drawn.
// Of many of a kind each is written after the last one, in the same sentences with
// other figures. Without them nothing but menus would be left to choose from.
func isSeries(in *Input) bool {
	var recurring, digits, own uint32
	for i, b := range in.Page.Blocks {
		n := in.Outline.Of(b)
		if n.Hidden || n.Inserted != 0 || !likely(in.Scores[i]) {
			continue
		}
		if in.Scores[i].GetTemplate() {
			recurring += b.GetStats().GetWords()
			digits += b.GetStats().GetDigits()
		} else {
			own += b.GetStats().GetWords()
		}
	}
	return recurring >= surelyWords && digits*wordsPerDigit >= recurring && own < surelyWords
}

// likely reports a block that is as likely content as not, or likelier, whether it
// recurs or not.
func likely(s *pb.BlockScore) bool { return joint(s) >= 0.5 }
