package cold

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

// A model's file is
//
//	"WNWC" | format uint16 | header length uint32 | header, JSON | forests
//	forest: exit | trees uint32 | trees
//	exit:   after uint32 | below float32 | sum float32
//	tree:   feature uint8 | threshold float32 | mean float32 | tree | tree
//	        or, where it ends, 255 | value float32
//
// with all numbers little endian. Rows that have less of the feature than the
// threshold go to the first of the two trees.
const (
	magic  = "WNWC"
	format = 2
	leaf   = 255 // in the place of a leaf's feature
)

// maxTrees bounds a forest in a file, so that a damaged one asks for no
// more memory than a large model needs.
const maxTrees = 1 << 12

// Header says where a model comes from.
type Header struct {
	// Name tells the model from others, Trained is the day it was made.
	Name    string `json:"name"`
	Trained string `json:"trained"`
	// Features is the hash of the features' names.
	Features string `json:"features"`
	// Corpora are what it was trained on.
	Corpora []Corpus `json:"corpora"`
	Seed    int      `json:"seed"`
	Trees   int      `json:"trees"`
}

// Corpus is a set of labelled pages that a model was trained on.
type Corpus struct {
	Name    string `json:"name"`
	Licence string `json:"licence"`
	Pages   int    `json:"pages"`
	Blocks  int    `json:"blocks"`
}

// Tree is a regression tree as a trainer gives it: parallel lists, the root
// first, of depth six at most. Left[i] < 0 makes node i a leaf
// that adds Value[i]; else rows whose Feature[i] is below Value[i] go to Left[i],
// others to Right[i]. Mean[i] is what the tree would add if it ended at an inner
// node.
type Tree struct {
	Left, Right []int
	Feature     []int
	Value, Mean []float32
}

// Forest is what a trainer gives for one kind of pages.
type Forest struct {
	Exit  Exit
	Trees []Tree
}

// Encode writes a model: the trees for articles and those for other pages. The
// header's Features and Trees are filled in. The error wraps ErrModel.
func Encode(h Header, article, other Forest) ([]byte, error) {
	h.Features, h.Trees = NewFeatures().Hash(), len(article.Trees)+len(other.Trees)
	head, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("cold: header: %w", err)
	}
	out := binary.LittleEndian.AppendUint16([]byte(magic), format)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(head)))
	out = append(out, head...)
	for _, f := range []Forest{article, other} {
		out = binary.LittleEndian.AppendUint32(out, uint32(f.Exit.After))
		out = appendFloat(appendFloat(out, f.Exit.Below), f.Exit.Sum)
		out = binary.LittleEndian.AppendUint32(out, uint32(len(f.Trees)))
		for k, t := range f.Trees {
			if out, err = t.append(out, 0, depth); err != nil {
				return nil, fmt.Errorf("tree %d: %w", k, err)
			}
		}
	}
	if _, err := Decode(out); err != nil {
		return nil, err
	}
	return out, nil
}

// append appends the subtree at node i, which may have so many levels of splits.
func (t Tree) append(out []byte, i, levels int) ([]byte, error) {
	n := len(t.Left)
	if i < 0 || i >= n || len(t.Right) != n || len(t.Feature) != n || len(t.Value) != n || len(t.Mean) != n {
		return nil, fmt.Errorf("%w: node %d of %d", ErrModel, i, n)
	}
	if t.Left[i] < 0 {
		return appendFloat(append(out, leaf), t.Value[i]), nil
	}
	if levels == 0 || t.Feature[i] < 0 || t.Feature[i] >= leaf {
		return nil, fmt.Errorf("%w: node %d splits by feature %d at level %d", ErrModel, i, t.Feature[i], depth-levels)
	}
	out = appendFloat(appendFloat(append(out, uint8(t.Feature[i])), t.Value[i]), t.Mean[i])
	out, err := t.append(out, t.Left[i], levels-1)
	if err != nil {
		return nil, err
	}
	return t.append(out, t.Right[i], levels-1)
}

func appendFloat(out []byte, x float32) []byte {
	return binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
}

// Decode reads a model. The error wraps ErrModel.
func Decode(data []byte) (*Model, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok || len(rest) < 6 || binary.LittleEndian.Uint16(rest) != format {
		return nil, fmt.Errorf("%w: want format %d", ErrModel, format)
	}
	size := binary.LittleEndian.Uint32(rest[2:])
	rest = rest[6:]
	if uint64(size) > uint64(len(rest)) {
		return nil, fmt.Errorf("%w: cut off in the header", ErrModel)
	}
	m := &Model{features: NewFeatures()}
	if err := json.Unmarshal(rest[:size], &m.header); err != nil {
		return nil, fmt.Errorf("%w: header: %v", ErrModel, err)
	}
	if want := m.features.Hash(); m.header.Features != want {
		return nil, fmt.Errorf("%w: trained on features %s, this program has %s", ErrModel, m.header.Features, want)
	}
	r := &reader{data: rest[size:], features: m.features.Count()}
	for _, f := range []*forest{&m.article, &m.other} {
		if r.forest(f); r.err != nil {
			return nil, fmt.Errorf("%w: tree %d: %v", ErrModel, len(f.trees), r.err)
		}
	}
	if len(r.data) > 0 {
		return nil, fmt.Errorf("%w: %d bytes too many", ErrModel, len(r.data))
	}
	return m, nil
}

// reader reads forests until something is wrong.
type reader struct {
	data     []byte
	features int // that there are
	err      error
}

func (r *reader) forest(f *forest) {
	f.exit = Exit{After: int(r.uint32()), Below: r.float32(), Sum: r.float32()}
	trees := int(r.uint32())
	switch {
	case trees > maxTrees:
		r.fail("%d of them, at most %d", trees, maxTrees)
	case f.exit.After > trees:
		r.fail("an exit behind the last one")
	}
	for len(f.trees) < trees && r.err == nil {
		f.trees, f.means = append(f.trees, tree{}), append(f.means, [2 * leaves]float32{})
		r.tree(&f.trees[len(f.trees)-1], &f.means[len(f.means)-1], 1)
	}
}

// tree reads the subtree at node i.
func (r *reader) tree(t *tree, mean *[2 * leaves]float32, i int) {
	feature, value := int(r.uint8()), r.float32()
	switch {
	case feature == leaf:
		for from, to := i, i+1; from < 2*leaves; from, to = 2*from, 2*to { // and all behind it
			for k := from; k < to; k++ {
				t.value[k], mean[k] = value, value
			}
		}
		return
	case i >= leaves:
		r.fail("deeper than %d", depth)
	case feature >= r.features:
		r.fail("a split by feature %d of %d", feature, r.features)
	}
	m := r.float32()
	if r.err == nil {
		t.feature[i], t.value[i], mean[i] = uint8(feature), value, m
		r.tree(t, mean, 2*i)
		r.tree(t, mean, 2*i+1)
	}
}

// take gives the next n bytes, zeros where there are not so many.
func (r *reader) take(n int) []byte {
	if len(r.data) < n {
		r.fail("cut off")
	}
	if r.err != nil {
		return make([]byte, n)
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) uint8() uint8   { return r.take(1)[0] }
func (r *reader) uint32() uint32 { return binary.LittleEndian.Uint32(r.take(4)) }

func (r *reader) float32() float32 {
	x := math.Float32frombits(r.uint32())
	if x-x != 0 {
		r.fail("%v where a number is wanted", x)
	}
	return x
}

func (r *reader) fail(why string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(why, args...)
	}
}
