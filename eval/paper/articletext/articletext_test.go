package articletext

import "testing"

// The threshold is set to twenty characters to keep the pages small.
func TestExtract(t *testing.T) {
	for _, tt := range []struct{ name, page, want string }{
		{"p in div", `<div><p>Too short</p></div><div><p>Twelve chars</p><p>Twelve chars</p></div>`, "Twelve chars\nTwelve chars"},
		{"div in div", `<div><div>Twelve chars</div><div>Twelve <b>chars</b></div></div>`, "Twelve chars\nTwelve chars"},
		{"lines", `<div>Twelve chars<br>Twelve chars</div>`, "Twelve chars\nTwelve chars"},
		{"text without a paragraph is none", `<span>Twelve chars, twelve chars</span>`, ""},
		{"the first wins, though the second is larger",
			`<div><p>Twenty-two characters.</p></div><div><p>Thirty characters in this line.</p></div>`, "Twenty-two characters."},
		{"link lists go", `<div><p>Twenty-two characters.</p><ul><li><a href=x>More of this</a></li></ul><p>Half <a>link</a></p></div>`,
			"Twenty-two characters.\nHalf link"},
		{"nothing", ``, ""},
	} {
		got, err := Extract([]byte(tt.page), 20)
		if err != nil || got != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
	if got, _ := Extract([]byte(`<div><p>Twenty-two characters.</p></div>`), MinChars); got != "" {
		t.Errorf("with the paper's threshold: %q", got)
	}
}
