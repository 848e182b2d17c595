// Package c45 grows decision trees as C4.5 does (Quinlan 1993), with the
// choices of its implementation J48 in Weka, which the papers used: two
// classes, numeric and nominal attributes, splits by gain ratio among the
// attributes of at least average gain, error-based pruning. Left out: missing
// values, weights and subtree raising, none of which the papers need.
//
// In come rows of numbers and their classes, out comes a Tree, a plain value
// that can be stored as JSON.
package c45

// Attribute is a column of the data.
type Attribute struct {
	Name string
	// Values are the names of a nominal attribute's values; a row holds the
	// index. Empty: the attribute is numeric.
	Values []string
}

// Config are the learner's parameters.
type Config struct {
	// MinLeaf is the least number of rows in two branches of a split (J48's
	// minNumObj).
	MinLeaf int
	// Confidence is the pruning confidence: the smaller, the more is pruned.
	// As in J48, above 0.5 the error estimate is the training error itself.
	Confidence float64
}

// Tree is a node: a leaf, a numeric split (two children: ≤ and >) or a
// nominal one (a child a value).
type Tree struct {
	// Class is what a leaf answers, and what a split would answer were it one.
	Class bool `json:"class"`
	// Rows and Errors count the training rows that came here and those of the
	// other class.
	Rows   int `json:"rows"`
	Errors int `json:"errors"`
	// Attribute and Threshold are set for a split, which has Children.
	Attribute int     `json:"attribute,omitempty"`
	Threshold float64 `json:"threshold,omitempty"`
	Nominal   bool    `json:"nominal,omitempty"`
	Children  []*Tree `json:"children,omitempty"`
}

// Predict gives the class of a row. A nominal value that is not in range gets
// the class of the node.
func (t *Tree) Predict(row []float64) bool {
	for len(t.Children) > 0 {
		x := row[t.Attribute]
		k := 0
		switch {
		case t.Nominal:
			k = int(x)
			if k < 0 || k >= len(t.Children) {
				return t.Class
			}
		case x > t.Threshold:
			k = 1
		}
		t = t.Children[k]
	}
	return t.Class
}

// Leaves is the number of leaves.
func (t *Tree) Leaves() int {
	if len(t.Children) == 0 {
		return 1
	}
	n := 0
	for _, c := range t.Children {
		n += c.Leaves()
	}
	return n
}
