package dom

import "testing"

func TestText(t *testing.T) {
	for src, want := range map[string]string{
		"<p>One <b>t</b>wo</p><p>three":                         "One two\nthree",
		"a<br>b<script>no</script><style>no</style><!-- no -->": "a\nb",
		"<div>\n  one\n  two\n</div>":                           "one two",
		"<title>no</title><ul><li>x<li>y":                       "x\ny",
		"":                                                      "",
	} {
		doc, err := Parse([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if got := Text(doc); got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}

func TestAttributes(t *testing.T) {
	doc, err := Parse([]byte(`<body class=" a  b " id=x>`))
	if err != nil {
		t.Fatal(err)
	}
	body := Body(doc)
	if c := Classes(body); len(c) != 2 || c[0] != "a" || c[1] != "b" {
		t.Errorf("classes %q", c)
	}
	if Attr(body, "id") != "x" || Attr(body, "lang") != "" {
		t.Errorf("attributes %v", body.Attr)
	}
}
