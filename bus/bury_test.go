package bus

import (
	"context"
	"testing"
	"time"

	"github.com/winnow-news/winnow/bus/embedded"
)

// inside gives a bus on a server of its own, to tests of what is not exported.
func inside(t *testing.T, change func(*Config)) *Bus {
	t.Helper()
	cfg := embedded.DefaultConfig(t.TempDir())
	cfg.Port = embedded.NoPort
	s, err := embedded.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Shutdown(context.Background()) })
	c := DefaultConfig()
	c.InProcess = s
	change(&c)
	b, err := Connect(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	if err := b.Apply(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestBuryTwice: a worker that dies between the dead letter and the end of its
// message buries it again; the second letter is no second letter.
func TestBuryTwice(t *testing.T) {
	t.Parallel()
	b := inside(t, func(*Config) {})
	published := time.Unix(1, 2)
	for sequence := range uint64(2) {
		for range 2 {
			err := b.bury(t.Context(), burial{stage: "segment", site: "a_example", key: burialKey("PAGES", sequence, published)})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if letters, err := b.DeadList(t.Context(), DeadFilter{}, 0); err != nil || len(letters) != 2 {
		t.Errorf("dead letters = %v, %v, want two: one a message", letters, err)
	}
}

func TestQueueOf(t *testing.T) {
	t.Parallel()
	for subject, want := range map[string]string{
		"winnow.v1.page.07.bbc_co_uk":   "PAGES",
		"winnow.v1.blocks.07.bbc_co_uk": "BLOCKS",
		"winnow.v1.scored.07.bbc_co_uk": "SCORED",
		"winnow.v1.article.en.x":        "",
		"winnow.v1.dead.crawl.x":        "",
		"winnow.v1.page.*.x":            "",
		"winnow.v1.page.07.>":           "",
		"$JS.API.STREAM.DELETE.PAGES":   "",
		"":                              "",
	} {
		if got, ok := queueOf(subject); got != want || ok != (want != "") {
			t.Errorf("queueOf(%q) = %q, %v, want %q", subject, got, ok, want)
		}
	}
}
