package segmenter_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
)

func TestPrune(t *testing.T) {
	const body = `<head><meta name=author content="Ann Scriven"><meta property="og:title" content="Title">` +
		`<body><p class="a lead">one <a href="/l" id=link>link</a></p><div id=comments><p>two<img src="/c.jpg"></p></div>` +
		`between<aside class=box>three<div class=box>four</div></aside>after <span hidden>x</span><svg class=icon><g></g></svg><p>last`
	tests := []struct {
		name   string
		prune  []string
		want   string
		images int
		author bool
	}{
		{"nothing", nil, "one link|two|between|three|four|after|last", 1, true},
		{"by id", []string{"#comments"}, "one link|between|three|four|after|last", 0, true},
		{"by class, one in another", []string{".box"}, "one link|two|between|after|last", 1, true},
		{"several", []string{"#comments", "aside"}, "one link|between|after|last", 0, true},
		{"a list in one", []string{"#comments, aside"}, "one link|between|after|last", 0, true},
		{"by what was pruned before it", []string{"#comments", "#comments ~ .box"}, "one link|between|after|last", 0, true},
		{"an inline element", []string{"p > a[href]"}, "one|two|between|three|four|after|last", 1, true},
		{"an image", []string{"img"}, "one link|two|between|three|four|after|last", 0, true},
		{"metadata", []string{"meta[name=author]"}, "one link|two|between|three|four|after|last", 1, false},
		{"next to a drawing", []string{"svg + p"}, "one link|two|between|three|four|after", 1, true},
		{"all", []string{"body"}, "", 0, true},
		{"what is not there", []string{".newsletter-box"}, "one link|two|between|three|four|after|last", 1, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cfg := segmenter.DefaultConfig()
			cfg.Prune = tt.prune
			s, err := segmenter.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			out, err := s.Segment(&pb.Page{PageId: "p", Url: "https://news.example/2026/a-story", Body: []byte(body)})
			if err != nil {
				t.Fatal(err)
			}
			invariants(t, out)
			var got []string
			for _, b := range out.Blocks {
				got = append(got, b.Text)
			}
			if strings.Join(got, "|") != tt.want {
				t.Errorf("blocks %q, want %q", strings.Join(got, "|"), tt.want)
			}
			if len(out.Images) != tt.images {
				t.Errorf("%d images, want %d", len(out.Images), tt.images)
			}
			if got := len(out.Metadata.Authors) > 0; got != tt.author {
				t.Errorf("author %v, want %v", got, tt.author)
			}
		})
	}
}

func TestPruneNamesTheBadSelector(t *testing.T) {
	for _, bad := range []string{"", "[", "p::before", ":no-such-class", "p,"} {
		cfg := segmenter.DefaultConfig()
		cfg.Prune = []string{"p", bad}
		_, err := segmenter.New(cfg)
		if !errors.Is(err, segmenter.ErrConfig) || !strings.Contains(err.Error(), `prune: "`+bad+`"`) {
			t.Errorf("%q: error %v", bad, err)
		}
	}
}

// TestPruneIsBounded holds that a selector that is dear on a hostile page ends
// with the page's time.
func TestPruneIsBounded(t *testing.T) {
	cfg := segmenter.DefaultConfig()
	cfg.Prune = []string{"p:nth-child(2n+1)"}
	cfg.MaxTime = time.Second
	s, err := segmenter.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Segment(&pb.Page{Url: "https://news.example/a", Body: []byte(strings.Repeat("<p>", 100_000))})
	if !errors.Is(err, segmenter.ErrTooSlow) {
		t.Errorf("error %v, want ErrTooSlow", err)
	}
}
