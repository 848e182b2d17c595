package svmsite

import (
	"math"
	"slices"
)

// noise is the cluster of points that belong to none.
const noise = -1

// dbscan clusters n points by density (Ester, Kriegel, Sander and Xu, KDD
// 1996): a point with at least least points within reach (itself included) is
// a core, cores within reach of each other are one cluster, and other points
// belong to the cluster of a core within reach of them. near gives the points
// within reach of a point, itself included. It gives each point's cluster, from
// 0 in the order in which they were found, or noise.
func dbscan(n, least int, near func(int) []int) []int {
	const unseen = -2
	out := make([]int, n)
	for i := range out {
		out[i] = unseen
	}
	cluster := 0
	for i := range n {
		if out[i] != unseen {
			continue
		}
		reach := near(i)
		if len(reach) < least {
			out[i] = noise
			continue
		}
		out[i] = cluster
		for queue := slices.Clone(reach); len(queue) > 0; queue = queue[1:] {
			j := queue[0]
			if out[j] == noise {
				out[j] = cluster // on the border
			}
			if out[j] != unseen {
				continue
			}
			out[j] = cluster
			if more := near(j); len(more) >= least {
				queue = append(queue, more...)
			}
		}
		cluster++
	}
	return out
}

// neighbours gives, for each block, the blocks within reach: the distance is
// Euclidean over the standardised features. A discrete feature that only one
// of two blocks has puts them at least two apart once standardised (a binary
// variable has a deviation of at most ½), so blocks within a reach below two
// have the same discrete features, and only their numbers are left to compare.
func neighbours(blocks []*block) func(int) []int {
	same := map[string][]int{}
	keys := make([]string, len(blocks))
	for i, b := range blocks {
		raw := make([]byte, 0, 8*len(b.names))
		for _, x := range b.names {
			for s := 0; s < 64; s += 8 {
				raw = append(raw, byte(x>>s))
			}
		}
		keys[i] = string(raw)
		same[keys[i]] = append(same[keys[i]], i)
	}
	return func(i int) []int {
		var out []int
		for _, j := range same[keys[i]] {
			if distance(blocks[i].numbers, blocks[j].numbers) <= dbscanReach {
				out = append(out, j)
			}
		}
		return out
	}
}

func distance(a, b [2]float64) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }
