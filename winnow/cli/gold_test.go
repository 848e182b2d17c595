package cli

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func TestScoreArticles(t *testing.T) {
	const a, b, tag = "http://x.example/a", "http://x.example/b", "http://x.example/tag"
	golds := map[string]goldText{
		"page-a": {a, "one two three"}, "amp-of-a": {a, "one two three"}, "print-of-a": {a, ""},
		"page-b": {b, "four five"}, "page-tag": {tag, ""},
	}
	article := func(page, url, text string) *pb.Article {
		return &pb.Article{CanonicalUrl: url, Text: text, Provenance: &pb.Provenance{PageId: page}}
	}
	retracted := article("page-b", b, "")
	retracted.Event = pb.Article_RETRACTED
	for name, test := range map[string]struct {
		final []*pb.Article
		want  ingestScore
	}{
		"nothing": {nil, ingestScore{Pages: 3, Missing: 3}},
		"all":     {[]*pb.Article{article("page-a", a, "one two three"), article("page-b", b, "four five")}, ingestScore{Pages: 3, WordF1: 1, Precision: 1, Recall: 1}},
		"from a copy": {[]*pb.Article{article("amp-of-a", a, "one two three"), article("page-b", b, "four five")},
			ingestScore{Pages: 3, WordF1: 1, Precision: 1, Recall: 1}},
		"from a copy that is labelled as none": {[]*pb.Article{article("print-of-a", a, "one two three"), article("page-b", b, "four five")},
			ingestScore{Pages: 3, WordF1: 1, Precision: 1, Recall: 1}},
		"retracted":     {[]*pb.Article{retracted, article("page-a", a, "one two three")}, ingestScore{Pages: 3, WordF1: 2. / 3, Precision: 2. / 3, Recall: 2. / 3, Missing: 1}},
		"of no article": {[]*pb.Article{article("page-tag", tag, "x")}, ingestScore{Pages: 3, Missing: 3, False: 1}},
	} {
		final := map[string]*pb.Article{}
		for _, art := range test.final {
			final[art.GetProvenance().GetPageId()] = art
		}
		if got := scoreArticles(golds, final); *got != test.want {
			t.Errorf("%s: %+v, want %+v", name, *got, test.want)
		}
	}
}
