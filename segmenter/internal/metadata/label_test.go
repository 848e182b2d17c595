package metadata

import (
	"strings"
	"testing"
)

// The word for a reporter stands in other words as well.
func TestReporters(t *testing.T) {
	for line, want := range map[string]string{
		"김민수 기자": "김민수", "김민수기자": "김민수", "[한강일보=김민수 기자] 서울시가": "김민수", "김민수·이영희 기자 | 2026.01.13": "김민수; 이영희",
		"취재기자 김민수 기자": "김민수", "(서울=뉴스) 남궁민수 기자 =": "남궁민수",
		"기자": "", "한 기자": "", "김민수 기자회견": "", "사진 기자": "", "사회팀 기자": "", "기자 간담회": "", "우리나라에서는 기자": "",
		"대통령 기자 회견": "", "전직 기자 두 명이": "", "사회부 기자": "", "사회부 기자 김민수": "",
		"김민수 기자 입력 2026.01.13": "김민수", "김민수 기자 이영희 기자": "김민수", "김민수 기자 minsu@paper.example": "김민수",
		"记者 陈晓岚": "陈晓岚", "本报讯（记者 陈晓岚、李明）杭州": "陈晓岚; 李明", "記者陳小明／台北報導": "陳小明", "记者陈晓岚）": "陈晓岚", "本报记者 陈晓岚 报道": "陈晓岚",
		"记者": "", "记者从市政府获悉": "", "记者手记": "", "本报记者报道）": "", "记者 综合报道": "", "记者 报道": "", "记者 陈晓岚李明王红": "",
		"": "", "Kim Minsu": "",
	} {
		if got := strings.Join(reporters(line), "; "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// What a label stands before is given as it is; labels that are common words
// elsewhere ask for a colon or their language.
func TestBehindLabel(t *testing.T) {
	r := newLabelReader()
	tests := []struct{ part, lang, want string }{
		{"Автор: Ольга Синицына", "", "Ольга Синицына"},
		{"АВТОР : Ольга Синицына Фото: Иван Петров", "ru", "Ольга Синицына"},
		{"Γράφει ο Νίκος Παπαδάκης", "", "Νίκος Παπαδάκης"},
		{"a cura di Giulia Ferrante", "it", "Giulia Ferrante"},
		{"de Andreea Munteanu", "ro-RO", "Andreea Munteanu"},
		{"de Andreea Munteanu", "fr", ""},
		{"Oleh Rizky Pratama", "id", "Rizky Pratama"},
		{"Oleh Ivan Petrenko", "en", ""},
		{"Oleh: Rizky Pratama", "en", "Rizky Pratama"},
		{"di nuovo in piazza", "it", ""},
		{"Автор книги о войне", "ru", ""},
		{"Текст", "ru", ""},
		{"Foto: Anna Berg", "", ""},
		{"Автор:", "ru", ""},
		{":", "", ""},
		{"", "", ""},
	}
	for _, tt := range tests {
		if got := r.behind(tt.part, tt.lang); got != tt.want {
			t.Errorf("%q in %q: %q, want %q", tt.part, tt.lang, got, tt.want)
		}
	}
}

// No phrase is longer than behind looks.
func TestLabels(t *testing.T) {
	r := newLabelReader()
	for phrase := range r.phrases {
		if n := len(strings.Fields(phrase)); n == 0 || n > phraseWords || strings.ToLower(phrase) != phrase {
			t.Errorf("%q cannot be found", phrase)
		}
	}
	for noun := range r.nouns {
		if noun == "" || len(noun) > longestNoun || strings.ToLower(noun) != noun {
			t.Errorf("%q cannot be found", noun)
		}
	}
	for phrase := range r.langs {
		if !r.phrases[phrase] {
			t.Errorf("%q is no phrase", phrase)
		}
	}
}

func FuzzReporters(f *testing.F) {
	f.Add("[한강일보=김민수·이영희 기자] 서울시가")
	f.Add("（记者 陈晓岚、李明）")
	f.Add("记者\xff기자")
	f.Fuzz(func(t *testing.T, line string) {
		for _, name := range reporters(line) {
			if !strings.Contains(line, name) || name == "" {
				t.Errorf("%q: %q", line, name)
			}
		}
	})
}
