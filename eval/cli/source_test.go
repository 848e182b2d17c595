package cli

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
)

// wcxb stands as two corpora, the newsroom is there when it is asked for.
func TestPresent(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"wcxb", "mine"} {
		if err := os.WriteFile(filepath.Join(dir, name+".tar.zst"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src := source{corpus.Dir(dir)}
	for _, tt := range []struct{ names, present, missing []string }{
		{[]string{"mine", "newsroom", "wcxb", "big9"}, []string{"mine", "newsroom", "wcxb-articles", "wcxb-other"}, []string{"big9"}},
		{[]string{"wcxb-other"}, []string{"wcxb-other"}, nil},
	} {
		present, missing := src.Present(tt.names...)
		if !slices.Equal(present, tt.present) || !slices.Equal(missing, tt.missing) {
			t.Errorf("%v: present %v, missing %v", tt.names, present, missing)
		}
	}
	if present, _ := src.Present(); !slices.Equal(present, []string{"wcxb-articles", "wcxb-other", "mine"}) {
		t.Errorf("all that are there: %v", present)
	}
}

// The models of a cross-validation learn from what the shipped model has learned
// from, whichever corpora these are.
func TestLearnedFrom(t *testing.T) {
	methods := []method.Method{{Name: "peer"}, {Name: "winnow", Seen: []string{"wcxb", "mine"}}}
	for measured, want := range map[string][]string{
		"wcxb-other": {"wcxb", "mine"}, "mine": {"wcxb", "mine"}, "big9": nil,
	} {
		if got := learnedFrom(methods, []string{"chaos", measured}); !slices.Equal(got, want) {
			t.Errorf("%s is measured: %v, want %v", measured, got, want)
		}
	}
}
