package train

import (
	"math/rand/v2"
	"testing"

	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/pipeline"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
)

// Comments come behind the article's text, are none of it, and leave all else
// as it was; every style makes a page whose blocks have elements and parents.
func TestAddComments(t *testing.T) {
	p, err := pipeline.NewSegmenter()
	if err != nil {
		t.Fatal(err)
	}
	source := somePages()[0]
	page, err := p.Segment(method.NewDoc(source))
	if err != nil {
		t.Fatal(err)
	}
	labels := labelled(source, page)
	before := proto.Clone(page)
	posts := bank{line(0, "I was there, and it was not as bad as that.", 0), line(0, "My roof was gone.", 0)}
	for seed := range uint64(200) {
		with, more := addComments(page, labels, posts, rand.New(rand.NewPCG(seed, 1)))
		added := len(with.Blocks) - len(page.Blocks)
		if added < 1 || len(more) != 2*len(with.Blocks) {
			t.Fatalf("seed %d: %d blocks more, %d labels", seed, added, len(more))
		}
		content := 0
		for i, b := range with.Blocks {
			if b.Element < 0 || int(b.Element) >= len(with.Elements) || b.Stats.Words == 0 {
				t.Fatalf("seed %d: block %d: %v", seed, i, b)
			}
			if more[2*i] == labelContent {
				content++
			}
		}
		for i, e := range with.Elements {
			if int(e.Parent) >= i {
				t.Fatalf("seed %d: element %d has parent %d", seed, i, e.Parent)
			}
		}
		if content != 2 || more[2*len(with.Blocks)-2] != labels[len(labels)-2] {
			t.Fatalf("seed %d: %d blocks of content", seed, content)
		}
	}
	if !proto.Equal(before, page) {
		t.Error("the page itself changed")
	}
	if with, _ := addComments(&pb.SegmentedPage{}, nil, posts, rand.New(rand.NewPCG(1, 1))); with != nil {
		t.Error("a page without an article got comments")
	}
}
