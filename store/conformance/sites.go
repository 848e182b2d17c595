package conformance

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/winnow-news/winnow/proto"
	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	goproto "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func siteTests() []test {
	return []test{
		{"Registry", registry},
		{"CountsAddUp", countsAddUp},
		{"RemoveSiteRemovesAllOfTheSite", removeSite},
		{"RemoveSiteOnSharedHost", removeOnSharedHost},
		{"FinishAfterRemoveStoresNothing", finishAfterRemove},
	}
}

func registry(t *testing.T, s Store) {
	equal(t, "sites at first", len(must[[]*pb.Site](t)(s.Sites(t.Context()))), 0)
	if got := must[*pb.Site](t)(s.Site(t.Context(), token)); got != nil {
		t.Fatalf("unknown site: %v", got)
	}
	b := &pb.Site{
		Token: "b_org", Seeds: []string{"https://b.org/"}, AddedAt: timestamppb.New(epoch),
		MinDelay: durationpb.New(time.Second), MaxPages: 9,
	}
	ok(t, s.PutSite(t.Context(), &pb.Site{Token: "b_org"}))
	ok(t, s.PutSite(t.Context(), b))
	ok(t, s.PutSite(t.Context(), &pb.Site{Token: "a_org", Paused: true}))
	sites := must[[]*pb.Site](t)(s.Sites(t.Context()))
	equal(t, "sites", len(sites), 2)
	equal(t, "first", sites[0].Token, "a_org")
	if !goproto.Equal(sites[1], b) {
		t.Fatalf("second: got %v, want %v", sites[1], b)
	}
	if got := must[*pb.Site](t)(s.Site(t.Context(), "b_org")); !goproto.Equal(got, b) {
		t.Fatalf("site: got %v, want %v", got, b)
	}
	if err := s.PutSite(t.Context(), &pb.Site{Token: "B.org"}); !errors.Is(err, store.ErrArgument) {
		t.Fatalf("invalid token: got %v", err)
	}
}

func countsAddUp(t *testing.T, s Store) {
	equal(t, "fetched at first", must[*pb.SiteStats](t)(s.SiteStats(t.Context(), token)).Fetched, 0)
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			delta := &pb.SiteStats{
				Fetched: 2, Failed: 1, Articles: 3, Listings: 4, Walls: 5, Other: 6,
				LastFetch:   timestamppb.New(at(time.Duration(i) * time.Second)),
				LastArticle: timestamppb.New(at(-time.Duration(i) * time.Second)),
			}
			if err := s.CountSite(t.Context(), token, delta); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	want := &pb.SiteStats{
		Token: token, Fetched: 20, Failed: 10, Articles: 30, Listings: 40, Walls: 50, Other: 60,
		LastFetch: timestamppb.New(at(9 * time.Second)), LastArticle: timestamppb.New(epoch),
	}
	if got := must[*pb.SiteStats](t)(s.SiteStats(t.Context(), token)); !goproto.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

// fill stores something of a site in every port.
func fill(t *testing.T, s Store, token, host string) {
	t.Helper()
	ctx := t.Context()
	ok(t, s.PutSite(ctx, &pb.Site{Token: token}))
	_, err := s.Append(ctx, token, journal.Head{}, 10, pages("a", "b"))
	ok(t, err)
	ok(t, s.SetPublication(ctx, token, 0, publication(1, 5)))
	ok(t, s.CountSite(ctx, token, &pb.SiteStats{Fetched: 1}))
	for _, path := range []string{"1", "2", "3"} {
		put(t, s, 1, task(host, token+"/"+path, inSite(token)))
	}
}

// state is what a site has in every port, in comparable form.
type state struct {
	registered, published bool
	entries               int
	fetched               uint64
	tasks                 proto.FrontierStats
}

func stateOf(t *testing.T, s Store, token string) (st state) {
	t.Helper()
	ctx := t.Context()
	st.registered = must[*pb.Site](t)(s.Site(ctx, token)) != nil
	st.published = must[*pb.Publication](t)(s.Publication(ctx, token, "a1")) != nil
	entries, err := s.Read(ctx, token, 0)
	ok(t, err)
	st.entries = len(entries)
	st.fetched = must[*pb.SiteStats](t)(s.SiteStats(ctx, token)).Fetched
	st.tasks = must[proto.FrontierStats](t)(s.Stats(ctx, token))
	return st
}

func removeSite(t *testing.T, s Store) {
	fill(t, s, "a_org", "a.org")
	fill(t, s, "a_or", "a.or")
	fill(t, s, "a_org_x", "x.a.org")
	before := stateOf(t, s, "a_or")
	equal(t, "tasks before", before.tasks.Waiting, 3)
	ok(t, s.RemoveSite(t.Context(), "a_org"))
	equal(t, "removed site", stateOf(t, s, "a_org"), state{})
	equal(t, "other site", stateOf(t, s, "a_or"), before)
	equal(t, "third site", stateOf(t, s, "a_org_x"), before)
	if got := must[*pb.CrawlTask](t)(s.Lookup(t.Context(), "https://a.org/a_org/1")); got != nil {
		t.Fatalf("task of the removed site: %v", got)
	}
	equal(t, "all tasks", must[proto.FrontierStats](t)(s.Stats(t.Context(), "")).Waiting, 6)
	ok(t, s.RemoveSite(t.Context(), "a_org"))
	fill(t, s, "a_org", "a.org")
	equal(t, "site added again", stateOf(t, s, "a_org"), before)
}

func removeOnSharedHost(t *testing.T, s Store) {
	fill(t, s, "a_org__en", "a.org")
	fill(t, s, "a_org__sv", "a.org")
	ok(t, s.RemoveSite(t.Context(), "a_org__en"))
	equal(t, "removed site", stateOf(t, s, "a_org__en"), state{})
	equal(t, "tasks of the other", stateOf(t, s, "a_org__sv").tasks.Waiting, 3)
	got, _ := next(t, s, epoch)
	equal(t, "next task's site", got.GetSite(), "a_org__sv")
}

func finishAfterRemove(t *testing.T, s Store) {
	fill(t, s, "a_org", "a.org")
	leased, _ := next(t, s, epoch)
	ok(t, s.RemoveSite(t.Context(), "a_org"))
	ok(t, s.Finish(t.Context(), leased, epoch))
	equal(t, "removed site", stateOf(t, s, "a_org"), state{})
	nothing(t, s, at(time.Hour))
}
