// Package head keeps what a page says of itself in its head and its markup.
package head

import (
	"regexp"
	"slices"
)

// MaxValue is the most bytes of a meta or microdata value.
const MaxValue = 4096

// Facts are what a page says of itself, as the walk met it and before anyone
// judged it.
type Facts struct {
	Title     string
	Lang      string // of the html element
	Canonical string
	BaseHref  string
	Metas     []Meta
	Items     []Item
	Times     []Time
	Bylines   []Item   // of rel=author and byline classes, nameless
	DateTexts []string // of classes that name a date
	Types     []string // itemtype values
	Scripts   []string // JSON-LD
	Scripted  int      // bytes of them
	// Counts for the page class: input elements, and the radio buttons among them
	// with the labels around such.
	Inputs, Choices int
	Textarea        bool // there is one, as where comments are written
}

// Meta is one meta element; Key is its name, property, itemprop or http-equiv
// in lower case.
type Meta struct{ Key, Value string }

// Item is one microdata or RDFa property and where it stands.
type Item struct {
	Name, Value string
	Block       int
}

// Time is one time element and where it stands.
type Time struct {
	Value    string
	Class    string
	Itemprop string
	Block    int
}

// Reset lets go of the page and keeps the memory.
func (h *Facts) Reset() {
	clear(h.Metas)
	clear(h.Items)
	clear(h.Times)
	clear(h.Bylines)
	clear(h.DateTexts)
	clear(h.Types)
	clear(h.Scripts)
	*h = Facts{
		Metas: h.Metas[:0], Items: h.Items[:0], Times: h.Times[:0], Bylines: h.Bylines[:0], DateTexts: h.DateTexts[:0],
		Types: h.Types[:0], Scripts: h.Scripts[:0],
	}
}

// Meta gives the first non-empty value among keys, in their order.
func (h *Facts) Meta(keys ...string) string {
	for _, k := range keys {
		for i := range h.Metas {
			if h.Metas[i].Key == k {
				return h.Metas[i].Value
			}
		}
	}
	return ""
}

// All gives every value of key.
func (h *Facts) All(key string) []string {
	var out []string
	for i := range h.Metas {
		if h.Metas[i].Key == key {
			out = append(out, h.Metas[i].Value)
		}
	}
	return out
}

// AllOf gives every value of keys.
func (h *Facts) AllOf(keys ...string) []string {
	var out []string
	for _, k := range keys {
		out = append(out, h.All(k)...)
	}
	return out
}

// Labelled gives the values of twitter:data1 and 2 whose label matches.
func (h *Facts) Labelled(label *regexp.Regexp) []string {
	var out []string
	for _, n := range []string{"1", "2"} {
		if label.MatchString(h.Meta("twitter:label" + n)) {
			out = append(out, h.Meta("twitter:data"+n))
		}
	}
	return out
}

// Item gives the first microdata value called name, in lower case.
func (h *Facts) Item(name string) string {
	for i := range h.Items {
		if h.Items[i].Name == name {
			return h.Items[i].Value
		}
	}
	return ""
}

// ItemsOf gives the microdata properties that have one of names, in document
// order.
func (h *Facts) ItemsOf(names ...string) []Item {
	var out []Item
	for _, it := range h.Items {
		if slices.Contains(names, it.Name) {
			out = append(out, it)
		}
	}
	return out
}
