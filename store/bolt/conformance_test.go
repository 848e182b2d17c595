package bolt_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/winnow-news/winnow/store/bolt"
	"github.com/winnow-news/winnow/store/conformance"
)

func open(tb testing.TB, path string, cfg bolt.Config) *bolt.Store {
	tb.Helper()
	s, err := bolt.Open(path, cfg)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	return s
}

func TestConformance(t *testing.T) {
	conformance.Run(t, func(t *testing.T, now func() time.Time) conformance.Store {
		cfg := bolt.DefaultConfig()
		cfg.Now, cfg.Poll = now, conformance.Poll
		return open(t, filepath.Join(t.TempDir(), "winnow.db"), cfg)
	})
}
