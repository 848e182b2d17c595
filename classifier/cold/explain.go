package cold

import pb "github.com/winnow-news/winnow/proto/winnowv1"

// Contribution is what a family of features did to a block's score.
type Contribution struct {
	// Family is text, tag, keyword, candidate, subtree, vocabulary, shape,
	// position, neighbour, link, page, item, image or stamp; or prior, for what
	// the trees say of any block.
	Family string `json:"family"`
	// Logit is what it added; a block's logits add up to that of its score.
	Logit float32 `json:"logit"`
}

// Explain gives what each family contributed to each block's score, parallel
// to page.Blocks, the families in the order in which the model reads them and
// the prior last. What a tree's answer is worth is told by the mean of what
// may follow (Saabas 2014), so of two features that say the same one may get
// all the credit.
func (m *Model) Explain(page *pb.SegmentedPage) [][]Contribution {
	forest, skip := m.judge(page.GetPageClass())
	of := m.features.familyOf()
	families := len(m.features.families)
	out := make([][]Contribution, len(page.GetBlocks()))
	m.features.each(page, skip, func(i int, r *row) {
		block := make([]Contribution, families+1)
		for k, fam := range m.features.families {
			block[k].Family = fam.name
		}
		block[families].Family = "prior"
		block[families].Logit = forest.trace(r, func(feature int, change float32) {
			block[of[feature]].Logit += change
		})
		out[i] = block
	})
	return out
}

// familyOf gives the index of each feature's family.
func (f *Features) familyOf() []int {
	of := make([]int, 0, f.count)
	for k, fam := range f.families {
		for range fam.features {
			of = append(of, k)
		}
	}
	return of
}
