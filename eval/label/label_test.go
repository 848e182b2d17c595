package label

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func contents(labels []Label) string {
	out := ""
	for _, l := range labels {
		switch {
		case l.Headline:
			out += "H"
		case l.Content:
			out += "+"
		default:
			out += "-"
		}
	}
	return out
}

func TestTexts(t *testing.T) {
	const gold = "River rises again\n\nThe river rose by two metres on Monday night, said the mayor of the town.\n\nNobody was hurt."
	for _, tt := range []struct {
		name   string
		blocks []string
		titles []string
		want   string
	}{
		{"article between navigation and footer",
			[]string{"Home", "News", "River rises again", "The river rose by two metres on Monday night, said the mayor of the town.", "Nobody was hurt.", "All rights reserved by the town"},
			nil, "--+++-"},
		{"headline known",
			[]string{"River rises again", "Nobody was hurt."},
			[]string{"", "River Rises Again!"}, "H+"},
		{"headline known with the site's name: 3 of 4 words are too few",
			[]string{"River rises again", "Nobody was hurt."},
			[]string{"River rises again Herald"}, "++"},
		{"scattered words of the gold do not make content",
			[]string{"the two on the of again", "Nobody was hurt."}, nil, "-+"},
		{"a block that is for the lesser part in the gold: 3 of 6 words match",
			[]string{"Nobody was hurt: more stories here"}, nil, "-"},
		{"gold cut out of a long block: 17 of 27 words",
			[]string{"Advertisement by our sponsors and friends: the river rose by two metres on Monday night, said the mayor of the town. Read more in our paper"}, nil, "+"},
		{"text twice on the page: the second counts by its trigrams only if it matches at all",
			[]string{"The river rose by two metres on Monday night, said the mayor of the town.", "The river rose by two metres on Monday night, said the mayor of the town."}, nil, "-+"},
		{"empty block", []string{"", "…", "Nobody was hurt."}, nil, "--+"},
	} {
		if got := contents(Texts(tt.blocks, gold, tt.titles...)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestTextsWithoutSpaces(t *testing.T) {
	labels := Texts([]string{"首页", "河水星期一晚上上涨了两米", "联系我们"}, "河水星期一晚上上涨了两米。没有人受伤。")
	if got := contents(labels); got != "-+-" {
		t.Errorf("got %s", got)
	}
	if labels[1].Tokens != 12 || labels[1].Matched != 12 {
		t.Errorf("12 characters are 12 tokens, all matched; got %+v", labels[1])
	}
}

func TestLooseRule(t *testing.T) {
	// 8 of 20 words are in the gold in one order, but all trigrams of two runs
	// of ten are: the runs stand in the other order there.
	a, b := "one two three four five six seven eight nine ten", "red blue green black white grey pink brown teal gold"
	if got := contents(Texts([]string{a + " " + b}, b+" "+a)); got != "+" {
		t.Errorf("exchanged halves: %s, want +", got)
	}
	if got := contents(Texts([]string{"one two zero zero zero"}, "one two")); got != "-" {
		t.Errorf("2 of 5 words, less than ten: %s, want -", got)
	}
}

func TestPageUsesItsTitles(t *testing.T) {
	page := &pb.SegmentedPage{
		Metadata: &pb.Metadata{OgTitle: "River rises again"},
		Blocks:   []*pb.Block{{Text: "River rises again"}, {Text: "Nobody was hurt."}},
	}
	if got := contents(Page(page, "River rises again. Nobody was hurt.", "")); got != "H+" {
		t.Errorf("got %s, want H+", got)
	}
}
