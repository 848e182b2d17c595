package charset_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/winnow-news/winnow/crawler/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

func encode(t testing.TB, e encoding.Encoding, s string) []byte {
	t.Helper()
	b, err := e.NewEncoder().Bytes([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const (
	swedish = "<p>Räksmörgås på Åland är gott, säger kvinnan på torget."
	russian = "<p>Правительство сообщило о новых мерах поддержки экономики страны."
	japan   = "<p>政府は新しい経済対策について発表しました。これは東京で行われた会議のことです。"
	chinese = "<p>政府宣布了新的经济措施，这是北京的一次会议。人们的生活是重要的、也是一个问题。"
	taiwan  = "<p>政府宣布了新的經濟措施，這是台北的一次會議。人們的生活是重要的、也是一個問題。"
	korea   = "<p>정부는 새로운 경제 대책을 발표했다고 서울에서 밝혔다."
	// shortHan has none of the commonest characters but one stop, and reads as
	// Korean as well: many of its bytes are syllables in EUC-KR.
	shortKorean = "<p>정치 경제 사회 문화 국제 美 中 대선 증시 날씨"
	kanji       = "<p>工房では県産の栗や柚子を使った焼き菓子を販売し、週末には菓子作りの教室も開く予定だ。"
	shortHan    = "<p>试运行期为半年，之后将根据评估结果决定是否扩大范围。"
	polish      = "<p>W środę władze miały ogłosić, że był to błąd; żołnierze złożyli broń, a chłopcy dali się złapać."
	// stops has fewer kana to a stop than most, and both where GB 18030 has them.
	stops   = "<p>政府は昨日、価格の引き上げを決定した。首相は必要だと述べた。"
	serbian = "<p>Premijer kaže da će se sve rešiti što pre, a građani čekaju već tri nedelje."
	hebrew  = "<p>הממשלה הודיעה אתמול על צעדים חדשים לתמיכה בכלכלה"
	arabic  = "<p>أعلنت الحكومة أمس عن إجراءات جديدة لدعم الاقتصاد"
	thai    = "<p>รัฐบาลประกาศมาตรการใหม่เพื่อสนับสนุนเศรษฐกิจ"
	greek   = "<p>Η κυβέρνηση ανακοίνωσε νέα μέτρα για την οικονομία της χώρας"
)

// page is a page that names its language.
func page(lang, text string) string { return `<html lang="` + lang + `">` + text }

func named(t testing.TB, lang string, e encoding.Encoding, text string) []byte {
	t.Helper()
	return encode(t, e, page(lang, text))
}

func TestDecode(t *testing.T) {
	utf16 := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	bare16 := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	latin := charmap.Windows1252
	tests := []struct {
		name, header string
		body         []byte
		want, enc    string
	}{
		{"plain", "", []byte(swedish), swedish, "utf-8"},
		{"BOM", "text/html; charset=iso-8859-1", []byte("\xef\xbb\xbf" + swedish), swedish, "utf-8"},
		{"UTF-16 BOM", "", encode(t, utf16, swedish), swedish, "utf-16le"},
		{"UTF-16 without BOM", "", encode(t, bare16, swedish), swedish, "utf-16be"},
		{"header", "text/html; charset=ISO-8859-1", encode(t, latin, swedish), swedish, "windows-1252"},
		{"header lies: UTF-8", "text/html; charset=ISO-8859-1", []byte(swedish), swedish, "utf-8"},
		{"header lies: UTF-8 with a spoiled place", "text/html; charset=latin1",
			[]byte(strings.Repeat(swedish, 3) + "\xff"), strings.Repeat(swedish, 3) + "\uFFFD", "utf-8"},
		{"header lies: latin-1", "text/html; charset=utf-8", encode(t, latin, swedish), swedish, "windows-1252"},
		{"meta", "text/html", append([]byte(`<meta charset="windows-1251">`), encode(t, charmap.Windows1251, russian)...),
			`<meta charset="windows-1251">` + russian, "windows-1251"},
		{"meta http-equiv", "", append([]byte(`<META HTTP-EQUIV="Content-Type" CONTENT='text/html; charset=koi8-r'>`), encode(t, charmap.KOI8R, russian)...),
			`<META HTTP-EQUIV="Content-Type" CONTENT='text/html; charset=koi8-r'>` + russian, "koi8-r"},
		{"meta says UTF-16, which it cannot be", "", append([]byte(`<meta charset="utf-16">`), encode(t, latin, swedish)...),
			`<meta charset="utf-16">` + swedish, "windows-1252"},
		{"XML declaration", "", append([]byte(`<?xml version="1.0" encoding="ISO-8859-7"?>`), encode(t, charmap.ISO8859_7, greek)...),
			`<?xml version="1.0" encoding="ISO-8859-7"?>` + greek, "iso-8859-7"},
		{"header before meta", "text/html; charset=windows-1251", append([]byte(`<meta charset="koi8-r">`), encode(t, charmap.Windows1251, russian)...),
			`<meta charset="koi8-r">` + russian, "windows-1251"},
		{"ISO-2022-JP is 7-bit", "text/html; charset=iso-2022-jp", encode(t, japanese.ISO2022JP, japan), japan, "iso-2022-jp"},
		{"detect latin-1", "", encode(t, latin, swedish), swedish, "windows-1252"},
		{"detect windows-1251", "", encode(t, charmap.Windows1251, russian), russian, "windows-1251"},
		{"detect KOI8-R", "", encode(t, charmap.KOI8R, russian), russian, "koi8-r"},
		{"detect windows-1250", "", encode(t, charmap.Windows1250, polish), polish, "windows-1250"},
		{"detect ISO-8859-2", "", encode(t, charmap.ISO8859_2, polish), polish, "iso-8859-2"},
		{"detect windows-1253", "", encode(t, charmap.Windows1253, greek), greek, "windows-1253"},
		{"detect windows-1255", "", encode(t, charmap.Windows1255, hebrew), hebrew, "windows-1255"},
		{"detect windows-1256", "", encode(t, charmap.Windows1256, arabic), arabic, "windows-1256"},
		{"detect windows-874", "", encode(t, charmap.Windows874, thai), thai, "windows-874"},
		{"detect Shift_JIS", "", encode(t, japanese.ShiftJIS, japan), japan, "shift_jis"},
		{"detect EUC-JP", "", encode(t, japanese.EUCJP, japan), japan, "euc-jp"},
		{"detect GB18030", "", encode(t, simplifiedchinese.GBK, chinese), chinese, "gb18030"},
		{"detect Big5", "", encode(t, traditionalchinese.Big5, taiwan), taiwan, "big5"},
		{"detect EUC-KR", "", encode(t, korean.EUCKR, korea), korea, "euc-kr"},
		{"words of two syllables in EUC-KR", "", encode(t, korean.EUCKR, shortKorean), shortKorean, "euc-kr"},
		{"EUC-JP with characters that are Korean syllables", "", encode(t, japanese.EUCJP, kanji), kanji, "euc-jp"},
		{"EUC-JP with the stops of GB18030", "", encode(t, japanese.EUCJP, stops), stops, "euc-jp"},
		{"a short text in GB18030", "", encode(t, simplifiedchinese.GBK, shortHan), shortHan, "gb18030"},
		{"language zh", "", named(t, "zh-CN", simplifiedchinese.GBK, "<p>新闻"), page("zh-CN", "<p>新闻"), "gb18030"},
		{"language zh, Big5", "", named(t, "zh", traditionalchinese.Big5, taiwan), page("zh", taiwan), "big5"},
		{"language ko", "", named(t, "ko", korean.EUCKR, "<p>뉴스"), page("ko", "<p>뉴스"), "euc-kr"},
		{"language he", "", named(t, "he-IL", charmap.Windows1255, "<p>הממשלה הודיעה"), page("he-IL", "<p>הממשלה הודיעה"), "windows-1255"},
		{"language ar", "", named(t, "ar", charmap.Windows1256, "<p>أعلنت الحكومة"), page("ar", "<p>أعلنت الحكومة"), "windows-1256"},
		{"language th", "", named(t, "th", charmap.Windows874, "<p>รัฐบาลประกาศ"), page("th", "<p>รัฐบาลประกาศ"), "windows-874"},
		{"language cs, windows-1250", "", named(t, "cs", charmap.Windows1250, "<p>Příběh o žluťoučkém koni, řekl šéf"), page("cs", "<p>Příběh o žluťoučkém koni, řekl šéf"), "windows-1250"},
		{"language pl, ISO-8859-2", "", named(t, "pl", charmap.ISO8859_2, "<p>Zażółć gęślą jaźń"), page("pl", "<p>Zażółć gęślą jaźń"), "iso-8859-2"},
		{"language cs, a sign alone", "", named(t, "cs", charmap.Windows1250, "<p>© Redakce 2010 &iacute;"), page("cs", "<p>© Redakce 2010 &iacute;"), "windows-1250"},
		{"language sr, in Latin", "", named(t, "sr", charmap.Windows1250, serbian), page("sr", serbian), "windows-1250"},
		{"language sr, in Cyrillic", "", named(t, "sr", charmap.Windows1251, russian), page("sr", russian), "windows-1251"},
		{"language tr", "", named(t, "tr_TR", charmap.Windows1254, "<p>Başbakan açıkladı, ığdır"), page("tr_TR", "<p>Başbakan açıkladı, ığdır"), "windows-1254"},
		{"language ru, KOI8-R", "", named(t, "ru", charmap.KOI8R, russian), page("ru", russian), "koi8-r"},
		{"language of another page", "", named(t, "en", charmap.Windows1251, russian), page("en", russian), "windows-1251"},
		{"language that the bytes are not", "", named(t, "ja", latin, swedish), page("ja", swedish), "windows-1252"},
		{"unknown label", "text/html; charset=klingon", encode(t, latin, swedish), swedish, "windows-1252"},
		{"the replacement encoding", "text/html; charset=hz-gb-2312", encode(t, latin, swedish), swedish, "windows-1252"},
		{"empty", "", nil, "", "utf-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, enc, err := charset.Decode(tt.body, tt.header)
			if err != nil || string(got) != tt.want || enc != tt.enc {
				t.Errorf("Decode = %q, %q, %v\nwant %q, %q", got, enc, err, tt.want, tt.enc)
			}
		})
	}
}

func TestBinary(t *testing.T) {
	for name, body := range map[string][]byte{
		"png":   append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), make([]byte, 100)...),
		"zeros": make([]byte, 100),
	} {
		if got, enc, err := charset.Decode(body, "text/html"); !errors.Is(err, charset.ErrBinary) {
			t.Errorf("%s: %q %q %v, want ErrBinary", name, got, enc, err)
		}
	}
	if got, _, err := charset.Decode([]byte("<p>one \x00 stray byte in a page of text"), ""); err != nil || len(got) == 0 {
		t.Errorf("a stray NUL: %v", err)
	}
}

