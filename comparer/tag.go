package comparer

import "github.com/zeebo/xxh3"

// tableCodes is the number of codes that are kept for the tag table.
const tableCodes = 128

// tagCodes gives each tag that news pages are made of its code in signatures:
// a number that takes one byte in the journal. The numbers stand in stored
// records: names may be added behind the last, never moved.
func tagCodes() map[string]uint32 {
	names := [...]string{
		"p", "a", "span", "div", "br", "strong", "em", "b", "i", "li", "ul", "ol",
		"h1", "h2", "h3", "h4", "h5", "h6", "img", "time", "article", "section",
		"main", "body", "header", "footer", "nav", "aside", "figure", "figcaption",
		"blockquote", "q", "cite", "table", "thead", "tbody", "tr", "td", "th",
		"caption", "pre", "code", "small", "sup", "sub", "u", "s", "mark", "abbr",
		"label", "button", "input", "form", "select", "option", "svg", "picture",
		"source", "video", "audio", "iframe", "dl", "dt", "dd", "details",
		"summary", "address", "font", "center", "hr", "wbr", "ins", "del", "kbd",
	}
	codes := make(map[string]uint32, len(names))
	for i, name := range names {
		codes[name] = uint32(i + 1)
	}
	return codes
}

// tagHash is the code of a tag that is not in the table; it lies outside it.
func tagHash(tag string) uint32 { return uint32(xxh3.HashString(tag)) | 1<<31 }
