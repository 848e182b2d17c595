package laxjson

import (
	"encoding/json"
	"strings"
	"testing"
)

// same compares what was read with what encoding/json reads.
func same(v Value, want any) bool {
	switch w := want.(type) {
	case map[string]any:
		for key, member := range w {
			if !same(v.Get(key), member) {
				return false
			}
		}
		return v.Members != nil
	case []any:
		if len(v.Items) != len(w) {
			return false
		}
		for i := range w {
			if !same(v.Items[i], w[i]) {
				return false
			}
		}
		return true
	case string:
		return v.Text == w
	case nil:
		return v.Text == ""
	default:
		return v.Text != ""
	}
}

func TestParseJSONReadsJSON(t *testing.T) {
	for _, s := range []string{
		`{"a":"b","c":[1,true,null,"x, y: }"],"d":{"e":"\u00e9 \ud83d\ude00 \" \\ \/"}}`,
		`[]`, `{}`, `[[],{}]`, ` [ "a" , "b" ] `, `{"k":"a\nb"}`, `{"a":"","b":""}`,
	} {
		var want any
		if err := json.Unmarshal([]byte(s), &want); err != nil {
			t.Fatal(err)
		}
		if got := Parse(s); len(got) != 1 || !same(got[0], want) {
			t.Errorf("Parse(%q) = %+v, want %v", s, got, want)
		}
	}
}

func TestParseJSONSurvives(t *testing.T) {
	tests := []struct{ in, key, want string }{
		{`{"a":"b",}`, "a", "b"},
		{`{"x":[1,2,],"a":"b"}`, "a", "b"},
		{"{\"x\":\"line\nend\",\"a\":\"b\"}", "a", "b"},
		{`{"x":"an "inner" quote","a":"b"}`, "a", "b"},
		{`{"x":"an "inner" quote"}`, "x", `an "inner" quote`},
		{`{"x" "y" "a":"b"}`, "a", "b"},
		{`{"a":"b"`, "a", "b"},
		{`{"a":"b`, "a", "b"},
		{`<!-- {"a":"b"} -->`, "a", "b"},
		{`{"a":"b"};`, "a", "b"},
		{`var x = {"a":"b"}`, "a", "b"},
		{"{// c\n\"a\":\"b\"}", "a", "b"},
		{`{"a":"x &amp; y"}`, "a", "x & y"},
		{`{"a":"/i.jpg?w=1&copy=2&region=3"}`, "a", "/i.jpg?w=1&copy=2&region=3"},
		{`{"a":"\ud83d"}`, "a", "\uFFFD"},
		{`{"a":"\u12"}`, "a", "\uFFFD12"},
		{`{"x":[{"y":1}],"a":"b"]`, "a", "b"},
	}
	for _, tt := range tests {
		got := Parse(tt.in)
		if len(got) == 0 || got[0].Get(tt.key).Text != tt.want {
			t.Errorf("Parse(%q) = %+v, want %s = %q", tt.in, got, tt.key, tt.want)
		}
	}
}

func TestDecodeReferences(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "a": "a", "&": "&", "a & b; c": "a & b; c", "a&amp;b": "a&b", "&#8217;&#x2019;": "’’", "&&amp;&": "&&&", "&amp;amp;": "&amp;",
		"?a=1&copy=2;": "?a=1&copy=2;", "&copy;": "©", "&nosuch;": "&nosuch;", "&#": "&#", "é&eacute;é": "ééé",
	} {
		if got := DecodeReferences(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":[{"b":"c"}]}`, strings.Repeat("[", 100), `{"a":"\ud83d\u`, "<!--", "{\"a\":]}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, v := range Parse(s) {
			if d := depthOf(v); d > maxDepth+1 {
				t.Errorf("depth %d of %q", d, s)
			}
		}
	})
}

func depthOf(v Value) int {
	deepest := 0
	for _, i := range v.Items {
		deepest = max(deepest, 1+depthOf(i))
	}
	for _, m := range v.Members {
		deepest = max(deepest, 1+depthOf(m.Value))
	}
	return deepest
}
