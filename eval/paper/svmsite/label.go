package svmsite

import "github.com/winnow-news/winnow/eval/lcs"

// cluster clusters the blocks of a site.
func cluster(blocks []*block) {
	for i, c := range dbscan(len(blocks), dbscanLeast, neighbours(blocks)) {
		blocks[i].cluster = c
	}
}

// label is Algorithm 1: a cluster's score is the sum, over its blocks on all
// pages, of the length of the longest common subsequence of the block's text
// and its page's description; the blocks of the highest cluster are content.
// Characters are compared, so that it does not matter how a language separates
// words. Noise is no cluster, unless there is nothing else.
func label(blocks []*block, descriptions []string) {
	runes := make([][]uint64, len(descriptions))
	for i, d := range descriptions {
		runes[i] = characters(d)
	}
	score := map[int]int{}
	for _, b := range blocks {
		if n := lcs.Length(characters(b.text), runes[b.page]); n > 0 {
			score[b.cluster] += n
		}
	}
	best := noise
	for c := range score {
		if c == noise {
			continue
		}
		if best == noise || score[c] > score[best] || score[c] == score[best] && c < best {
			best = c
		}
	}
	for _, b := range blocks {
		b.content = b.cluster == best
	}
}

func characters(s string) []uint64 {
	out := make([]uint64, 0, len(s))
	for _, r := range s {
		out = append(out, uint64(r))
	}
	return out
}
