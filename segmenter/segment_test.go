package segmenter_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/winnow-news/winnow/proto/failure"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
	"github.com/winnow-news/winnow/segmenter"
)

func segment(t testing.TB, body string) *pb.SegmentedPage {
	t.Helper()
	s, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.Segment(&pb.Page{PageId: "p", Site: "news_example", Url: "https://news.example/2026/a-story", Body: []byte(body)})
	if err != nil {
		t.Fatal(err)
	}
	invariants(t, out)
	return out
}

// invariants fails the test where out breaks what segmented.proto promises.
func invariants(t testing.TB, out *pb.SegmentedPage) {
	t.Helper()
	for i, e := range out.Elements {
		if int(e.Parent) >= i || e.Parent < 0 != (i == 0) {
			t.Errorf("element %d has parent %d", i, e.Parent)
		}
	}
	for i, b := range out.Blocks {
		if b.Element < 0 || int(b.Element) >= len(out.Elements) {
			t.Fatalf("block %d is of element %d, of %d", i, b.Element, len(out.Elements))
		}
		inner := b.Text
		if inPre(out, b) { // white space stays, but for line ends around
			inner = strings.Join(strings.Fields(inner), " ")
			if strings.TrimRight(strings.TrimLeft(b.Text, "\n"), " \t\n") != b.Text {
				t.Errorf("block %d has text %q", i, b.Text)
			}
		}
		if inner == "" || strings.TrimSpace(inner) != inner || !utf8.ValidString(inner) || strings.Contains(inner, "  ") {
			t.Errorf("block %d has text %q", i, b.Text)
		}
		if got, want := int(b.Stats.Words), word.Count(b.Text); got != want {
			t.Errorf("block %d counts %d words, package word %d: %q", i, got, want, b.Text)
		}
		if len(b.Links) > segmenter.MaxLinks || b.Stats.LinkChars > b.Stats.Chars || b.Stats.LinkWords > b.Stats.Words {
			t.Errorf("block %d: links %d, stats %v", i, len(b.Links), b.Stats)
		}
		if b.Tags[0] != out.Elements[b.Element].Tag {
			t.Errorf("block %d: tags %v of a %s", i, b.Tags, out.Elements[b.Element].Tag)
		}
	}
	for i, m := range out.Images {
		if m.Block < 0 || int(m.Block) > len(out.Blocks) {
			t.Errorf("image %d stands before block %d of %d", i, m.Block, len(out.Blocks))
		}
	}
}

func TestSegmentCutsBlocks(t *testing.T) {
	out := segment(t, `<html><body><div class="b a">before <b>bold</b><p>one<br><br>two <a href="/x#y">link</a></p>after</div>`)
	var got []string
	for _, b := range out.Blocks {
		got = append(got, b.Text)
	}
	if want := "before bold|one|two link|after"; strings.Join(got, "|") != want {
		t.Errorf("blocks %q, want %q", got, want)
	}
	if l := out.Blocks[2].Links; len(l) != 1 || l[0] != "https://news.example/x" {
		t.Errorf("links %q", l)
	}
	if out.Blocks[1].Place == out.Blocks[2].Place {
		t.Error("the run behind a double <br> has the place of the one before")
	}
}

func TestSegmentRefuses(t *testing.T) {
	cfg := segmenter.DefaultConfig()
	cfg.MaxBytes = 1000
	s, err := segmenter.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, url, body string
		want            error
	}{
		{"empty", "http://a.example/", " \n", segmenter.ErrEmpty},
		{"large", "http://a.example/", strings.Repeat("x", 1001), segmenter.ErrTooLarge},
		{"binary", "http://a.example/", "\x00\x01\x02PNG", segmenter.ErrBinary},
		{"no URL", "", "<p>x", segmenter.ErrURL},
		{"relative URL", "/x", "<p>x", segmenter.ErrURL},
		{"other scheme", "ftp://a.example/x", "<p>x", segmenter.ErrURL},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := s.Segment(&pb.Page{Url: tt.url, Body: []byte(tt.body)})
			if !errors.Is(err, tt.want) || failure.ClassOf(err) != failure.ClassPoison {
				t.Errorf("error %v of class %v, want %v, poison", err, failure.ClassOf(err), tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("error of more than one line: %q", err)
			}
		})
	}
}

func inPre(out *pb.SegmentedPage, b *pb.Block) bool {
	for e := b.Element; e >= 0; e = out.Elements[e].Parent {
		if tag := out.Elements[e].Tag; tag == "pre" || tag == "listing" {
			return true
		}
	}
	return false
}
