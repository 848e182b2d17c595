package conformance

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/winnow-news/winnow/proto"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	goproto "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

const lease = time.Minute

func frontierTests() []test {
	return []test{
		{"EmptyFrontier", emptyFrontier},
		{"PutAddsUnknownURLsOnce", putAddsOnce},
		{"PutTakesOverHigherPriority", putTakesPriority},
		{"PutTakesOverEarlierDueFromFeed", putTakesDue},
		{"PutTakesOverFeedEntry", putTakesFeed},
		{"PutLeavesFinishedTasks", putLeavesFinished},
		{"PutLeavesLeasedTasks", putLeavesLeased},
		{"HighestPriorityOfTheDueGoesFirst", priorityOrder},
		{"EarliestDueGoesFirst", dueOrder},
		{"NothingBeforeItIsDue", notBeforeDue},
		{"TaskComesBackWhole", taskComesBackWhole},
		{"FinishDecidesWhatBecomesOfTheTask", finishDecides},
		{"FinishTwice", finishTwice},
		{"Renew", renewed},
		{"LookupOfUnknown", lookupUnknown},
		{"StatsCount", statsCount},
		{"RefusesWhatCannotBeStored", frontierRefuses},
		{"ManyTasks", manyTasks},
	}
}

type option func(*pb.CrawlTask)

func inSite(token string) option { return func(t *pb.CrawlTask) { t.Site = token } }

func priority(p int32) option { return func(t *pb.CrawlTask) { t.Priority = p } }

func due(d time.Duration) option {
	return func(t *pb.CrawlTask) { t.Due = timestamppb.New(at(d)) }
}

func fromFeed(t *pb.CrawlTask) { t.Feed = &pb.FeedEntry{Title: "from the feed"} }

// task is due at epoch, unless an option says otherwise.
func task(host, path string, options ...option) *pb.CrawlTask {
	t := &pb.CrawlTask{
		Url: "https://" + host + "/" + path, Host: host, Site: strings.ReplaceAll(host, ".", "_"),
		Kind: pb.TaskKind_TASK_KIND_PAGE, Due: timestamppb.New(epoch), State: pb.TaskState_TASK_STATE_WAITING,
	}
	for _, o := range options {
		o(t)
	}
	return t
}

func put(t *testing.T, s Store, added int, tasks ...*pb.CrawlTask) {
	t.Helper()
	equal(t, "added", must[int](t)(s.Put(t.Context(), tasks...)), added)
}

func next(t *testing.T, s Store, now time.Time) (*pb.CrawlTask, time.Time) {
	t.Helper()
	got, again, err := s.Next(t.Context(), now, lease)
	ok(t, err)
	if got == nil && (!again.After(now) || again.After(now.Add(Poll))) {
		t.Fatalf("ask again at %v, which is not in (%v, +%v]", again, now, Poll)
	}
	return got, again
}

// gives checks that Next gives the task at a path.
func gives(t *testing.T, s Store, now time.Time, path string) *pb.CrawlTask {
	t.Helper()
	got, _ := next(t, s, now)
	if got == nil || !strings.HasSuffix(got.Url, "/"+path) {
		t.Fatalf("next: got %v, want /%s", got, path)
	}
	return got
}

func nothing(t *testing.T, s Store, now time.Time) time.Time {
	t.Helper()
	got, again := next(t, s, now)
	if got != nil {
		t.Fatalf("next: got %v, want nothing", got)
	}
	return again
}

// done finishes a task for good and lets its host go on at once.
func done(t *testing.T, s Store, task *pb.CrawlTask, now time.Time) {
	t.Helper()
	task.State = pb.TaskState_TASK_STATE_DONE
	ok(t, s.Finish(t.Context(), task, now))
}

func lookup(t *testing.T, s Store, url string) *pb.CrawlTask {
	t.Helper()
	return must[*pb.CrawlTask](t)(s.Lookup(t.Context(), url))
}

