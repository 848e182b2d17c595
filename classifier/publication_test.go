package classifier

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func sampleArticle() *pb.Article {
	return &pb.Article{
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
		"kind":                      func(a *pb.Article) { a.Paragraphs[1].Kind = pb.Paragraph_QUOTE },
		"standfirst beside text":    func(a *pb.Article) { a.Paragraphs[0].Body = false },
		"paragraphs joined":         func(a *pb.Article) { a.Paragraphs[0].Text += "Two."; a.Paragraphs = a.Paragraphs[:1] },
		"caption":                   func(a *pb.Article) { a.Images[0].Caption = "d" },
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
}
