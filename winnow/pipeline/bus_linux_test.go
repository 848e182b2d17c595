package pipeline_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/bus/bustest"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// TestStartOnAFullDisk: what the server says of its streams names no disk.
func TestStartOnAFullDisk(t *testing.T) {
	if !bustest.OwnProcess(t) {
		return
	}
	cfg := config.Default()
	cfg.Data = t.TempDir()
	makeRoom := bustest.FillDisk(t, 16)
	_, err := pipeline.OpenBus(t.Context(), cfg, nil)
	makeRoom() // go test writes, too
	if !errors.Is(err, pipeline.ErrUnreachable) || !strings.HasPrefix(err.Error(), "data folder: write ") ||
		!strings.Contains(err.Error(), "make room on the disk") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a server that cannot make its streams: %v", err)
	}
}