func emptyFrontier(t *testing.T, s Store) {
	equal(t, "ask again", nothing(t, s, epoch), at(Poll))
	equal(t, "stats", must[proto.FrontierStats](t)(s.Stats(t.Context(), "")), proto.FrontierStats{})
	put(t, s, 0)
}

func putAddsOnce(t *testing.T, s Store) {
	put(t, s, 2, task("a.org", "1"), task("b.org", "2"))
	put(t, s, 1, task("a.org", "1"), task("a.org", "3"), task("a.org", "3"))
	equal(t, "waiting", must[proto.FrontierStats](t)(s.Stats(t.Context(), "")).Waiting, 3)
}

func putTakesPriority(t *testing.T, s Store) {
	put(t, s, 3, task("a.org", "1", priority(5)), task("a.org", "2", priority(1)), task("a.org", "3", priority(9)))
	put(t, s, 0, task("a.org", "2", priority(7)), task("a.org", "3", priority(-2)))
	equal(t, "raised", lookup(t, s, "https://a.org/2").Priority, 7)
	for _, path := range []string{"3", "2", "1"} {
		done(t, s, gives(t, s, epoch, path), epoch)
	}
	nothing(t, s, epoch)
}

// putTakesFeed: the page that links to an article is read before its feed.
func putTakesFeed(t *testing.T, s Store) {
	entry := func(title string, more ...string) func(*pb.CrawlTask) {
		return func(t *pb.CrawlTask) { t.Feed = &pb.FeedEntry{Title: title, Tags: more} }
	}
	put(t, s, 2, task("a.org", "1", priority(4)), task("a.org", "2", priority(7), entry("old", "x")))
	for range 2 { // a repetition adds nothing
		put(t, s, 0, task("a.org", "1", priority(7), entry("new", "x", "y")))
		put(t, s, 0, task("a.org", "2", priority(7), entry("other", "z")), task("a.org", "2", priority(5), entry("other", "z")))
	}
	for _, want := range []*pb.CrawlTask{
		task("a.org", "1", priority(7), entry("new", "x", "y")), task("a.org", "2", priority(7), entry("old", "x")),
	} {
		if got := lookup(t, s, want.Url); !goproto.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		got, _ := next(t, s, epoch)
		if !goproto.Equal(got, lookup(t, s, got.GetUrl())) {
			t.Errorf("next: %v", got)
		}
		done(t, s, got, epoch)
	}
}

func putTakesDue(t *testing.T, s Store) {
	put(t, s, 2, task("a.org", "1", due(time.Hour)), task("a.org", "2", due(time.Hour)))
	put(t, s, 0, task("a.org", "1"), task("a.org", "2", fromFeed), task("a.org", "2", fromFeed, due(2*time.Hour)))
	equal(t, "asked by no feed", lookup(t, s, "https://a.org/1").Due.AsTime(), at(time.Hour))
	equal(t, "asked by a feed", lookup(t, s, "https://a.org/2").Due.AsTime(), epoch)
	done(t, s, gives(t, s, epoch, "2"), epoch)
	nothing(t, s, epoch)
	gives(t, s, at(time.Hour), "1")
}

func putLeavesFinished(t *testing.T, s Store) {
	put(t, s, 1, task("a.org", "1"))
	done(t, s, gives(t, s, epoch, "1"), epoch)
	put(t, s, 0, task("a.org", "1", fromFeed, priority(9)))
	nothing(t, s, epoch)
	equal(t, "state", lookup(t, s, "https://a.org/1").State, pb.TaskState_TASK_STATE_DONE)
}

func putLeavesLeased(t *testing.T, s Store) {
	put(t, s, 1, task("a.org", "1"))
	leased := gives(t, s, epoch, "1")
	put(t, s, 0, task("a.org", "1", fromFeed, priority(9), due(-time.Hour)))
	nothing(t, s, epoch)
	leased.Due = timestamppb.New(at(time.Hour))
	ok(t, s.Finish(t.Context(), leased, epoch))
	nothing(t, s, at(time.Minute))
	gives(t, s, at(time.Hour), "1")
}

