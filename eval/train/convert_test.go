package train

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A stump as xgboost writes it: feature 2 below 0.5 gives -1, else 3; three of
// four parts of the training data went left.
const stump = `{"left_children": [1, -1, -1], "right_children": [2, -1, -1], "split_indices": [2, 0, 0],
	"split_conditions": [0.5, -1, 3], "sum_hessian": [4, 3, 1]}`

func model(base string, trees ...string) string {
	return `{"learner": {"learner_model_param": {"base_score": "` + base + `"},
		"gradient_booster": {"model": {"trees": [` + strings.Join(trees, ",") + `]}}}}`
}

func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const exit = `{"After": 2, "Below": -1.5, "Sum": -4}`

func TestForestIsTheMeanOfForests(t *testing.T) {
	other := strings.Replace(stump, "3]", "5]", 1)
	dir := folder(t, map[string]string{"a-0.json": model("5E-1", stump, stump), "a-1.json": model("0.5", other, other), "a.exit.json": exit})
	f, err := readForest(dir, "a")
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Trees) != 4 || f.Exit.After != 2 || f.Exit.Below != -1.5 || f.Exit.Sum != -4 {
		t.Fatalf("%d trees, exit %+v", len(f.Trees), f.Exit)
	}
	for i, want := range []float32{1.5, 2.5, 1.5, 2.5} { // first trees first, halved
		tree := f.Trees[i]
		if tree.Value[0] != 0.5 || tree.Value[1] != -0.5 || tree.Value[2] != want {
			t.Errorf("tree %d: values %v", i, tree.Value)
		}
		if mean := (3*-0.5 + want) / 4; math.Abs(float64(tree.Mean[0]-mean)) > 1e-6 {
			t.Errorf("tree %d: mean %v, want %v", i, tree.Mean[0], mean)
		}
	}
}

func TestForestRefuses(t *testing.T) {
	good := model("0.5", stump)
	for name, files := range map[string]map[string]string{
		"no forest":       {},
		"no exit":         {"a-0.json": good},
		"no JSON":         {"a-0.json": "{", "a.exit.json": exit},
		"no trees":        {"a-0.json": model("0.5"), "a.exit.json": exit},
		"another base":    {"a-0.json": model("0.3", stump), "a.exit.json": exit},
		"unequal forests": {"a-0.json": good, "a-1.json": model("0.5", stump, stump), "a.exit.json": exit},
		"a cycle":         {"a-0.json": model("0.5", strings.Replace(stump, "[1, -1", "[0, -1", 1)), "a.exit.json": exit},
		"short lists":     {"a-0.json": model("0.5", strings.Replace(stump, "[4, 3, 1]", "[4]", 1)), "a.exit.json": exit},
	} {
		if _, err := readForest(folder(t, files), "a"); err == nil {
			t.Errorf("%s: read", name)
		}
	}
}
