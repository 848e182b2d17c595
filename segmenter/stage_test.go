package segmenter_test

import (
	"context"
	"errors"
	"testing"

	"github.com/winnow-news/winnow/proto/failure"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
)

// published keeps what it was given and gives err.
type published struct {
	pages []*pb.SegmentedPage
	err   error
}

func (p *published) PublishBlocks(_ context.Context, page *pb.SegmentedPage) error {
	if p.err != nil {
		return p.err
	}
	p.pages = append(p.pages, page)
	return nil
}

func TestStage(t *testing.T) {
	s, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("stream is full")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	tests := []struct {
		name      string
		ctx       context.Context
		page      *pb.Page
		publisher published
		want      error
		class     failure.Class
		published int
	}{
		{"a page", t.Context(), &pb.Page{PageId: "p", Url: "https://a.example/x", Body: []byte("<p>x")}, published{}, nil, failure.ClassTransient, 1},
		{"a bad page", t.Context(), &pb.Page{PageId: "p", Url: "https://a.example/x"}, published{}, segmenter.ErrEmpty, failure.ClassPoison, 0},
		{"no page", t.Context(), nil, published{}, segmenter.ErrURL, failure.ClassPoison, 0},
		{"a full stream", t.Context(), &pb.Page{PageId: "p", Url: "https://a.example/x", Body: []byte("<p>x")}, published{err: full}, full, failure.ClassTransient, 0},
		{"a refused page", t.Context(), &pb.Page{PageId: "p", Url: "https://a.example/x", Body: []byte("<p>x")}, published{err: failure.Permanent(full)}, full, failure.ClassPermanent, 0},
		{"a stopped worker", stopped, &pb.Page{PageId: "p", Url: "https://a.example/x", Body: []byte("<p>x")}, published{}, context.Canceled, failure.ClassTransient, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := segmenter.NewStage(s, &tt.publisher).Handle(tt.ctx, tt.page)
			if !errors.Is(err, tt.want) || err != nil && failure.ClassOf(err) != tt.class {
				t.Errorf("error %v of class %v, want %v of %v", err, failure.ClassOf(err), tt.want, tt.class)
			}
			if len(tt.publisher.pages) != tt.published {
				t.Fatalf("%d pages published, want %d", len(tt.publisher.pages), tt.published)
			}
			if tt.published > 0 && tt.publisher.pages[0].PageId != tt.page.PageId {
				t.Errorf("page_id %q", tt.publisher.pages[0].PageId)
			}
		})
	}
}

func TestConfigValidate(t *testing.T) {
	if err := segmenter.DefaultConfig().Validate(); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		change func(*segmenter.Config)
	}{
		{"no body", func(c *segmenter.Config) { c.BlockTags = []string{"p"} }},
		{"upper case", func(c *segmenter.Config) { c.BlockTags = append(c.BlockTags, "DIV") }},
		{"twice", func(c *segmenter.Config) { c.BlockTags = append(c.BlockTags, "div") }},
		{"no tag", func(c *segmenter.Config) { c.BlockTags = append(c.BlockTags, "<x>") }},
		{"shallow", func(c *segmenter.Config) { c.MaxDepth = 15 }},
		{"deep", func(c *segmenter.Config) { c.MaxDepth = 513 }},
		{"bytes", func(c *segmenter.Config) { c.MaxBytes = 0 }},
		{"time", func(c *segmenter.Config) { c.MaxTime = -1 }},
		{"blocks", func(c *segmenter.Config) { c.MaxBlocks = 0 }},
		{"metadata", func(c *segmenter.Config) { c.MaxMetadata = 0 }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cfg := segmenter.DefaultConfig()
			tt.change(&cfg)
			if err := cfg.Validate(); !errors.Is(err, segmenter.ErrConfig) {
				t.Errorf("error %v, want ErrConfig", err)
			}
			if _, err := segmenter.New(cfg); !errors.Is(err, segmenter.ErrConfig) {
				t.Errorf("New gives %v, want ErrConfig", err)
			}
		})
	}
}
