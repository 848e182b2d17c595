package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/winnow-news/winnow/classifier/cold"
)

// booster is what is read of a model that xgboost wrote as JSON.
type booster struct {
	Learner struct {
		Parameters struct {
			BaseScore string `json:"base_score"`
		} `json:"learner_model_param"`
		Booster struct {
			Model struct {
				Trees []tree `json:"trees"`
			} `json:"model"`
		} `json:"gradient_booster"`
	} `json:"learner"`
}

type tree struct {
	Left    []int     `json:"left_children"`
	Right   []int     `json:"right_children"`
	Feature []int     `json:"split_indices"`
	Value   []float32 `json:"split_conditions"`
	// Weight is how much of the training data came to a node.
	Weight []float32 `json:"sum_hessian"`
}

// cold gives the tree with all that it adds multiplied by share. What an inner
// node would add is the weighted mean of what follows.
func (t tree) cold(share float32) (cold.Tree, error) {
	n := len(t.Left)
	if len(t.Right) != n || len(t.Feature) != n || len(t.Value) != n || len(t.Weight) != n {
		return cold.Tree{}, errors.New("lists of different lengths")
	}
	out := cold.Tree{Left: t.Left, Right: t.Right, Feature: t.Feature, Value: slices.Clone(t.Value), Mean: make([]float32, n)}
	for i := n - 1; i >= 0; i-- { // children stand behind their parents
		l, r := t.Left[i], t.Right[i]
		switch {
		case l < 0:
			out.Value[i] *= share
			out.Mean[i] = out.Value[i]
		case l <= i || r <= i || l >= n || r >= n:
			return cold.Tree{}, fmt.Errorf("node %d has children %d and %d", i, l, r)
		default:
			out.Mean[i] = (t.Weight[l]*out.Mean[l] + t.Weight[r]*out.Mean[r]) / (t.Weight[l] + t.Weight[r])
		}
	}
	return out, nil
}

// readForest reads the forests NAME-*.json of a folder and gives their mean: all
// their trees, with leaves as much smaller as there are forests, the first
// trees of all in front. NAME.exit.json says where hopeless rows leave.
func readForest(dir, name string) (f cold.Forest, err error) {
	paths, err := filepath.Glob(filepath.Join(dir, name+"-*.json"))
	if err != nil || len(paths) == 0 {
		return f, fmt.Errorf("no forest %s-*.json in %s", name, dir)
	}
	slices.Sort(paths)
	forests := make([][]tree, len(paths))
	for k, path := range paths {
		if forests[k], err = read(path); err != nil {
			return f, fmt.Errorf("forest %s: %w", path, err)
		}
		if len(forests[k]) != len(forests[0]) {
			return f, fmt.Errorf("forest %s: %d trees, others have %d", path, len(forests[k]), len(forests[0]))
		}
	}
	for i := range forests[0] {
		for k := range forests {
			t, err := forests[k][i].cold(1 / float32(len(paths)))
			if err != nil {
				return f, fmt.Errorf("forest %s, tree %d: %w", paths[k], i, err)
			}
			f.Trees = append(f.Trees, t)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, name+".exit.json"))
	if err != nil {
		return f, err
	}
	return f, json.Unmarshal(data, &f.Exit)
}

func read(path string) ([]tree, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var f booster
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, err
	}
	// A probability of one half is a sum of nothing.
	if base, err := strconv.ParseFloat(f.Learner.Parameters.BaseScore, 64); err != nil || base != 0.5 {
		return nil, fmt.Errorf("base score %q, want 0.5", f.Learner.Parameters.BaseScore)
	}
	trees := f.Learner.Booster.Model.Trees
	if len(trees) == 0 {
		return nil, errors.New("no trees")
	}
	return trees, nil
}
