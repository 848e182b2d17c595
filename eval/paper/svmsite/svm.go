package svmsite

import "math/rand/v2"

// example is a sparse vector: weights of features 1 for the names, and the
// numbers.
type example struct {
	names   []uint64
	numbers [2]float64
	content bool
}

// svm is a linear support vector machine.
type svm struct {
	weights map[uint64]float64
	numbers [2]float64
	bias    float64
}

// trainSVM solves the L2-regularised L2-loss SVM by dual coordinate descent
// (Hsieh, Chang, Lin, Keerthi and Sundararajan, ICML 2008, algorithm 1, as in
// LIBLINEAR). c is the cost of a wrong example; a class weighs in inverse
// proportion to its frequency. The bias is a feature that is always 1.
func trainSVM(data []example, c float64, rounds int) *svm {
	m := &svm{weights: map[uint64]float64{}}
	positive := 0
	for _, e := range data {
		if e.content {
			positive++
		}
	}
	if positive == 0 || positive == len(data) {
		m.bias = -1
		if positive > 0 {
			m.bias = 1
		}
		return m
	}
	cost := func(e example) float64 {
		if e.content {
			return c * float64(len(data)) / float64(2*positive)
		}
		return c * float64(len(data)) / float64(2*(len(data)-positive))
	}
	alpha := make([]float64, len(data))
	rng := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		for _, i := range rng.Perm(len(data)) {
			e := data[i]
			y, slack := -1.0, 1/(2*cost(e))
			if e.content {
				y = 1
			}
			gradient := y*m.value(e) - 1 + slack*alpha[i]
			if gradient >= 0 && alpha[i] == 0 {
				continue
			}
			next := max(0, alpha[i]-gradient/(norm(e)+slack))
			m.add(e, (next-alpha[i])*y)
			alpha[i] = next
		}
	}
	return m
}

func norm(e example) float64 {
	n := 1 + float64(len(e.names)) // the bias, and ones
	for _, x := range e.numbers {
		n += x * x
	}
	return n
}

// value is the distance from the plane: content where positive.
func (m *svm) value(e example) float64 {
	v := m.bias
	for _, n := range e.names {
		v += m.weights[n]
	}
	for i, x := range e.numbers {
		v += m.numbers[i] * x
	}
	return v
}

func (m *svm) add(e example, step float64) {
	m.bias += step
	for _, n := range e.names {
		m.weights[n] += step
	}
	for i, x := range e.numbers {
		m.numbers[i] += step * x
	}
}
