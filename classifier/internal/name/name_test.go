package name

import "testing"

func TestMatch(t *testing.T) {
	table := NewTable(map[string]Groups{"article": 1, "body": 2, "articlebody": 4, "nav": 8})
	tests := []struct {
		name string
		want Groups
	}{
		{"", 0},
		{"article", 1},
		{"articleBody", 1 | 2 | 4},
		{"c-article__body", 1 | 2 | 4},
		{"ARTICLE", 1},
		{"navigate", 0},
		{"nav2", 8},
		{"body-article", 1 | 2},
		{"bødy", 0},
	}
	for _, tt := range tests {
		if got := table.Match(tt.name); got != tt.want {
			t.Errorf("Match(%q) = %b, want %b", tt.name, got, tt.want)
		}
	}
}

func TestMatchDoesNotAllocate(t *testing.T) {
	table := NewTable(map[string]Groups{"articlebody": 4})
	var got Groups
	if n := testing.AllocsPerRun(100, func() { got = table.Match("js-articleBody main") }); n != 0 || got != 4 {
		t.Errorf("%v allocations, groups %b", n, got)
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("articleBody")
	f.Fuzz(func(t *testing.T, s string) {
		table := NewTable(map[string]Groups{"a": 1})
		if table.Match(s) > 1 {
			t.Errorf("Match(%q) found what is not in the table", s)
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	table := NewTable(map[string]Groups{"articlebody": 1, "byline": 2, "caption": 4, "comments": 8})
	for b.Loop() {
		for _, s := range [...]string{"c-article__body", "storyTeaserHeadline", "wp-block-group is-layout-flow", "col-md-8"} {
			table.Match(s)
		}
	}
}
