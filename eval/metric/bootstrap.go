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

// rounds of the bootstrap; the ends of the interval are good to about .001.
const rounds = 1000

// Bootstrap gives the 95 % percentile interval of a statistic when sites are
// drawn with replacement: the pages of one site are alike, so to draw single
// pages would promise too much. sites holds one sum a site. The same input
// gives the same interval; without sites its ends are NaN.
func Bootstrap(sites []Sum, statistic func(Sum) float64) Interval {
	return interval(1, len(sites), func(draw func() int) float64 {
		var drawn Sum
		for range sites {
			drawn.Merge(sites[draw()])
		}
		return statistic(drawn)
	})
}

// Weighted is a sum over some pages of a site and their number.
type Weighted struct {
	Sum, Weight float64
}

// BootstrapMean gives the 95 % interval of the difference of two means, a
// minus b, that were measured on the same sites, in the same order. Without
// sites its ends are NaN.
func BootstrapMean(a, b []Weighted) Interval {
	return interval(2, len(a), func(draw func() int) float64 {
		var x, y Weighted
		for range a {
			k := draw()
			x = Weighted{x.Sum + a[k].Sum, x.Weight + a[k].Weight}
			y = Weighted{y.Sum + b[k].Sum, y.Weight + b[k].Weight}
		}
		return ratio(x.Sum, x.Weight) - ratio(y.Sum, y.Weight)
	})
}

// interval bootstraps a statistic of n sites, which draws as many of them as
// there are.
func interval(seed uint64, n int, statistic func(draw func() int) float64) Interval {
	if n == 0 {
		return Interval{math.NaN(), math.NaN()}
	}
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	values := make([]float64, rounds)
	for i := range values {
		values[i] = statistic(func() int { return rng.IntN(n) })
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
