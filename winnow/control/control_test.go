package control_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/winnow-news/winnow/comparer"
	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/control"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

const (
	home  = "https://news.example.org/"
	token = "example_org"
)

func folder(t *testing.T) config.Config {
	cfg := config.Default()
	cfg.Data = filepath.Join(t.TempDir(), "data")
	return cfg
}

// serve runs a process on the folder that answers control requests.
func serve(t *testing.T, cfg config.Config) {
	t.Helper()
	p, err := pipeline.Open(t.Context(), cfg, pipeline.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- control.Serve(ctx, p.Bus.Bus, control.NewLocal(p.Store, p.Cores, p.Crawler.Seed, p.Bus.DropSegmented))
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
		p.Close()
	})
	answers := func() bool {
		admin, err := open(t, cfg)
		if err == nil {
			admin.Close()
		}
		return err == nil
	}
	for !answers() && t.Context().Err() == nil { // Serve subscribes in its own time, and Open waits
	}
}

func open(t *testing.T, cfg config.Config) (control.Admin, error) {
	return control.Open(t.Context(), cfg, "test", slog.New(slog.DiscardHandler))
}

// TestAdmin holds an Admin to the same behaviour on the folder itself and over
// the bus of the process that runs on it.
func TestAdmin(t *testing.T) {
	for name, prepare := range map[string]func(*testing.T, config.Config){
		"stopped": func(*testing.T, config.Config) {},
		"running": serve,
	} {
		t.Run(name, func(t *testing.T) {
			cfg := folder(t)
			prepare(t, cfg)
			withBus(t, cfg, func(m *pipeline.Messaging) {
				if _, err := m.PutSegmented(t.Context(), &pb.SegmentedPage{Site: token, PageId: "stored"}); err != nil {
					t.Fatal(err)
				}
			})
			admin, err := open(t, cfg)
			if err != nil {
				t.Fatal(err)
			}
			defer admin.Close()
			if _, remote := admin.(*control.Remote); remote != (name == "running") {
				t.Fatalf("Open gave a %T", admin)
			}
			testAdmin(t, admin)
			withBus(t, cfg, func(m *pipeline.Messaging) {
				if keys, err := m.SegmentedKeys(t.Context(), token); err != nil || len(keys) != 0 {
					t.Errorf("stored pages of a removed site: %v, %v", keys, err)
				}
			})
		})
	}
}

func withBus(t *testing.T, cfg config.Config, do func(*pipeline.Messaging)) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	m, err := pipeline.LookAtBus(t.Context(), cfg, log)
	if errors.Is(err, pipeline.ErrNoData) {
		m, err = pipeline.OpenBus(t.Context(), cfg, log)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	do(m)
}

func testAdmin(t *testing.T, admin control.Admin) {
	ctx := t.Context()
	for range 2 { // adding again changes nothing
		s, err := admin.Add(ctx, control.AddRequest{URL: home, MinDelay: new(3 * time.Second), MaxPages: new(uint64(9))})
		if err != nil || s.Token != token || s.MinDelay != 3*time.Second || s.MaxPages != 9 || len(s.Seeds) != 1 {
			t.Fatalf("Add = %+v, %v", s, err)
		}
	}
	s, err := admin.Add(ctx, control.AddRequest{URL: home, MinDelay: new(time.Duration(0))})
	if err != nil || s.MinDelay != 0 || s.MaxPages != 9 {
		t.Errorf("without its delay: %+v, %v", s, err)
	}
	if _, err := admin.Add(ctx, control.AddRequest{URL: "nonsense"}); err == nil {
		t.Error("Add took nonsense")
	}
	if err := admin.Pause(ctx, token, true); err != nil {
		t.Fatal(err)
	}
	sites, err := admin.Sites(ctx)
	if err != nil || len(sites) != 1 || !sites[0].Paused {
		t.Errorf("Sites = %+v, %v; want one, paused", sites, err)
	}
	if f, err := admin.Frontier(ctx); err != nil || f.Waiting != 1 {
		t.Errorf("Frontier = %+v, %v; want the seed waiting", f, err)
	}
	a, err := admin.Address(ctx, home+"#top")
	if err != nil || a.URL != home || a.Site != token || a.Crawl == nil || a.Crawl.State != "waiting" || a.Crawl.Due == nil || a.Article != nil {
		t.Errorf("Address of the seed = %+v, %v; want it waiting", a, err)
	}
	if _, err := admin.Address(ctx, home+"a"); !errors.Is(err, control.ErrUnknownAddress) || err.Error() != "nothing is known of this address: "+home+"a" {
		t.Errorf("Address that nobody has found: %v", err)
	}
	e, err := admin.Explain(ctx, &pb.Page{PageId: "p", Site: token, Url: home + "a", Body: []byte("<title>T</title><p>A paragraph of the page.")})
	if err != nil || len(e.Blocks) != 1 || e.Blocks[0].Text != "A paragraph of the page." || e.Window != 1 {
		t.Errorf("Explain = %+v, %v", e, err)
	}
	if err := admin.Remove(ctx, token); err != nil {
		t.Fatal(err)
	}
	for doing, err := range map[string]error{
		"Pause":  admin.Pause(ctx, token, true),
		"Remove": admin.Remove(ctx, token),
		"Site":   func() error { _, err := admin.Site(ctx, token); return err }(),
	} {
		if !errors.Is(err, control.ErrUnknownSite) || err.Error() != `unknown site "example_org"` {
			t.Errorf("%s of a removed site: %v", doing, err)
		}
	}
}