func priorityOrder(t *testing.T, s Store) {
	const lowest, highest = -1 << 31, 1<<31 - 1
	put(t, s, 6,
		task("a.org", "low", priority(lowest), due(-time.Hour)), task("a.org", "minus", priority(-1)),
		task("a.org", "zero"), task("a.org", "one", priority(1)),
		task("a.org", "high", priority(highest)), task("a.org", "later", priority(highest), due(time.Second)))
	for _, path := range []string{"high", "one", "zero", "minus", "low"} {
		done(t, s, gives(t, s, epoch, path), epoch)
	}
	nothing(t, s, epoch)
	gives(t, s, at(time.Second), "later")
}

func dueOrder(t *testing.T, s Store) {
	put(t, s, 4, task("a.org", "3", due(-time.Second)), task("a.org", "1", due(-time.Hour)),
		task("a.org", "0", func(t *pb.CrawlTask) { t.Due = nil }), task("a.org", "2", due(-time.Minute)))
	for _, path := range []string{"0", "1", "2", "3"} {
		done(t, s, gives(t, s, epoch, path), epoch)
	}
}

func notBeforeDue(t *testing.T, s Store) {
	put(t, s, 2, task("a.org", "1", due(300*time.Millisecond)), task("b.org", "2", due(time.Hour)))
	equal(t, "ask again", nothing(t, s, epoch), at(300*time.Millisecond))
	nothing(t, s, at(299999*time.Microsecond))
	gives(t, s, at(300*time.Millisecond), "1")
	equal(t, "ask again", nothing(t, s, at(time.Second)), at(time.Second+Poll))
	put(t, s, 1, task("c.org", "3", due(1500*time.Microsecond)))
	nothing(t, s, at(1500*time.Microsecond-1))
	gives(t, s, at(2*time.Millisecond), "3")
}

func taskComesBackWhole(t *testing.T, s Store) {
	want := &pb.CrawlTask{
		Url: "https://news.example:8443/a?b=%20&c", Host: "news.example:8443", Site: "news_example",
		Kind: pb.TaskKind_TASK_KIND_FEED, Depth: 3, Priority: -7, Due: timestamppb.New(at(-1234567)),
		Attempts: 2, Etag: "\"x\"", LastModified: "Sun", BodyHash: 1 << 63, FetchedAt: timestamppb.New(epoch),
		Hops: 1, Feed: &pb.FeedEntry{Title: "Überschrift"}, Fetches: 4, Changes: 5,
		State: pb.TaskState_TASK_STATE_WAITING, Reason: "because",
	}
	put(t, s, 1, want)
	if got := lookup(t, s, want.Url); !goproto.Equal(got, want) {
		t.Fatalf("lookup: got %v, want %v", got, want)
	}
	if got, _ := next(t, s, epoch); !goproto.Equal(got, want) {
		t.Fatalf("next: got %v, want %v", got, want)
	}
	want.Etag, want.Due, want.Priority, want.Attempts = "\"y\"", timestamppb.New(at(time.Hour)), 3, 0
	ok(t, s.Finish(t.Context(), want, epoch))
	if got, _ := next(t, s, at(time.Hour)); !goproto.Equal(got, want) {
		t.Fatalf("next after finish: got %v, want %v", got, want)
	}
}

func finishDecides(t *testing.T, s Store) {
	put(t, s, 3, task("a.org", "again"), task("b.org", "done"), task("c.org", "bad"))
	for range 3 {
		got, _ := next(t, s, epoch)
		switch {
		case got == nil:
			t.Fatal("nothing is due")
		case strings.HasSuffix(got.Url, "again"):
			got.State, got.Due = pb.TaskState_TASK_STATE_UNSPECIFIED, timestamppb.New(at(time.Second))
		case strings.HasSuffix(got.Url, "done"):
			got.State = pb.TaskState_TASK_STATE_DONE
		default:
			got.State, got.Reason = pb.TaskState_TASK_STATE_QUARANTINED, "gone"
		}
		ok(t, s.Finish(t.Context(), got, epoch))
	}
	nothing(t, s, epoch)
	equal(t, "reason", lookup(t, s, "https://c.org/bad").Reason, "gone")
	gives(t, s, at(time.Second), "again")
	nothing(t, s, at(time.Second))
}

