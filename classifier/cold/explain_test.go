package cold

import (
	"math"
	"testing"
)

// What the families contributed adds up to the score, and on a page like any
// other more than one family has a say, but for short links.
func TestExplainAddsUp(t *testing.T) {
	m := shippedModel(t)
	page := newsPage(8)
	dst := make([]float32, len(page.Blocks))
	m.Scores(page, dst)
	for i, block := range m.Explain(page) {
		total, speak := float32(0), 0
		for _, c := range block {
			if total += c.Logit; c.Logit != 0 && c.Family != "prior" {
				speak++
			}
		}
		if got := sigmoid(total); math.Abs(float64(got-dst[i])) > 1e-3 || speak < 3 && dst[i] > 0.01 {
			t.Errorf("block %d: %v families say %v, score %v", i, speak, got, dst[i])
		}
	}
}
