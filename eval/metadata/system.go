package metadata

import "github.com/winnow-news/winnow/eval/method"

// Said is what a system says of a page; what it does not know is empty.
type Said struct {
	Title    string
	Authors  []string
	Day      string // of publication, in the zone that the page names: 2006-01-02
	Language string // ISO 639-1
}

// System reads the metadata of a page. It is safe for concurrent use.
type System struct {
	Name string
	Read func(method.Doc) (Said, error)
}
