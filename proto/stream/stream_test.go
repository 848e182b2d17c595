package stream_test

import (
	"strings"
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
	// All messages of a site have one partition, of 32.
	for _, site := range []string{"bbc_co_uk", "a", "b"} {
		parts := strings.Split(stream.PageSubject(site), ".")
		if p := parts[3]; len(p) != 2 || p < "00" || p > "31" || stream.ScoredSubject(site) != "winnow.v1.scored."+p+"."+site {
			t.Errorf("subjects of %s: %s and %s", site, stream.PageSubject(site), stream.ScoredSubject(site))
		}
	}
}
