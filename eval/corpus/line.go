package corpus

import (
	"encoding/json"
	"fmt"
)

// line is one line of pages.jsonl.
type line struct {
	ID        string   `json:"id"`
	Site      string   `json:"site"`
	SiteEpoch string   `json:"site_epoch"`
	URL       string   `json:"url"`
	HTMLFile  string   `json:"html_file"`
	GoldKind  Kind     `json:"gold_kind"`
	GoldText  string   `json:"gold_text"`
	With      []string `json:"with"`
	Without   []string `json:"without"`
	Blocks    []Block  `json:"blocks"`
	Lang      string   `json:"lang"`
	Title     string   `json:"title"`
	Author    texts    `json:"author"`
	Authors   texts    `json:"authors"`
	Date      string   `json:"date"`
	PageType  string   `json:"page_type"`
	PageClass string   `json:"page_class"`
}

// texts is a list of strings that may stand as one bare string.
type texts []string

func (t *texts) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '"' {
		return json.Unmarshal(data, (*[]string)(t))
	}
	var one string
	if err := json.Unmarshal(data, &one); err != nil {
		return err
	}
	*t = nil
	if one != "" {
		*t = texts{one}
	}
	return nil
}

func parseLine(corpus string, data []byte) (page *Page, file string, err error) {
	var l line
	if err := json.Unmarshal(data, &l); err != nil {
		return nil, "", err
	}
	switch l.GoldKind {
	case Full, Snippets, Blocks, None:
	default:
		return nil, "", fmt.Errorf("page %q: gold_kind %q", l.ID, l.GoldKind)
	}
	if l.ID == "" || l.HTMLFile == "" {
		return nil, "", fmt.Errorf("page %q has no id or no html_file", l.ID)
	}
	return &Page{
		Corpus: corpus, ID: l.ID, Site: l.Site, Epoch: l.SiteEpoch, Group: SiteGroup(l.Site, l.URL), URL: l.URL,
		GoldKind: l.GoldKind, GoldText: l.GoldText, With: l.With, Without: l.Without, Blocks: l.Blocks,
		Lang: language(corpus, l.Lang), Title: l.Title, Authors: append(l.Author, l.Authors...), Date: l.Date,
		PageType: l.PageType, PageClass: l.PageClass,
	}, l.HTMLFile, nil
}

// countries are labels of fundus that name a publisher's country: its label
// where nothing told the language. The page from Israel is German.
var countries = map[string]string{"cn": "zh", "il": "de", "jp": "ja", "uk": "en"}

// language gives the language that a label of a corpus names.
func language(corpus, label string) string {
	if l, ok := countries[label]; ok && corpus == "fundus" {
		return l
	}
	return label
}
