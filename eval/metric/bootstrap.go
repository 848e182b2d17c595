package metric

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Interval is a confidence interval.
type Interval struct {
	Low, High float64
}

// Bootstrap gives the 95 % percentile interval of a statistic when sites are
// drawn with replacement, rounds times: the pages of one site are alike, so to
// draw single pages would promise too much. sites holds one sum a site. The
// same input gives the same interval.
func Bootstrap(sites []Sum, rounds int, statistic func(Sum) float64) Interval {
	if len(sites) == 0 || rounds <= 0 {
		return Interval{math.NaN(), math.NaN()}
	}
	rng := rand.New(rand.NewPCG(1, uint64(len(sites))))
	values := make([]float64, rounds)
	for i := range values {
		var drawn Sum
		for range sites {
			drawn.Merge(sites[rng.IntN(len(sites))])
		}
		values[i] = statistic(drawn)
	}
	slices.Sort(values)
	return Interval{Low: quantile(values, .025), High: quantile(values, .975)}
}

// Weighted is a sum over some pages of a site and their number.
type Weighted struct {
	Sum, Weight float64
}

// BootstrapMean gives the 95 % interval of the difference of two means, a
// minus b, that were measured on the same sites, in the same order.
func BootstrapMean(a, b []Weighted, rounds int) Interval {
	if len(a) == 0 || len(a) != len(b) || rounds <= 0 {
		return Interval{math.NaN(), math.NaN()}
	}
	rng := rand.New(rand.NewPCG(2, uint64(len(a))))
	values := make([]float64, rounds)
	for i := range values {
		var x, y Weighted
		for range a {
			k := rng.IntN(len(a))
			x = Weighted{x.Sum + a[k].Sum, x.Weight + a[k].Weight}
			y = Weighted{y.Sum + b[k].Sum, y.Weight + b[k].Weight}
		}
		values[i] = ratio(x.Sum, x.Weight) - ratio(y.Sum, y.Weight)
	}
	slices.Sort(values)
	return Interval{Low: quantile(values, .025), High: quantile(values, .975)}
}

// quantile interpolates linearly between the order statistics of sorted.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
