package e2e

import (
	"log/slog"
	"testing"

	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// TestStoredPagesFollowTheWindow looks into what a single process leaves on
// disk when sites have more pages than their windows hold: as many segmented
// pages as there are in the windows.
func TestStoredPagesFollowTheWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process")
	}
	const size = 8
	dir := t.TempDir()
	winnow(t, 0, "ingest", thePages(t).dir, "--data", dir, "--log-level", "warn", "--set", "comparer.window=8")
	sites, err := articlePages()
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load("", nil, map[string]any{"data": dir})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	store, err := pipeline.OpenStore(t.Context(), cfg, log)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	bus, err := pipeline.LookAtBus(t.Context(), cfg, log)
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	for site, pages := range sites {
		if len(pages) <= size {
			t.Fatalf("%s has only %d article pages", site, len(pages))
		}
		entries, err := store.Read(t.Context(), site, 0)
		if err != nil || len(entries) != size {
			t.Fatalf("journal of %s: %d entries, %v", site, len(entries), err)
		}
		stored, err := bus.SegmentedKeys(t.Context(), site)
		if err != nil || len(stored) != size {
			t.Errorf("%d pages of %s are stored, want %d (%v)", len(stored), site, size, err)
		}
		held := map[string]bool{}
		for _, e := range entries {
			held[e.PageID] = true
		}
		for _, s := range stored {
			if !held[s.PageID] {
				t.Errorf("page %s of %s is stored and in no window", s.PageID, site)
			}
		}
	}
}