// A journal with a damaged record works on without it, and says so.
func TestUnusableRecords(t *testing.T) {
	cfg := folder(t)
	store, err := pipeline.OpenStore(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := store.PutSite(t.Context(), &pb.Site{Token: token}); err != nil {
		t.Fatal(err)
	}
	damaged := []journal.Entry{{PageID: "p", Data: []byte("no record")}}
	if _, err := store.Append(t.Context(), token, journal.Head{}, 10, damaged); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	admin, err := open(t, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	s, err := admin.Site(t.Context(), token)
	if err != nil || s.Unusable != 1 || s.Window != 0 || s.Journal != 1 {
		t.Errorf("Site = %+v, %v; want one unusable record", s, err)
	}
}

// kept is where a comparer leaves pages that nobody asks for.
type kept struct{}

func (kept) PutSegmented(context.Context, *pb.SegmentedPage) (uint64, error) { return 1, nil }
func (kept) Segmented(context.Context, string, string) (*pb.SegmentedPage, error) {
	return nil, errors.New("not kept")
}
func (kept) DeleteSegmented(context.Context, string, map[string]uint64) error { return nil }
func (kept) PublishScored(context.Context, *pb.ScoredPage) error              { return nil }

// A window whose caps are reached says so: its counts may be too low.
func TestSaturatedWindow(t *testing.T) {
	cfg := folder(t)
	log := slog.New(slog.DiscardHandler)
	store, err := pipeline.OpenStore(t.Context(), cfg, log)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.PutSite(t.Context(), &pb.Site{Token: token}); err != nil {
		t.Fatal(err)
	}
	cores, err := pipeline.NewCores(cfg, "test")
	if err != nil {
		t.Fatal(err)
	}
	cores.Comparer.MaxEdges = 1
	var pages []*pb.SegmentedPage
	for _, last := range []string{"one", "two", "three"} {
		page, err := cores.Segmenter.Segment(&pb.Page{PageId: last, Site: token, Url: home + last,
			Body: []byte("<p>A paragraph that stands on each page of the site but for its last word, which is " + last)})
		if err != nil {
			t.Fatal(err)
		}
		page.PageClass = pb.PageClass_PAGE_CLASS_ARTICLE // no other enters the window
		pages = append(pages, page)
	}
	admin := control.NewLocal(store, cores, nil, nil)
	for i, page := range pages {
		stage := comparer.New(cores.Comparer, store, kept{}, cores.Classifier, kept{})
		if err := errors.Join(stage.HandleBatch(t.Context(), token, []*pb.SegmentedPage{page})...); err != nil {
			t.Fatal(err)
		}
		s, err := admin.Site(t.Context(), token)
		if err != nil || s.Window != i+1 || (s.Saturated > 0) != (i == 2) {
			t.Errorf("after %d pages: Site = %+v, %v", i+1, s, err)
		}
	}
}

// Whoever asks why nothing comes of a site reads it beside its seeds.
func TestSeedNotes(t *testing.T) {
	cfg := folder(t)
	store, err := pipeline.OpenStore(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.PutSite(t.Context(), &pb.Site{Token: token, Seeds: []string{home, home + "sport"}}); err != nil {
		t.Fatal(err)
	}
	task := &pb.CrawlTask{Url: home, Site: token, Host: "news.example.org:443", Reason: "HTTP 404", State: pb.TaskState_TASK_STATE_WAITING}
	if _, err := store.Put(t.Context(), task); err != nil {
		t.Fatal(err)
	}
	cores, err := pipeline.NewCores(cfg, "test")
	if err != nil {
		t.Fatal(err)
	}
	s, err := control.NewLocal(store, cores, nil, nil).Site(t.Context(), token)
	if err != nil || len(s.SeedNotes) != 1 || s.SeedNotes[home] != "HTTP 404" {
		t.Errorf("notes %v, %v; want one on %s", s.SeedNotes, err, home)
	}
}

func TestOpenExistingMakesNoStore(t *testing.T) {
	cfg := folder(t)
	_, err := control.OpenExisting(t.Context(), cfg, "test", slog.New(slog.DiscardHandler))
	if after := pipeline.NeedStore(cfg); !errors.Is(err, pipeline.ErrNoData) || !errors.Is(after, pipeline.ErrNoData) {
		t.Errorf("err = %v, then %v; want ErrNoData and no store", err, after)
	}
}

// TestReportsAreSnakeCase holds the keys that scripts read.
func TestReportsAreSnakeCase(t *testing.T) {
	b, err := json.Marshal(control.SiteReport{})
	if err != nil {
		t.Fatal(err)
	}
	var keys map[string]any
	if err := json.Unmarshal(b, &keys); err != nil {
		t.Fatal(err)
	}
	frontier, _ := keys["frontier"].(map[string]any)
	if _, ok := frontier["waiting"]; !ok {
		t.Errorf("frontier = %v, want the keys of winnow status", frontier)
	}
}
