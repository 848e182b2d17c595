package language

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
		russian = "Мэр выступил вечером перед жителями набережной, обещав завершить работы раньше срока. Подрядчик уже нанял дополнительные бригады, закупил материалы."
		hebrew  = "ראש העיר הודיע ביום שני כי לא תתקיים הצבעה על התוכנית שהוגשה באביב, וההחלטה על הנמל תתקבל אחרי הקיץ."
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
		{"detected, Spanish", "El gobierno de la ciudad anunció el lunes que no apoyará el plan que el alcalde y los suyos habían presentado en la primavera, y que la decisión sobre el puerto se tomará después del verano con todos los datos, según fuentes de la alcaldía.", nil, "es"},
		{"detected, Catalan", "El govern de la ciutat va anunciar dilluns que no donarà suport al pla que l'alcalde i els seus havien presentat a la primavera, i que la decisió sobre el port es prendrà després de l'estiu amb totes les dades, com també va dir una portaveu dels veïns.", nil, "ca"},
		{"detected, Vietnamese", "Hội đồng thành phố cho biết hôm thứ hai rằng họ sẽ không bỏ phiếu cho kế hoạch đã được thị trưởng và các đồng sự của ông trình bày trong mùa xuân, nhưng sẽ có quyết định về bến cảng sau mùa hè với những số liệu mới.", nil, "vi"},
		{"detected, Japanese", "市議会は月曜日、市長と与党が春に提出した計画を採決しないと発表した。港についての決定は夏の後になる見通しだ。", nil, "ja"},
		{"detected, Korean", "시의회는 월요일 시장과 여당이 봄에 제출한 계획을 표결하지 않겠다고 밝혔다. 항구에 대한 결정은 여름 이후에 내려질 전망이다.", nil, "ko"},
		{"detected, Thai", "สภาเมืองแถลงเมื่อวันจันทร์ว่าจะไม่ลงมติแผนที่นายกเทศมนตรีเสนอในฤดูใบไม้ผลิ การตัดสินใจเรื่องท่าเรือจะมีขึ้นหลังฤดูร้อน", []string{"en"}, "th"},
		{"detected, Arabic", "قال مجلس المدينة يوم الاثنين إنه لن يصوت على الخطة التي قدمها رئيس البلدية في الربيع، وإن القرار بشأن الميناء سيتخذ بعد الصيف مع جميع البيانات الجديدة التي كان قد طلبها.", nil, "ar"},
		{"abbreviations", "U.S. Edition U.S. International Arabic Set edition preference U.S. Home U.S. Crime Justice Energy Environment U.S. Weather Space Science World Africa Americas Asia U.S. Congress Supreme Court Facts U.S. Politics U.S. Markets Tech Media U.S. Success", []string{"en"}, "en"},
		{"declaration agrees", swedish, []string{"sv"}, "sv"},
		{"declaration contradicted", swedish, []string{"en-US"}, "sv"},
		{"script contradicts", chinese, []string{"en"}, "zh"},
		{"within a script", ukraine, []string{"ru"}, "uk"},
		{"script contradicts, with several languages", russian, []string{"en"}, "ru"},
		{"script of a language without a list", russian, []string{"tt"}, "tt"},
		{"script of a language that shares it", hebrew, []string{"yi"}, "yi"},
		{"script of another language", hebrew, []string{"ru"}, "he"},
		{"too little text to contradict", "Det är så", []string{"en"}, "en"},
		{"language without a list stands", "Ndi a kwụrụ okwu na mbụ kwuru ihe ọzọ banyere obodo ahụ n'ụbọchị ahụ ma ha abịaghị", []string{"ig"}, "ig"},
	}
	d := New()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var blocks []*pb.Block
			if tt.text != "" {
				blocks = []*pb.Block{{Text: tt.text, Stats: &pb.TextStats{Words: 50}}}
			}
			if got := d.Of(tt.declared, blocks); got != tt.want {
				t.Errorf("language %q, want %q", got, tt.want)
			}
		})
	}
}
