package classifier

import (
	"testing"

	"github.com/winnow-news/winnow/proto/canon"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func sampleArticle() *pb.Article {
	return &pb.Article{
		Id: canon.ArticleID("http://a.example/1"), Url: "http://a.example/1",
		CanonicalUrl: "http://a.example/1", Language: "en", Title: "Title", Byline: "By A", Description: "D",
		Section: "S", LeadImage: "http://a.example/i.jpg", Authors: []string{"A"}, Tags: []string{"T"},
		Published: timestamppb.Now(), Text: "One.\n\nTwo.",
		Paragraphs: []*pb.Paragraph{
			{Kind: pb.Paragraph_STANDFIRST, Text: "One.", Body: true},
			{Kind: pb.Paragraph_PARAGRAPH, Text: "Two.", Body: true},
		},
		Images:  []*pb.ArticleImage{{Url: "http://a.example/i.jpg", Alt: "a", Caption: "c"}},
		OptOuts: &pb.OptOuts{}, Provenance: &pb.Provenance{Window: 5},
	}
}

func TestTextHashCoversWhatAReaderSees(t *testing.T) {
	changes := map[string]func(*pb.Article){
		"title":                     func(a *pb.Article) { a.Title = "Other" },
		"language":                  func(a *pb.Article) { a.Language = "de" },
		"byline":                    func(a *pb.Article) { a.Byline = "" },
		"author":                    func(a *pb.Article) { a.Authors = nil },
		"tag":                       func(a *pb.Article) { a.Tags = append(a.Tags, "U") },
		"published":                 func(a *pb.Article) { a.Published = nil },
		"paragraph":                 func(a *pb.Article) { a.Paragraphs[1].Text = "Three." },
		"post":                      func(a *pb.Article) { a.Paragraphs[1].Url = "http://posts.example/status/1" },
		"kind":                      func(a *pb.Article) { a.Paragraphs[1].Kind = pb.Paragraph_QUOTE },
		"standfirst beside text":    func(a *pb.Article) { a.Paragraphs[0].Body = false },
		"paragraphs joined":         func(a *pb.Article) { a.Paragraphs[0].Text += "Two."; a.Paragraphs = a.Paragraphs[:1] },
		"caption":                   func(a *pb.Article) { a.Images[0].Caption = "d" },
		"twin":                      func(a *pb.Article) { a.Url += "?src=home" },
		"text-and-data-mining wish": func(a *pb.Article) { a.OptOuts.TdmReservation = true },
	}
	for name, change := range changes {
		a := sampleArticle()
		b := proto.CloneOf(a)
		change(b)
		if textHash(a) == textHash(b) {
			t.Errorf("%s: the hash is the same", name)
		}
	}
}

func TestTextHashLeavesOutWhatNoReaderSees(t *testing.T) {
	changes := map[string]func(*pb.Article){
		"revision":      func(a *pb.Article) { a.Revision = 7 },
		"provenance":    func(a *pb.Article) { a.Provenance.Window = 9; a.Provenance.Confidence = 0.5 },
		"fetch":         func(a *pb.Article) { a.FetchedAt = timestamppb.Now() },
		"image queries": func(a *pb.Article) { a.LeadImage += "?w=100"; a.Images[0].Url += "?sig=x" },
	}
	for name, change := range changes {
		a := sampleArticle()
		b := proto.CloneOf(a)
		change(b)
		if textHash(a) != textHash(b) {
			t.Errorf("%s: the hash is another", name)
		}
	}
	amp, print := sampleArticle(), sampleArticle()
	amp.Published, amp.Url, print.Url = print.Published, amp.Url+"?amp=1", print.Url+"?print=1"
	if textHash(amp) != textHash(print) {
		t.Error("two twins' hashes differ")
	}
}

// TestTwins: in whatever order the versions of an article come, the same one
// stands in the end, and that of its own address rather than a twin.
func TestTwins(t *testing.T) {
	const own, amp, print = "https://a.example/1", "https://a.example/amp/1", "https://a.example/1?print=1"
	type version struct {
		url, page string
		fetched   int64
		article   bool
	}
	for _, tt := range []struct {
		name, want string
		versions   []version
	}{
		{"later twin", "own", []version{{own, "own", 1, true}, {amp, "amp", 2, true}}},
		{"earlier twin", "own", []version{{amp, "amp", 1, true}, {own, "own", 2, true}}},
		{"corrected", "own 2", []version{{own, "own 1", 1, true}, {amp, "amp", 2, true}, {own, "own 2", 3, true}}},
		{"twins only", "print", []version{{amp, "amp", 1, true}, {print, "print", 2, true}}},
		{"withdrawn", "", []version{{own, "own 1", 1, true}, {own, "own 2", 3, false}, {amp, "amp", 2, true}}},
	} {
		for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			var stored *pb.Publication
			for _, i := range order {
				if i >= len(tt.versions) {
					continue
				}
				at := tt.versions[i]
				v := &verdict{page: &pb.SegmentedPage{
					PageId: at.page, ArticleId: canon.ArticleID(own), Url: at.url,
					FetchedAt: &timestamppb.Timestamp{Seconds: at.fetched},
				}, position: uint64(i + 1)}
				if at.article {
					v.article = sampleArticle()
					v.article.Title = at.page
					v.hash = textHash(v.article)
				}
				if next := plan(v, stored); next.store != nil {
					stored = confirmed(next.store)
				}
			}
			got := ""
			if isPublished(stored) {
				got = stored.GetPageId()
			}
			if got != tt.want {
				t.Errorf("%s, order %v: %q stands, want %q", tt.name, order, got, tt.want)
			}
		}
	}
}
