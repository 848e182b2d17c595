package render

import (
	"flag"
	"os"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

var rewrite = flag.Bool("rewrite", false, "write what is rendered into the golden files")

func article() *pb.Article {
	p := func(kind pb.Paragraph_Kind, level uint32, text string) *pb.Paragraph {
		return &pb.Paragraph{Kind: kind, Level: level, Text: text, Body: kind != pb.Paragraph_CAPTION}
	}
	post := p(pb.Paragraph_EMBED, 0, "A post: look at this.")
	post.Url = "https://social.example/ann/status/1?<w>"
	return &pb.Article{
		Title: "Storm *hits* the coast", Byline: "By Ann Smith", SiteName: "The Example",
		Published:    &timestamppb.Timestamp{Seconds: 1_700_000_000},
		CanonicalUrl: "https://x.example/storm", LeadImage: "https://x.example/a b.jpg?<w>=1",
		Images: []*pb.ArticleImage{{Url: "https://x.example/a b.jpg?<w>=1", Alt: "Waves [at] the pier"}},
		Text:   "Thousands were without power.\n\nA storm hit the coast.",
		Paragraphs: []*pb.Paragraph{
			p(pb.Paragraph_HEADLINE, 0, "Storm hits the coast"),
			p(pb.Paragraph_STANDFIRST, 0, "Thousands were without power."),
			p(pb.Paragraph_BYLINE, 0, "By Ann Smith"),
			p(pb.Paragraph_CAPTION, 0, "Waves at the pier."),
			p(pb.Paragraph_PARAGRAPH, 0, "1. A storm hit the coast_line; 2 < 3 & 4 > 3."),
			p(pb.Paragraph_PARAGRAPH, 0, "# not a heading, (_not_ emphasis)"),
			p(pb.Paragraph_PARAGRAPH, 0, "Write &copy; or &#169; in HTML; AT&T; Q&A, R & D; &;"),
			p(pb.Paragraph_PARAGRAPH, 0, "The wind was cold\n- and loud."),
			p(pb.Paragraph_HEADING, 1, "The morning\nafter"),
			p(pb.Paragraph_HEADING, 3, "In the north"),
			p(pb.Paragraph_LIST_ITEM, 1, "one"),
			p(pb.Paragraph_LIST_ITEM, 2, "inner\n2. in lines"),
			p(pb.Paragraph_PARAGRAPH, 2, "more of inner"),
			p(pb.Paragraph_LIST_ITEM, 1, "two"),
			p(pb.Paragraph_QUOTE, 0, "Never seen\nanything like it."),
			p(pb.Paragraph_TABLE, 0, "Town | Wind\nNorthtown | 120 km/h\nSouthport"),
			p(pb.Paragraph_CODE, 0, "if a {\n\n    ```\n}"),
			p(pb.Paragraph_EMBED, 0, "A post without an address."),
			post,
		},
	}
}

func TestGolden(t *testing.T) {
	for _, tt := range []struct{ file, got string }{
		{"testdata/full.md", Markdown(article())},
		{"testdata/full.txt", PlainText(article())},
		{"testdata/bare.md", Markdown(&pb.Article{Url: "https://x.example/gone"})},
	} {
		if *rewrite {
			if err := os.WriteFile(tt.file, []byte(tt.got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(tt.file)
		if err != nil {
			t.Fatal(err)
		}
		if tt.got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.file, tt.got, want)
		}
	}
}

func TestEmptyArticle(t *testing.T) {
	if md, txt := Markdown(nil), PlainText(&pb.Article{}); md != "" || txt != "" {
		t.Errorf("%q, %q", md, txt)
	}
}
