package c45

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Quinlan's weather data (golf): outlook, temperature, humidity, windy. J48
// with its defaults (2 objects a leaf, confidence 0.25) grows the tree that
// every textbook shows.
func TestWeather(t *testing.T) {
	attrs := []Attribute{{Name: "outlook", Values: []string{"sunny", "overcast", "rainy"}}, {Name: "temperature"}, {Name: "humidity"}, {Name: "windy", Values: []string{"TRUE", "FALSE"}}}
	const (
		sunny, overcast, rainy = 0, 1, 2
		yes, no                = 0, 1
	)
	rows := [][]float64{
		{sunny, 85, 85, no}, {sunny, 80, 90, yes}, {overcast, 83, 86, no}, {rainy, 70, 96, no}, {rainy, 68, 80, no},
		{rainy, 65, 70, yes}, {overcast, 64, 65, yes}, {sunny, 72, 95, no}, {sunny, 69, 70, no}, {rainy, 75, 80, no},
		{sunny, 75, 70, yes}, {overcast, 72, 90, yes}, {overcast, 81, 75, no}, {rainy, 71, 91, yes},
	}
	play := []bool{false, false, true, true, true, false, true, false, true, true, true, true, true, false}
	tree, err := Train(attrs, rows, play, Config{MinLeaf: 2, Confidence: .25})
	if err != nil {
		t.Fatal(err)
	}
	want := `outlook = sunny
|   humidity <= 77.5: true (2/0)
|   humidity > 77.5: false (3/0)
outlook = overcast: true (4/0)
outlook = rainy
|   windy = TRUE: false (2/0)
|   windy = FALSE: true (3/0)
`
	if got := tree.Format(attrs); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	for i, r := range rows {
		if tree.Predict(r) != play[i] {
			t.Errorf("row %d: %v", i, tree.Predict(r))
		}
	}
	if tree.Predict([]float64{9, 0, 0, 0}) != tree.Class {
		t.Error("an unknown value should get the node's class")
	}
}

// Quinlan's example (1993, section 4.2): a leaf of 6 rows without errors is
// expected to make 6 · .206 at confidence .25, of 9 rows 9 · .143, of one row
// .750; a node of 16 rows and 1 error 16 · .157.
func TestEstimate(t *testing.T) {
	for _, tt := range []struct {
		rows, errors int
		want         float64
	}{{6, 0, 6 * .206}, {9, 0, 9 * .143}, {1, 0, .750}, {16, 1, 16 * .157}} {
		if got := estimate(tt.rows, tt.errors, .25); math.Abs(got-tt.want) > .05 {
			t.Errorf("%d/%d: %g, want %g", tt.rows, tt.errors, got, tt.want)
		}
	}
	if got := estimate(10, 3, .7); got != 3 {
		t.Errorf("above .5 the training error counts: %g", got)
	}
}

// One class in five is wrong: pruning leaves the rule, without it the tree
// learns the noise as well.
func TestPruningOfNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	rows, classes := make([][]float64, 2000), make([]bool, 2000)
	for i := range rows {
		rows[i] = []float64{rng.Float64(), math.Floor(rng.Float64() * 8)}
		classes[i] = (rows[i][0] > .5) != (rng.IntN(5) == 0)
	}
	attrs := []Attribute{{Name: "x"}, {Name: "y", Values: []string{"a", "b", "c", "d", "e", "f", "g", "h"}}}
	pruned, err := Train(attrs, rows, classes, Config{MinLeaf: 2, Confidence: .1})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Train(attrs, rows, classes, Config{MinLeaf: 2, Confidence: .7})
	if err != nil {
		t.Fatal(err)
	}
	if pruned.Leaves() > 10 || whole.Leaves() < 2*pruned.Leaves() {
		t.Errorf("pruned %d leaves, unpruned %d", pruned.Leaves(), whole.Leaves())
	}
	if math.Abs(pruned.Threshold-.5) > .01 {
		t.Errorf("root splits at %g, want .5", pruned.Threshold)
	}
}

func TestTrainRefusesRaggedData(t *testing.T) {
	if _, err := Train([]Attribute{{Name: "x"}}, [][]float64{{1, 2}}, []bool{true}, Config{}); !errors.Is(err, ErrData) {
		t.Errorf("got %v", err)
	}
	if _, err := Train(nil, nil, nil, Config{}); !errors.Is(err, ErrData) {
		t.Errorf("got %v", err)
	}
}

// Format writes the tree as J48 prints it.
func (t *Tree) Format(attrs []Attribute) string {
	var b strings.Builder
	t.format(&b, attrs, 0)
	return b.String()
}

func (t *Tree) format(b *strings.Builder, attrs []Attribute, depth int) {
	for k, c := range t.Children {
		a := attrs[t.Attribute]
		condition := fmt.Sprintf("%s <= %.6g", a.Name, t.Threshold)
		switch {
		case t.Nominal:
			condition = fmt.Sprintf("%s = %s", a.Name, a.Values[k])
		case k == 1:
			condition = fmt.Sprintf("%s > %.6g", a.Name, t.Threshold)
		}
		b.WriteString(strings.Repeat("|   ", depth) + condition)
		if len(c.Children) == 0 {
			fmt.Fprintf(b, ": %v (%d/%d)\n", c.Class, c.Rows, c.Errors)
			continue
		}
		b.WriteByte('\n')
		c.format(b, attrs, depth+1)
	}
}
