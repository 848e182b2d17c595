package segmenter_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
	"google.golang.org/protobuf/types/known/timestamppb"
)

var rewrite = flag.Bool("rewrite", false, "write what is found into the scenario files")

// fetched is when the scenarios' pages were fetched.
var fetched = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// TestScenarios runs testdata/*.txt. A file holds cases, set apart by lines of
// "====": a line that names the case, then what to show ("show: blocks meta"),
// the page ("url: …") and caps ("max_blocks: 3"), then HTML, "----", and the
// readable form of the result. Run with -rewrite to take over what is found.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { runFile(t, file) })
	}
}

func runFile(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for c := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n====\n") {
		input, want, _ := strings.Cut(c+"\n", "\n----\n")
		name, _, _ := strings.Cut(input, "\n")
		got := ""
		t.Run(strings.TrimPrefix(name, "# "), func(t *testing.T) {
			got = runCase(t, input)
			if want = strings.TrimSpace(want); got != want && !*rewrite {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
		out = append(out, input+"\n----\n"+got)
	}
	if *rewrite {
		if err := os.WriteFile(file, []byte(strings.Join(out, "\n====\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func runCase(t *testing.T, input string) string {
	lines := strings.Split(input, "\n")[1:]
	cfg, show := segmenter.DefaultConfig(), []string{"blocks"}
	page := &pb.Page{PageId: "p", Site: "news_example", Url: "https://news.example/2026/03/a-long-story-of-note", FetchedAt: timestamppb.New(fetched)}
	for ; len(lines) > 0; lines = lines[1:] {
		key, value, ok := strings.Cut(lines[0], ": ")
		if !ok || strings.HasPrefix(lines[0], "<") {
			break
		}
		switch key {
		case "show":
			show = strings.Fields(value)
		case "url":
			page.Url = value
		case "max_blocks":
			cfg.MaxBlocks = number(t, value)
		case "max_text":
			cfg.MaxText = number(t, value)
		case "max_depth":
			cfg.MaxDepth = number(t, value)
		case "max_attributes":
			cfg.MaxAttributes = number(t, value)
		case "max_tags":
			cfg.MaxTags = number(t, value)
		case "max_images":
			cfg.MaxImages = number(t, value)
		case "block_tags":
			cfg.BlockTags = strings.Fields(value)
		case "feed":
			page.Feed = &pb.FeedEntry{Title: value, Published: timestamppb.New(fetched.Add(-time.Hour)), Authors: []string{"Feed Scriven"}, Summary: "Of the feed.", Language: "en"}
		default:
			t.Fatalf("unknown directive %q", lines[0])
		}
	}
	page.Body = []byte(strings.Join(lines, "\n"))
	s, err := segmenter.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.Segment(page)
	if err != nil {
		return "error: " + err.Error()
	}
	invariants(t, out)
	return dump(out, show)
}

func number(t *testing.T, s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// dump gives the parts of out that show names in a form to read.
func dump(out *pb.SegmentedPage, show []string) string {
	var b strings.Builder
	shows := func(name string) bool { return slices.Contains(show, name) }
	if shows("elements") || shows("places") {
		for i, e := range out.Elements {
			fmt.Fprintf(&b, "element %d in %d: %s", i, e.Parent, e.Tag)
			field(&b, "class", strings.Join(e.Classes, " "))
			field(&b, "id", e.Id)
			field(&b, "hints", strings.Join(e.Hints, "; "))
			if shows("places") {
				fmt.Fprintf(&b, " place=%08x", uint32(e.Place))
			}
			if e.Column > 0 {
				fmt.Fprintf(&b, " column=%d", e.Column)
			}
			if e.Hidden {
				b.WriteString(" hidden")
			}
			b.WriteByte('\n')
		}
	}
	for i, k := range out.Blocks {
		if !shows("blocks") && !shows("stats") && !shows("tags") {
			break
		}
		fmt.Fprintf(&b, "block %d of %s: %q", i, out.Elements[k.Element].Tag, k.Text)
		if shows("tags") {
			field(&b, "tags", strings.Join(k.Tags, " "))
			field(&b, "class", strings.Join(k.Classes, " "))
		}
		field(&b, "links", strings.Join(k.Links, " "))
		if shows("places") {
			fmt.Fprintf(&b, " place=%08x", uint32(k.Place))
		}
		if shows("stats") {
			b.WriteString("\n   " + stats(k.Stats))
		}
		b.WriteByte('\n')
	}
	for _, m := range out.Images {
		if !shows("images") {
			break
		}
		fmt.Fprintf(&b, "image before %d: %s", m.Block, m.Url)
		field(&b, "alt", m.Alt)
		field(&b, "caption", m.Caption)
		if m.Icon {
			b.WriteString(" icon")
		}
		b.WriteByte('\n')
	}
	if shows("meta") {
		dumpMetadata(&b, out)
	}
	if shows("class") {
		fmt.Fprintf(&b, "class: %s (%s)\n", strings.ToLower(strings.TrimPrefix(out.PageClass.String(), "PAGE_CLASS_")), out.ClassReason)
	}
	if shows("dateline") {
		fmt.Fprintf(&b, "dateline: %s\n", strings.ToLower(strings.TrimPrefix(out.Dateline.String(), "DATELINE_")))
	}
	if shows("optouts") {
		fmt.Fprintf(&b, "opt-outs: %+v\n", optOuts(out.OptOuts))
	}
	if out.Truncated != "" {
		fmt.Fprintf(&b, "truncated: %s\n", out.Truncated)
	}
	return strings.TrimSpace(b.String())
}

func field(b *strings.Builder, name, value string) {
	if value != "" {
		fmt.Fprintf(b, " %s=%q", name, value)
	}
}

// stats gives the counts that are not zero.
func stats(s *pb.TextStats) string {
	var parts []string
	for _, c := range []struct {
		name  string
		count uint32
	}{
		{"words", s.Words}, {"chars", s.Chars}, {"link_words", s.LinkWords}, {"link_chars", s.LinkChars}, {"links", s.Links},
		{"commas", s.Commas}, {"sentence_ends", s.SentenceEnds}, {"digits", s.Digits}, {"upper", s.Upper}, {"quotes", s.Quotes},
		{"separators", s.Separators}, {"inline_tags", s.InlineTags}, {"emphasis_words", s.EmphasisWords}, {"breaks", s.Breaks},
	} {
		if c.count > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", c.name, c.count))
		}
	}
	if s.EndsSentence {
		parts = append(parts, "ends sentence")
	}
	return strings.Join(parts, ", ")
}

func dumpMetadata(b *strings.Builder, out *pb.SegmentedPage) {
	m := out.Metadata
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(b, "%s: %s", name, value)
			if s := m.Sources[name]; s != "" {
				fmt.Fprintf(b, " (%s)", s)
			}
			b.WriteByte('\n')
		}
	}
	line("title", m.Title)
	line("authors", strings.Join(m.Authors, "; "))
	if m.Published != nil {
		line("published", m.Published.AsTime().Format(time.RFC3339))
	}
	if m.Published != nil && m.PublishedLocal != m.Published.AsTime().Format(time.RFC3339) {
		line("local", m.PublishedLocal)
	}
	if m.Modified != nil {
		line("modified", m.Modified.AsTime().Format(time.RFC3339))
	}
	line("description", m.Description)
	line("section", m.Section)
	line("tags", strings.Join(m.Tags, "; "))
	line("image", m.Image)
	line("site_name", m.SiteName)
	line("article_body", m.ArticleBody)
	line("types", strings.Join(m.Types, " "))
	line("language", out.Language)
	line("canonical", out.CanonicalUrl)
}

func optOuts(o *pb.OptOuts) []string {
	var on []string
	for _, c := range []struct {
		name string
		on   bool
	}{
		{"noindex", o.Noindex}, {"nofollow", o.Nofollow}, {"noarchive", o.Noarchive}, {"nosnippet", o.Nosnippet},
		{"noai", o.Noai}, {"tdm", o.TdmReservation}, {"policy " + o.TdmPolicy, o.TdmPolicy != ""},
	} {
		if c.on {
			on = append(on, c.name)
		}
	}
	return on
}
