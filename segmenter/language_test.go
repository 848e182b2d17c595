package segmenter

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func TestLanguage(t *testing.T) {
	const (
		english = "The council of the city said on Monday that it was not going to vote for the plan, which had been put to them by the mayor and his party in the spring, as they have done with others."
		swedish = "Kommunen säger att det inte är möjligt att bygga den nya skolan i år, och att man ska återkomma med ett förslag som är bättre för alla. Det är också en fråga om pengar, men vi ska ha ett beslut efter sommaren."
		chinese = "市议会星期一表示，不会就市长和他的政党在春天提出的计划进行表决，因为他们对其他计划也是这样做的。这是一个很重要的问题。"
		ukraine = "Міська рада у понеділок заявила, що не буде голосувати за план, який був поданий мером та його партією навесні, як це було з іншими. Це також питання про гроші, але рішення буде після літа, і його чекають усі в місті."
	)
	tests := []struct {
		name, text string
		declared   []string
		want       string
	}{
		{"declared", "", []string{"sv-SE"}, "sv"},
		{"first usable declaration", "", []string{"", "xx", "de_DE"}, "de"},
		{"name", "", []string{"English"}, "en"},
		{"Bokmål", "", []string{"nb-NO"}, "no"},
		{"withdrawn code", "", []string{"iw"}, "he"},
		{"three letters", "", []string{"deu"}, "de"},
		{"nothing known", "", nil, "und"},
		{"nonsense", "zzz qqq", []string{"template"}, "und"},
		{"detected", english, nil, "en"},
		{"detected, Swedish", swedish, nil, "sv"},
		{"declaration agrees", swedish, []string{"sv"}, "sv"},
		{"declaration contradicted", swedish, []string{"en-US"}, "sv"},
		{"script contradicts", chinese, []string{"en"}, "zh"},
		{"within a script", ukraine, []string{"ru"}, "uk"},
		{"too little text to contradict", "Det är så", []string{"en"}, "en"},
		{"language without a list stands", "Ndi a kwụrụ okwu na mbụ kwuru ihe ọzọ banyere obodo ahụ n'ụbọchị ahụ ma ha abịaghị", []string{"ig"}, "ig"},
	}
	d := newDetector()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var blocks []*pb.Block
			if tt.text != "" {
				blocks = []*pb.Block{{Text: tt.text, Stats: &pb.TextStats{Words: 50}}}
			}
			if got := d.language(tt.declared, blocks); got != tt.want {
				t.Errorf("language %q, want %q", got, tt.want)
			}
		})
	}
}