func TestDecodeSharesMemory(t *testing.T) {
	body := []byte(swedish)
	if got, _, _ := charset.Decode(body, ""); &got[0] != &body[0] {
		t.Error("valid UTF-8 was copied")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(swedish), "text/html; charset=latin1")
	f.Add(encode(f, japanese.ShiftJIS, japan), "")
	f.Add([]byte(`<meta charset=gbk>`+"\x81\x30"), "")
	f.Fuzz(func(t *testing.T, body []byte, header string) {
		got, name, err := charset.Decode(bytes.Clone(body), header)
		if err == nil && (!utf8.Valid(got) || name == "") {
			t.Fatalf("Decode(%q, %q) = %q, %q: not UTF-8", body, header, got, name)
		}
	})
}

func BenchmarkDecodeUTF8(b *testing.B) {
	body := []byte(strings.Repeat(swedish+" <a href=/x>plain ascii text of a page</a>\n", 1500))
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, name, err := charset.Decode(body, "text/html; charset=utf-8"); name != "utf-8" || err != nil {
			b.Fatal(name, err)
		}
	}
}

func BenchmarkDecodeLatin1(b *testing.B) {
	body := encode(b, charmap.Windows1252, strings.Repeat(swedish+"\n", 2000))
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, name, err := charset.Decode(body, "text/html; charset=iso-8859-1"); name != "windows-1252" || err != nil {
			b.Fatal(name, err)
		}
	}
}
