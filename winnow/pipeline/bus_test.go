package pipeline_test

import (
	"slices"
	"testing"
	"time"

	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// TestLookingChangesNothing: a shorter age would delete articles.
func TestLookingChangesNothing(t *testing.T) {
	cfg := config.Default()
	cfg.Data, cfg.NATS.ArticlesMaxAge = t.TempDir(), 9000*time.Hour
	m, err := pipeline.OpenBus(t.Context(), cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Close()

	cfg.NATS.ArticlesMaxAge = time.Hour
	if m, err = pipeline.LookAtBus(t.Context(), cfg, nil); err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	lines, err := m.Diff(t.Context())
	want := []string{"stream ARTICLES: max age is 9000h0m0s, declared 1h0m0s"}
	if err != nil || !slices.Equal(lines, want) {
		t.Errorf("differences after a look: %q, %v, want %q", lines, err, want)
	}
}