func finishTwice(t *testing.T, s Store) {
	put(t, s, 2, task("a.org", "1"), task("a.org", "2", due(time.Second)))
	got := gives(t, s, epoch, "1")
	got.State = pb.TaskState_TASK_STATE_DONE
	for range 3 {
		ok(t, s.Finish(t.Context(), got, epoch))
	}
	equal(t, "stats", must[proto.FrontierStats](t)(s.Stats(t.Context(), "a_org")), proto.FrontierStats{Waiting: 1, Done: 1})
	got.State, got.Due = pb.TaskState_TASK_STATE_WAITING, timestamppb.New(at(2*time.Second))
	for range 2 {
		ok(t, s.Finish(t.Context(), got, epoch))
	}
	equal(t, "stats", must[proto.FrontierStats](t)(s.Stats(t.Context(), "a_org")), proto.FrontierStats{Waiting: 2})
	done(t, s, gives(t, s, at(2*time.Second), "2"), at(2*time.Second))
	done(t, s, gives(t, s, at(2*time.Second), "1"), at(2*time.Second))
	nothing(t, s, at(time.Hour))
}

// renewed: what was done before a feed says that it was modified waits again,
// with all that is known of it; nothing else does.
func renewed(t *testing.T, s Store) {
	modified := func(d time.Duration) option {
		return func(t *pb.CrawlTask) { t.Feed = &pb.FeedEntry{Modified: timestamppb.New(at(d))} }
	}
	renew := func(want int, tasks ...*pb.CrawlTask) {
		t.Helper()
		equal(t, "renewed", must[int](t)(s.Renew(t.Context(), tasks...)), want)
	}
	put(t, s, 3, task("a.org", "done", priority(7)), task("a.org", "waits", due(time.Hour)), task("a.org", "bad", priority(3)))
	got := gives(t, s, epoch, "done")
	got.Etag, got.Due = "tag", timestamppb.New(epoch)
	done(t, s, got, epoch)
	bad := gives(t, s, epoch, "bad")
	bad.State = pb.TaskState_TASK_STATE_QUARANTINED
	ok(t, s.Finish(t.Context(), bad, epoch))
	put(t, s, 1, task("b.org", "held"))
	gives(t, s, epoch, "held")

	renew(0, task("a.org", "done"), task("a.org", "done", fromFeed), task("a.org", "done", modified(0)), task("a.org", "done", modified(-time.Hour)))
	nothing(t, s, at(time.Second))
	renew(1, task("a.org", "done", modified(time.Second)), task("a.org", "waits", modified(time.Second)), task("a.org", "bad", modified(time.Second)),
		task("b.org", "held", modified(time.Second)), task("a.org", "unknown", modified(time.Second)))
	renew(0, task("a.org", "done", modified(time.Second)))
	equal(t, "stats", must[proto.FrontierStats](t)(s.Stats(t.Context(), "a_org")), proto.FrontierStats{Waiting: 2, Quarantined: 1})
	got = gives(t, s, at(time.Second), "done")
	if got.Etag != "tag" || got.Priority != 7 || got.State != pb.TaskState_TASK_STATE_WAITING || !got.Due.AsTime().Equal(at(time.Second)) {
		t.Fatalf("renewed task: %v", got)
	}
	renew(0, task("a.org", "done", modified(time.Minute))) // it is being fetched
	got.Due = timestamppb.New(at(time.Second))
	done(t, s, got, at(time.Second))
	nothing(t, s, at(time.Second))
	renew(1, task("a.org", "done", modified(2*time.Second)))
	gives(t, s, at(2*time.Second), "done")
	if _, err := s.Renew(t.Context(), &pb.CrawlTask{Host: "a.org", Site: "a_org"}); err == nil {
		t.Error("a task without URL was taken")
	}
}

