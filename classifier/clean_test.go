package classifier

import (
	"strings"
	"testing"
	"unicode/utf8"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"golang.org/x/text/unicode/norm"
	"google.golang.org/protobuf/encoding/protojson"
)

func TestCleanText(t *testing.T) {
	tests := []struct {
		text, want string
		kind       pb.Paragraph_Kind
	}{
		{text: "", want: ""},
		{text: "clean already", want: "clean already"},
		{text: "  two\u00a0 spaces\n\tand a line ", want: "two spaces and a line"},
		{text: "soft\u00adhyphen zero\u200bwidth \ufeffbom", want: "softhyphen zerowidth bom"},
		{text: "bell\a", want: "bell"},
		{text: "\u200fשלום\u200e \u202bعليكم\u202c", want: "שלום عليكم"}, // as the segmenter has it
		{text: "می\u200cخواهم", want: "می\u200cخواهم"},                   // a joiner that spells
		{text: " ", want: ""},
		{text: "Cafe\u0301  au\u00adlait", want: "Café aulait"},
		{text: "\u09b8\u09be\u09dc\u09c7", want: "\u09b8\u09be\u09a1\u09bc\u09c7"}, // has no composed form
		{text: "e\u0301", want: "e\u0301", kind: pb.Paragraph_CODE},
		{text: "the Application , which ends .", want: "the Application, which ends."},
		{text: "one\u00a0, two", want: "one, two"},
		{text: "Vraiment ? Oui ! Bien ; « voilà » : c'est .5 , 7", want: "Vraiment ? Oui ! Bien ; « voilà » : c'est .5, 7"},
		{text: "We . . . expect it . .", want: "We . . . expect it . ."},
		{text: "a ,b", want: "a ,b"},
		{text: "x . y", want: "x . y", kind: pb.Paragraph_CODE},
		{text: "\n\n  a  \n    b\t\n\n", want: "  a\n    b", kind: pb.Paragraph_CODE},
		{text: "a\r\nb", want: "a\nb", kind: pb.Paragraph_CODE},
		{text: "one \n two\r\n\n, three\n", want: "one\ntwo, three", kind: pb.Paragraph_QUOTE},
		{text: "one\ntwo", want: "one two", kind: pb.Paragraph_CAPTION},
	}
	for _, tt := range tests {
		got := cleanText(tt.text, tt.kind)
		if got != tt.want {
			t.Errorf("cleanText(%q, %v) = %q, want %q", tt.text, tt.kind, got, tt.want)
		}
		if again := cleanText(got, tt.kind); again != got {
			t.Errorf("cleanText is not idempotent: %q, then %q", got, again)
		}
	}
}

func TestCapText(t *testing.T) {
	paragraphs := func(texts ...string) (ps []*pb.Paragraph) {
		for _, s := range texts {
			ps = append(ps, &pb.Paragraph{Text: s, Body: true})
		}
		return ps
	}
	tests := []struct {
		name  string
		texts []string
		limit int
		want  string
		cut   bool
	}{
		{"fits", []string{"aaa", "bb"}, 2*paragraphCost + 5, "aaa\n\nbb", false},
		{"last goes", []string{"aaa", "bb"}, 2*paragraphCost + 4, "aaa", true},
		{"quotes take two bytes", []string{"aaa", `"`}, 2*paragraphCost + 4, "aaa", true},
		{"first is cut in whole words", []string{"one two three " + strings.Repeat("x", 99)}, 24, "one two", true},
		{"first is cut in whole characters", []string{"aééé" + strings.Repeat("x", 99)}, 8, "aé", true},
		{"nothing fits", []string{"éé"}, 2, "", true},
	}
	for _, tt := range tests {
		got, cut := capText(paragraphs(tt.texts...), tt.limit)
		if text := bodyText(got); text != tt.want || cut != tt.cut || !utf8.ValidString(text) {
			t.Errorf("%s: %q, %v; want %q, %v", tt.name, text, cut, tt.want, tt.cut)
		}
	}
}

func TestAddressesCost(t *testing.T) {
	embeds := []*pb.Paragraph{{Text: "a", Url: "https://x.example/status/1"}, {Text: "b", Url: "https://x.example/status/1"}}
	if got, cut := capText(embeds, 2*paragraphCost+2+26); len(got) != 1 || !cut {
		t.Errorf("%d paragraphs, want one: both have the address", len(got))
	}
}

func TestTruncationIsTold(t *testing.T) {
	c := newClassifier(t)
	c.cfg.MaxText = 200
	page := "@title Long\nbody\n" + strings.Repeat("  p |+ This is one of many paragraphs, each the same in length but not in its number.\n", 3)
	for i := range 3 {
		page = strings.Replace(page, "one of", "number "+string(rune('1'+i))+" of", 1)
	}
	a, _ := c.Decide(parse(t, page))
	if a.Provenance.Truncated != "text" || len(a.Text) > 150 || len(a.Paragraphs) != 1 {
		t.Errorf("truncated %q, %d bytes in %d paragraphs", a.Provenance.Truncated, len(a.Text), len(a.Paragraphs))
	}
	a, _ = c.Decide(parse(t, "@truncated blocks\n"+page))
	if a.Provenance.Truncated != "blocks" {
		t.Errorf("truncated %q, want the segmenter's word", a.Provenance.Truncated)
	}
}

func TestEnough(t *testing.T) {
	c := newClassifier(t)
	tests := []struct {
		text string
		want bool
	}{
		{"", false},
		{strings.Repeat("word ", 24), false},
		{strings.Repeat("word ", 25), true},
		{strings.Repeat("字", 39), false},
		{strings.Repeat("字", 40), true},
		{strings.Repeat("字", 20) + strings.Repeat(" word", 12), false},
		{strings.Repeat("字", 20) + strings.Repeat(" word", 13), true},
	}
	for _, tt := range tests {
		if got := c.enough(tt.text); got != tt.want {
			t.Errorf("enough(%q) = %v", tt.text, got)
		}
	}
}

// What no stream would take must not come out: an article of the greatest
// size, of characters that have to be escaped, stays under a mebibyte.
func TestGreatestArticleFitsAMessage(t *testing.T) {
	c := newClassifier(t)
	for _, text := range []string{
		strings.Repeat(`word "quoted" \\ `, 200_000),
		strings.Repeat("\n- word number", 200_000),
		strings.Repeat("字", 500_000),
	} {
		scored := parse(t, "body\n  p |+ x")
		scored.Page.Metadata.ArticleBody = text
		a, _ := c.Decide(scored)
		data, err := protojson.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) >= 1<<20 || len(data) < 100<<10 || a.Provenance.Truncated != "text" {
			t.Errorf("%d bytes, truncated %q", len(data), a.Provenance.Truncated)
		}
	}
}

func BenchmarkCleanText(b *testing.B) {
	text := strings.Repeat("The storm of day 7, which had been expected, came later than the people of the town had thought. ", 50) + "It went."
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if got := cleanText(text, pb.Paragraph_PARAGRAPH); len(got) != len(text) {
			b.Fatal(len(got))
		}
	}
}

// TestStaysComposed: what is said to stay as it is has no other form, and begins
// anew.
func TestStaysComposed(t *testing.T) {
	for r := range rune(utf8.MaxRune + 1) {
		if !utf8.ValidRune(r) || !staysComposed(r) {
			continue
		}
		p := norm.NFC.PropertiesString(string(r))
		if !norm.NFC.IsNormalString(string(r)) || !p.BoundaryBefore() || p.CCC() != 0 {
			t.Errorf("%U", r)
		}
	}
}
