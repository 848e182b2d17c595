package conformance

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	goproto "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func publicationTests() []test {
	return []test{
		{"NothingPublished", nothingPublished},
		{"SetThenGet", setThenGet},
		{"WrongRevisionIsStale", wrongRevision},
		{"RepeatedSetSucceeds", repeatedSet},
		{"OneOfManyWins", oneOfManyWins},
		{"RefusesWhatCannotBeStored", publicationRefuses},
	}
}

func publication(revision, textHash uint64) *pb.Publication {
	return &pb.Publication{
		ArticleId: "a1", Revision: revision, Position: 10 * revision, TextHash: textHash,
		FetchedAt: timestamppb.New(epoch), Event: pb.Article_NEW, PageId: "p1", Language: "sv",
	}
}

func published(t *testing.T, s Store, want *pb.Publication) {
	t.Helper()
	got := must[*pb.Publication](t)(s.Publication(t.Context(), token, "a1"))
	if want == nil && got == nil {
		return
	}
	if !goproto.Equal(got, want) {
		t.Fatalf("publication: got %v, want %v", got, want)
	}
}

func nothingPublished(t *testing.T, s Store) { published(t, s, nil) }

func setThenGet(t *testing.T, s Store) {
	ok(t, s.SetPublication(t.Context(), token, 0, publication(1, 5)))
	published(t, s, publication(1, 5))
	ok(t, s.SetPublication(t.Context(), token, 1, publication(2, 6)))
	published(t, s, publication(2, 6))
	other := must[*pb.Publication](t)(s.Publication(t.Context(), "other_org", "a1"))
	if other != nil {
		t.Fatalf("another site's publication: %v", other)
	}
}

func wrongRevision(t *testing.T, s Store) {
	set := func(expect uint64, p *pb.Publication) error { return s.SetPublication(t.Context(), token, expect, p) }
	if err := set(3, publication(4, 5)); !errors.Is(err, journal.ErrStale) {
		t.Fatalf("nothing stored, 3 expected: got %v", err)
	}
	published(t, s, nil)
	ok(t, set(0, publication(12, 5)))
	for _, expect := range []uint64{0, 1, 11, 13, 120} {
		if err := set(expect, publication(14, 6)); !errors.Is(err, journal.ErrStale) {
			t.Fatalf("12 stored, %d expected: got %v", expect, err)
		}
	}
	published(t, s, publication(12, 5))
}

func repeatedSet(t *testing.T, s Store) {
	ok(t, s.SetPublication(t.Context(), token, 0, publication(1, 5)))
	ok(t, s.SetPublication(t.Context(), token, 0, publication(1, 5)))
	published(t, s, publication(1, 5))
}

func oneOfManyWins(t *testing.T, s Store) {
	var wg sync.WaitGroup
	var won, stale atomic.Int32
	for i := range 8 {
		wg.Go(func() {
			switch err := s.SetPublication(t.Context(), token, 0, publication(1, uint64(i))); {
			case err == nil:
				won.Add(1)
			case errors.Is(err, journal.ErrStale):
				stale.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	equal(t, "winners", won.Load(), 1)
	equal(t, "losers", stale.Load(), 7)
}

func publicationRefuses(t *testing.T, s Store) {
	for name, err := range map[string]error{
		"no revision": s.SetPublication(t.Context(), token, 0, &pb.Publication{ArticleId: "a1"}),
		"no article":  s.SetPublication(t.Context(), token, 0, &pb.Publication{Revision: 1}),
		"no site":     s.SetPublication(t.Context(), "", 0, publication(1, 1)),
	} {
		if !errors.Is(err, store.ErrArgument) {
			t.Errorf("%s: got %v, want ErrArgument", name, err)
		}
	}
}
