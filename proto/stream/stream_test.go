package stream_test

import (
	"testing"

	"github.com/winnow-news/winnow/proto/stream"
)

func TestSubjects(t *testing.T) {
	s := stream.PageSubject("bbc_co_uk")
	if got, err := stream.SiteOf(s); err != nil || got != "bbc_co_uk" {
		t.Errorf("SiteOf(%q) = %q, %v", s, got, err)
	}
	if got, err := stream.SiteOf(stream.DeadSubject(stream.StageSegment, "x")); err != nil || got != "x" {
		t.Errorf("SiteOf(dead) = %q, %v", got, err)
	}
	for _, bad := range []string{"", "foo.bar", "winnow.v1.page.00.", "winnow.v1.page"} {
		if got, err := stream.SiteOf(bad); err == nil {
			t.Errorf("SiteOf(%q) = %q, want an error", bad, got)
		}
	}
	if p := stream.Partition("bbc_co_uk"); len(p) != 2 || p > "31" {
		t.Errorf("Partition = %q", p)
	}
}
