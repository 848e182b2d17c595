package e2e

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/bus"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// published replays all articles and keeps what a subscriber would hold in the
// end: of each article the highest revision, and none that was retracted.
func published(tb testing.TB, b *bus.Bus) map[string]*pb.Article {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), patience)
	defer cancel()
	latest := map[string]*pb.Article{}
	err := b.Subscribe(ctx, bus.SubscribeOptions{All: true}, func(a *pb.Article, _ bus.ArticleMeta) error {
		keepLatest(tb, latest, a)
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return standing(latest)
}

// parseArticles is published for the lines that a command printed.
func parseArticles(tb testing.TB, lines string) map[string]*pb.Article {
	tb.Helper()
	latest := map[string]*pb.Article{}
	for line := range strings.Lines(lines) {
		a := new(pb.Article)
		if err := protojson.Unmarshal([]byte(line), a); err != nil {
			tb.Fatalf("line %q: %v", line, err)
		}
		keepLatest(tb, latest, a)
	}
	return standing(latest)
}

func keepLatest(tb testing.TB, latest map[string]*pb.Article, a *pb.Article) {
	tb.Helper()
	known := latest[a.GetId()]
	switch {
	case known.GetRevision() < a.GetRevision():
		latest[a.GetId()] = a
	case known.GetRevision() == a.GetRevision() && !proto.Equal(known, a):
		tb.Errorf("article %s went out twice under revision %d, and not the same:\n%s",
			a.GetId(), a.GetRevision(), difference(text(known), text(a)))
	}
}

func standing(latest map[string]*pb.Article) map[string]*pb.Article {
	maps.DeleteFunc(latest, func(_ string, a *pb.Article) bool { return a.GetEvent() == pb.Article_RETRACTED })
	return latest
}

// settled is an article without what depends, by nature, on the way to it.
//
// Revision and event count and name its publications. A verdict that changes
// nothing that a reader sees is not published, so what the provenance says of
// the window (N, threshold, and the confidence that followed from them) is
// that of the first judgement with this outcome. Likewise a later version of
// the page that says the same is not published, so the page it was made from
// and the time of its fetch are those of the version that came first. All else,
// metadata included, must be the same.
func settled(a *pb.Article) *pb.Article {
	a = proto.CloneOf(a)
	a.Revision, a.Event = 0, 0
	a.Provenance.Window, a.Provenance.Threshold, a.Provenance.Confidence = 0, 0, 0
	a.Provenance.PageId, a.FetchedAt = "", nil
	return a
}

func text(a *pb.Article) string { return protojson.Format(a) }

// sameArticles compares what stands in the end with what should.
func sameArticles(tb testing.TB, got, want map[string]*pb.Article) {
	tb.Helper()
	different := 0
	for _, id := range slices.Sorted(maps.Keys(want)) {
		switch a := got[id]; {
		case a == nil:
			tb.Errorf("article %s is missing: %s", id, want[id].GetUrl())
		case text(settled(a)) != text(settled(want[id])):
			if different++; different <= 3 {
				tb.Errorf("article %s of %s differs (revision %d, judged among %d pages; reference: %d, %d):\n%s", id, a.GetSite(),
					a.GetRevision(), a.GetProvenance().GetWindow(), want[id].GetRevision(), want[id].GetProvenance().GetWindow(),
					difference(text(settled(want[id])), text(settled(a))))
			}
		}
	}
	if different > 3 {
		tb.Errorf("%d articles differ", different)
	}
	for id, a := range got {
		if want[id] == nil {
			tb.Errorf("article %s is too many: %s", id, a.GetUrl())
		}
	}
}

// difference gives the lines in which two texts differ.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out strings.Builder
	for _, line := range a {
		if !slices.Contains(b, line) {
			out.WriteString("- " + line + "\n")
		}
	}
	for _, line := range b {
		if !slices.Contains(a, line) {
			out.WriteString("+ " + line + "\n")
		}
	}
	return tail(out.String(), 3000)
}
