package bus

import (
	"slices"
	"testing"
)

// TestHandPicks: batches hold one site, in order of arrival, and leave out
// sites that are in work.
func TestHandPicks(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		batch   int
		arrived string // one site a letter
		want    []string
	}{
		{"singly", 1, "aab", []string{"a", "a", "b"}},
		{"one site", 4, "aaaaaa", []string{"aaaa"}}, // the rest waits for the first
		{"two sites", 4, "abab", []string{"aa", "bb"}},
		{"a full batch", 2, "aaabb", []string{"aa", "bb"}},
		{"no site", 2, "", nil},
	} {
		h := newHand(16, tc.batch)
		for _, site := range tc.arrived {
			h.take(&delivery{site: string(site)})
		}
		var got []string
		var batches [][]*delivery
		for batch := h.pick(); batch != nil; batch = h.pick() {
			name := ""
			for _, d := range batch {
				name += d.site
			}
			got, batches = append(got, name), append(batches, batch)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: picked %q, want %q", tc.name, got, tc.want)
		}
		for _, batch := range batches {
			h.release(batch)
		}
		left := len(h.waiting)
		if len(h.held()) != left {
			t.Errorf("%s: %d in hand after the release, want the %d that wait", tc.name, len(h.held()), left)
		}
		if rest := h.close(); len(rest) != left || len(h.held()) != 0 || h.next() != nil {
			t.Errorf("%s: closing gave back %d, want %d", tc.name, len(rest), left)
		}
	}
}
