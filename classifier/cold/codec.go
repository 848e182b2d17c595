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
//	tree:   nodes uint16 | nodes, as forest has them
//	node:   feature uint16 | right uint16 | value float32 | mean float32, of
//	        inner nodes only
//
// with all numbers little endian.
const (
	magic  = "WNWC"
	format = 1
)

// maxNodes bounds a forest in a file, so that a damaged one asks for no
// more memory than the largest model needs.
const maxNodes = 1 << 18

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
// first. Left[i] < 0 makes node i a leaf that adds Value[i]; else rows whose
// Feature[i] is below Value[i] go to Left[i], others to Right[i]. Mean[i] is
// what the tree would add if it ended at an inner node.
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
	m := &Model{features: NewFeatures()}
	h.Features, h.Trees = m.features.Hash(), len(article.Trees)+len(other.Trees)
	m.header = h
	for _, part := range []struct {
		to   *forest
		from Forest
	}{{&m.article, article}, {&m.other, other}} {
		part.to.exit = part.from.Exit
		for _, t := range part.from.Trees {
			if err := part.to.grow(t); err != nil {
				return nil, err
			}
		}
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	head, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("cold: header: %w", err)
	}
	out := binary.LittleEndian.AppendUint16([]byte(magic), format)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(head)))
	out = append(out, head...)
	return m.other.append(m.article.append(out)), nil
}

// grow adds a tree, its nodes in the order that forest wants.
func (f *forest) grow(t Tree) error {
	n := len(t.Left)
	if n == 0 || n > math.MaxUint16 || len(t.Right) != n || len(t.Feature) != n || len(t.Value) != n || len(t.Mean) != n {
		return fmt.Errorf("%w: a tree of %d nodes", ErrModel, n)
	}
	f.roots = append(f.roots, int32(len(f.nodes)))
	left := n // nodes that may still be visited: a cycle runs out of them
	var visit func(i int) error
	visit = func(i int) error {
		if left--; i < 0 || i >= n || left < 0 {
			return fmt.Errorf("%w: node %d of a tree of %d", ErrModel, i, n)
		}
		at := len(f.nodes)
		if t.Left[i] < 0 {
			f.nodes = append(f.nodes, node{value: t.Value[i], feature: leaf})
			f.means = append(f.means, t.Value[i])
			return nil
		}
		f.nodes = append(f.nodes, node{value: t.Value[i], feature: uint16(t.Feature[i])})
		f.means = append(f.means, t.Mean[i])
		if err := visit(t.Left[i]); err != nil {
			return err
		}
		f.nodes[at].right = uint16(len(f.nodes) - at)
		return visit(t.Right[i])
	}
	return visit(0)
}

func (f *forest) append(out []byte) []byte {
	out = binary.LittleEndian.AppendUint32(out, uint32(f.exit.After))
	out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f.exit.Below))
	out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f.exit.Sum))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(f.roots)))
	for t, root := range f.roots {
		end := len(f.nodes)
		if t+1 < len(f.roots) {
			end = int(f.roots[t+1])
		}
		out = binary.LittleEndian.AppendUint16(out, uint16(end-int(root)))
		for at := int(root); at < end; at++ {
			n := f.nodes[at]
			out = binary.LittleEndian.AppendUint16(out, n.feature)
			out = binary.LittleEndian.AppendUint16(out, n.right)
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(n.value))
			if n.feature != leaf {
				out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f.means[at]))
			}
		}
	}
	return out
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
	rest = rest[size:]
	for _, f := range []*forest{&m.article, &m.other} {
		var err error
		if rest, err = f.read(rest); err != nil {
			return nil, err
		}
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%w: %d bytes too many", ErrModel, len(rest))
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	return m, nil
}

// read takes a forest from data and gives what is left.
func (f *forest) read(data []byte) ([]byte, error) {
	r := reader{data: data}
	f.exit = Exit{After: int(r.uint32()), Below: r.float32(), Sum: r.float32()}
	for trees := r.uint32(); trees > 0 && !r.short; trees-- {
		n := int(r.uint16())
		if len(f.nodes)+n > maxNodes {
			return nil, fmt.Errorf("%w: more than %d nodes", ErrModel, maxNodes)
		}
		f.roots = append(f.roots, int32(len(f.nodes)))
		for ; n > 0 && !r.short; n-- {
			n := node{feature: r.uint16(), right: r.uint16(), value: r.float32()}
			mean := n.value
			if n.feature != leaf {
				mean = r.float32()
			}
			f.nodes, f.means = append(f.nodes, n), append(f.means, mean)
		}
	}
	if r.short {
		return nil, fmt.Errorf("%w: cut off", ErrModel)
	}
	return r.data, nil
}

// reader takes numbers from the front of data; short is set, and zero given,
// when there are too few bytes.
type reader struct {
	data  []byte
	short bool
}

func (r *reader) uint16() uint16 {
	if len(r.data) < 2 {
		r.short = true
		return 0
	}
	v := binary.LittleEndian.Uint16(r.data)
	r.data = r.data[2:]
	return v
}

func (r *reader) uint32() uint32 {
	if len(r.data) < 4 {
		r.short = true
		return 0
	}
	v := binary.LittleEndian.Uint32(r.data)
	r.data = r.data[4:]
	return v
}

func (r *reader) float32() float32 { return math.Float32frombits(r.uint32()) }
