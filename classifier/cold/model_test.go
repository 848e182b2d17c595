package cold

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
)

// The model that is passed on may be passed on, is small, and says where it
// comes from.
func TestShippedModel(t *testing.T) {
	m := shippedModel(t)
	h := m.Header()
	if n := m.features.Count(); n > leaf {
		t.Errorf("%d features, the file's format numbers %d", n, leaf)
	}
	if len(shipped) > 512<<10 {
		t.Errorf("%d bytes, want at most 0.5 MB", len(shipped))
	}
	if _, err := time.Parse(time.DateOnly, h.Trained); err != nil || h.Name == "" || h.Trees < 100 || len(h.Corpora) == 0 {
		t.Errorf("header %+v", h)
	}
	for _, c := range h.Corpora {
		if !slices.Contains([]string{"CC-BY-4.0", "MIT", "Apache-2.0"}, c.Licence) || c.Pages == 0 || c.Blocks == 0 {
			t.Errorf("corpus %+v may not train a model that is passed on", c)
		}
	}
	if js, err := json.Marshal(h); err != nil || !strings.Contains(string(js), h.Features) {
		t.Errorf("%s, %v", js, err)
	}
}

// On a page like any other the model finds the article.
func TestScores(t *testing.T) {
	m := shippedModel(t)
	page := newsPage(8)
	dst := make([]float32, len(page.Blocks))
	m.Scores(page, dst)
	for i, b := range page.Blocks {
		if paragraph := strings.HasPrefix(b.Text, "The storm of"); paragraph && dst[i] < 0.5 || !paragraph && dst[i] > 0.5 && i != headline(page) {
			t.Errorf("%.2f: %s", dst[i], b.Text)
		}
	}
}

func headline(page *pb.SegmentedPage) int {
	return slices.IndexFunc(page.Blocks, func(b *pb.Block) bool { return b.Text == page.Metadata.Title })
}

// The scores are those of the features' rows, one by one; the page's class
// chooses the forest.
func TestScoresAreThoseOfTheRows(t *testing.T) {
	m := shippedModel(t)
	for class, judge := range map[pb.PageClass]*forest{
		pb.PageClass_PAGE_CLASS_ARTICLE: &m.article, pb.PageClass_PAGE_CLASS_LIVE: &m.article, pb.PageClass_PAGE_CLASS_FORUM: &m.other,
	} {
		page := newsPage(20)
		page.PageClass = class
		dst := make([]float32, len(page.Blocks))
		m.Scores(page, dst)
		rows := m.features.Matrix(nil, page)
		for i, got := range dst {
			row := &row{}
			copy(row[:], rows[i*m.features.Count():][:m.features.Count()])
			if want := sigmoid(judge.sum(row)); math.Abs(float64(got-want)) > 1e-6 {
				t.Errorf("%v, block %d: %v, want %v", class, i, got, want)
			}
		}
	}
}

// hostilePages try to break what a segmenter would never make.
func hostilePages() map[string]*pb.SegmentedPage {
	loop := newsPage(3)
	for i, e := range loop.Elements {
		e.Parent = int32(len(loop.Elements) - i)
	}
	outside := newsPage(3)
	for i, b := range outside.Blocks {
		b.Element = int32(1000 - 700*i)
	}
	bare := newsPage(3)
	bare.Elements, bare.Metadata = nil, nil
	for _, b := range bare.Blocks {
		b.Stats = nil
	}
	return map[string]*pb.SegmentedPage{
		"nothing": {}, "empty block": {Blocks: []*pb.Block{{}}},
		"parents behind": loop, "elements outside": outside, "no elements": bare,
	}
}

func TestHostilePages(t *testing.T) {
	m := shippedModel(t)
	for name, page := range hostilePages() {
		dst := make([]float32, len(page.Blocks))
		m.Scores(page, dst)
		for i, p := range dst {
			if !(p >= 0 && p <= 1) {
				t.Errorf("%s: block %d: %v", name, i, p)
			}
		}
	}
}

// Any message is judged, whatever stands in it.
func FuzzScores(f *testing.F) {
	for _, page := range hostilePages() {
		data, err := proto.Marshal(page)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	m := shippedModel(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		var page pb.SegmentedPage
		if proto.Unmarshal(data, &page) != nil {
			return
		}
		dst := make([]float32, len(page.Blocks))
		m.Scores(&page, dst)
		for i, p := range dst {
			if !(p >= 0 && p <= 1) {
				t.Fatalf("block %d: %v", i, p)
			}
		}
	})
}

func BenchmarkScores(b *testing.B) {
	for _, bb := range []struct {
		name       string
		paragraphs int
	}{{"blocks=141", 123}, {"blocks=100000", 99_982}} {
		b.Run(bb.name, func(b *testing.B) {
			m := shippedModel(b)
			page := newsPage(bb.paragraphs)
			size := 0
			for _, block := range page.Blocks {
				size += len(block.Text)
			}
			dst := make([]float32, len(page.Blocks))
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				if m.Scores(page, dst); dst[10] < 0.5 {
					b.Fatalf("a paragraph has %v", dst[10])
				}
			}
		})
	}
}

func BenchmarkFeatures(b *testing.B) {
	f := NewFeatures()
	page := newsPage(123)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		n = 0
		f.each(page, nil, func(int, *row) { n++ })
		if n != len(page.Blocks) {
			b.Fatal(n)
		}
	}
}
