package pipeline_test

import (
	"errors"
	"log/slog"
	"net"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// TestSecondProcessIsToldOfTheFolder: it has the configuration of the first,
// whose ports are taken, too.
func TestSecondProcessIsToldOfTheFolder(t *testing.T) {
	cfg := config.Default()
	cfg.Data, cfg.Metrics.Listen = t.TempDir(), "127.0.0.1:0"
	options := pipeline.Options{Log: slog.New(slog.DiscardHandler)}
	first, err := pipeline.Open(t.Context(), cfg, options)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	cfg.Metrics.Listen = taken.Addr().String()
	if _, err = pipeline.Open(t.Context(), cfg, options); !errors.Is(err, pipeline.ErrUnreachable) ||
		!strings.Contains(err.Error(), "is in use by another winnow process") {
		t.Errorf("second process on the folder: %v", err)
	}
}