func lookupUnknown(t *testing.T, s Store) {
	put(t, s, 1, task("a.org", "1"))
	for _, url := range []string{"https://a.org/2", "http://a.org/1", "https://b.org/1"} {
		if got := lookup(t, s, url); got != nil {
			t.Fatalf("%s: got %v", url, got)
		}
	}
}

func statsCount(t *testing.T, s Store) {
	put(t, s, 6, task("a.org", "1"), task("a.org", "2"), task("a.org", "3", due(time.Hour)),
		task("b.org", "4"), task("b.org", "5", priority(3)),
		task("a.org", "6", inSite("a_org__x"), priority(-5), due(time.Millisecond)))
	stats := func(site string, want proto.FrontierStats) {
		t.Helper()
		equal(t, "stats of "+site, must[proto.FrontierStats](t)(s.Stats(t.Context(), site)), want)
	}
	stats("a_org", proto.FrontierStats{Waiting: 3, Due: 2})
	stats("a_org__x", proto.FrontierStats{Waiting: 1})
	stats("", proto.FrontierStats{Waiting: 6, Due: 4})
	stats("unknown", proto.FrontierStats{})

	first, _ := next(t, s, epoch)
	second, _ := next(t, s, epoch)
	stats("b_org", proto.FrontierStats{Waiting: 1, Due: 1, Leased: 1})
	stats("", proto.FrontierStats{Waiting: 4, Due: 2, Leased: 2})
	done(t, s, first, epoch)
	second.State = pb.TaskState_TASK_STATE_QUARANTINED
	ok(t, s.Finish(t.Context(), second, epoch))
	stats("", proto.FrontierStats{Waiting: 4, Due: 2, Done: 1, Quarantined: 1})
}

func frontierRefuses(t *testing.T, s Store) {
	for name, tc := range map[string]*pb.CrawlTask{
		"no URL":         {Host: "a.org", Site: "a_org"},
		"no site":        {Host: "a.org", Url: "https://a.org/"},
		"no host":        {Site: "a_org", Url: "https://a.org/"},
		"another's host": task("a.org", "1", func(t *pb.CrawlTask) { t.Host = "b.org" }),
		"separators":     task("a.org", "1", func(t *pb.CrawlTask) { t.Host = "a.org\x00" }),
	} {
		_, err := s.Put(t.Context(), task("c.org", "1"), tc)
		if !errors.Is(err, store.ErrArgument) {
			t.Errorf("put %s: got %v, want ErrArgument", name, err)
		}
		if err := s.Finish(t.Context(), tc, epoch); !errors.Is(err, store.ErrArgument) {
			t.Errorf("finish %s: got %v, want ErrArgument", name, err)
		}
	}
	nothing(t, s, epoch)
}

// manyTasks puts more tasks than one script takes and fetches them all.
func manyTasks(t *testing.T, s Store) {
	const hosts, each = 5, 160
	var tasks []*pb.CrawlTask
	for i := range hosts * each {
		tasks = append(tasks, task(fmt.Sprintf("h%d.org", i%hosts), fmt.Sprint(i), priority(int32(i%3))))
	}
	for i := range 40 {
		tasks = append(tasks, task("one.org", fmt.Sprint(i)))
	}
	put(t, s, hosts*each+40, tasks...)
	put(t, s, 0, tasks...)
	seen := make(map[string]bool)
	for range 60 {
		got, _ := next(t, s, epoch)
		if got == nil || seen[got.Url] {
			t.Fatalf("after %d tasks: got %v", len(seen), got)
		}
		seen[got.Url] = true
		done(t, s, got, epoch)
	}
	want := proto.FrontierStats{Waiting: len(tasks) - 60, Due: len(tasks) - 60, Done: 60}
	equal(t, "stats", must[proto.FrontierStats](t)(s.Stats(t.Context(), "")), want)
}
