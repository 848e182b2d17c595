package c45

import (
	"errors"
	"fmt"
	"slices"
)

// ErrData is returned by Train for rows and classes that do not fit together.
var ErrData = errors.New("c45: data not well formed")

// Train grows and prunes a tree.
func Train(attrs []Attribute, rows [][]float64, classes []bool, cfg Config) (*Tree, error) {
	if len(rows) == 0 || len(rows) != len(classes) {
		return nil, fmt.Errorf("%w: %d rows, %d classes", ErrData, len(rows), len(classes))
	}
	for i, r := range rows {
		if len(r) != len(attrs) {
			return nil, fmt.Errorf("%w: row %d has %d columns, not %d", ErrData, i, len(r), len(attrs))
		}
	}
	g := newGrower(attrs, rows, classes, max(1, cfg.MinLeaf))
	index := make([]int32, len(rows))
	for i := range index {
		index[i] = int32(i)
	}
	t := g.grow(index)
	t.collapse()
	t.prune(cfg.Confidence)
	return t, nil
}

// grower holds the data by column. Numeric values are replaced by their rank
// among the column's distinct values, so that a node with many rows can count
// instead of sort.
type grower struct {
	attrs   []Attribute
	ranks   [][]int32   // column, row
	values  [][]float64 // column, rank: the distinct values, rising
	classes []bool
	minLeaf int
	counts  [][2]int32 // scratch for countRanks
}

func newGrower(attrs []Attribute, rows [][]float64, classes []bool, minLeaf int) *grower {
	g := &grower{attrs: attrs, classes: classes, minLeaf: minLeaf}
	for a := range attrs {
		column := make([]float64, len(rows))
		for i, r := range rows {
			column[i] = r[a]
		}
		distinct := slices.Clone(column)
		slices.Sort(distinct)
		distinct = slices.Compact(distinct)
		ranks := make([]int32, len(rows))
		for i, x := range column {
			k, _ := slices.BinarySearch(distinct, x)
			ranks[i] = int32(k)
		}
		g.ranks, g.values = append(g.ranks, ranks), append(g.values, distinct)
		g.counts = make([][2]int32, max(len(g.counts), len(distinct)))
	}
	return g
}

// split is a way to divide a node's rows.
type split struct {
	attribute   int
	rank        int32 // numeric: values of this rank and below go left
	threshold   float64
	gain, ratio float64
}

func (g *grower) grow(index []int32) *Tree {
	neg, pos := g.count(index)
	t := &Tree{Rows: len(index), Class: pos > neg, Errors: min(neg, pos)}
	if neg == 0 || pos == 0 || len(index) < 2*g.minLeaf {
		return t
	}
	best, ok := g.best(index, neg, pos)
	if !ok {
		return t
	}
	t.Attribute, t.Threshold, t.Nominal = best.attribute, best.threshold, len(g.attrs[best.attribute].Values) > 0
	for _, part := range g.divide(index, best) {
		if len(part) == 0 { // a value that no row here has: the node's own answer
			t.Children = append(t.Children, &Tree{Class: t.Class})
			continue
		}
		t.Children = append(t.Children, g.grow(part))
	}
	return t
}

func (g *grower) count(index []int32) (neg, pos int) {
	for _, i := range index {
		if g.classes[i] {
			pos++
		}
	}
	return len(index) - pos, pos
}

func (g *grower) divide(index []int32, s split) [][]int32 {
	a := g.attrs[s.attribute]
	parts := make([][]int32, max(2, len(a.Values)))
	for _, i := range index {
		k := 0
		if len(a.Values) > 0 {
			k = int(g.values[s.attribute][g.ranks[s.attribute][i]])
		} else if g.ranks[s.attribute][i] > s.rank {
			k = 1
		}
		parts[k] = append(parts[k], i)
	}
	return parts
}
