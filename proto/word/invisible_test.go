package word

import "testing"

func TestInvisible(t *testing.T) {
	for _, r := range "\a\x7f\u0085\u00ad\u061c\u200b\u200e\u200f\u202b\u2060\u2067\ufeff\U000e0001" {
		if !Invisible(r) {
			t.Errorf("%U is not invisible", r)
		}
	}
	for _, r := range "a é\u00a0\u0301\u200c\u200d\u2028…\ufffd字\ufe0f" {
		if Invisible(r) {
			t.Errorf("%U is invisible", r)
		}
	}
}
