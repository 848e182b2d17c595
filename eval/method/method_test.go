package method

import (
	"errors"
	"testing"

	"github.com/winnow-news/winnow/eval/corpus"
)

func TestValidate(t *testing.T) {
	page := func(Doc) (Text, error) { return Text{}, nil }
	site := func([]Doc) ([]Text, error) { return nil, nil }
	good := Method{Name: "a", About: "x", Page: page}
	for name, methods := range map[string][]Method{
		"no name":  {{About: "x", Page: page}},
		"no about": {{Name: "a", Page: page}},
		"no way":   {{Name: "a", About: "x"}},
		"two ways": {{Name: "a", About: "x", Page: page, Site: site}},
		"twice":    {good, good},
	} {
		if err := Validate(methods); !errors.Is(err, ErrMethod) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := Validate([]Method{good, {Name: "b", About: "x", Site: site}}); err != nil {
		t.Error(err)
	}
}

// A method sees the page's bytes, in UTF-8, and nothing of its gold.
func TestNewDoc(t *testing.T) {
	p := &corpus.Page{ID: "1", Site: "cnn", Epoch: "cnn-2005", URL: "u", HTML: []byte("<meta charset=latin1>\xe9"), GoldText: "secret"}
	d := NewDoc(p)
	if d.ID != "1" || d.Site != "cnn-2005" || d.URL != "u" || string(d.HTML) != "<meta charset=latin1>é" {
		t.Errorf("got %+v", d)
	}
}
