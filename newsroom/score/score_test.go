package score

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestTokensFollowPython(t *testing.T) {
	// The wanted values were printed by re.findall(r'\w+', text) of Python 3.
	cases := []struct {
		text string
		want []string
	}{
		{"", nil},
		{" - ", nil},
		{"It's 3.5 km²", []string{"It", "s", "3", "5", "km²"}},
		{"snake_case x", []string{"snake_case", "x"}},
		{"½ Ⅷ ٣", []string{"½", "Ⅷ", "٣"}},
		{"cafe\u0301 na\u00efve", []string{"cafe", "naïve"}},
		{"東京都は、広い", []string{"東京都は", "広い"}},
		{"ที่นี่", []string{"ท", "น"}},
	}
	for _, c := range cases {
		if got := slices.Collect(tokens(c.text)); !slices.Equal(got, c.want) {
			t.Errorf("tokens(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestWordsCutScriptsWithoutSpaces(t *testing.T) {
	got := slices.Collect(words("NATS東京 v2カナx Straße"))
	want := []string{"nats", "東", "京", "v2", "カ", "ナ", "x", "straße"}
	if !slices.Equal(got, want) {
		t.Errorf("words = %q, want %q", got, want)
	}
}

func TestWords(t *testing.T) {
	cases := []struct {
		name, predicted, truth string
		want                   PRF
	}{
		{"both empty", " ", "--", PRF{1, 1, 1}},
		{"nothing predicted", "", "one two", PRF{0, 0, 0}},
		{"nothing true", "one", "", PRF{0, 0, 0}},
		{"case and punctuation do not count", "The END.", "the, end", PRF{1, 1, 1}},
		{"counts do", "a a a b", "a b c", PRF{0.5, 2.0 / 3, 4.0 / 7}},
		{"by letter", "東京", "東都", PRF{0.5, 0.5, 0.5}},
	}
	for _, c := range cases {
		same(t, c.name, Words(c.predicted, c.truth), c.want)
	}
}

func TestMatchShingles(t *testing.T) {
	cases := []struct {
		name, predicted, truth string
		want                   Match
	}{
		{"both empty", "", "", Match{}},
		{"identical", "a b c d e", "a b c d e", Match{TP: 2}},
		{"case counts", "A b c d", "a b c d", Match{FP: 1, FN: 1}},
		{"short texts are one shingle", "a b", "a, b", Match{TP: 1}},
		{"short against long", "a b", "a b c d e", Match{FP: 1, FN: 2}},
		{"multiset", "a a a a a a", "a a a a a", Match{TP: 2, FP: 1}},
		{"one more at the end", "x a b c d", "a b c d y", Match{TP: 1, FP: 1, FN: 1}},
	}
	for _, c := range cases {
		if got := MatchShingles(c.predicted, c.truth); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestMatchSnippets(t *testing.T) {
	got := MatchSnippets("The  quick\nbrown fox", []string{"quick brown", "lazy dog", " "}, []string{"Fox", "fox"})
	if want := (SnippetMatch{TP: 1, FN: 1, FP: 1, TN: 1}); got != want {
		t.Errorf("counts %+v, want %+v", got, want)
	}
}

func BenchmarkWords(b *testing.B) {
	truth := strings.Repeat("the quick brown fox jumps over the lazy dog ", 100)
	b.SetBytes(int64(2 * len(truth)))
	b.ReportAllocs()
	for b.Loop() {
		if Words(truth, truth).F1 != 1 {
			b.Fatal("a text differs from itself")
		}
	}
}

func same(t *testing.T, name string, got, want PRF) {
	t.Helper()
	if math.Abs(got.Precision-want.Precision) > 1e-12 || math.Abs(got.Recall-want.Recall) > 1e-12 ||
		math.Abs(got.F1-want.F1) > 1e-12 {
		t.Errorf("%s: %+v, want %+v", name, got, want)
	}
}
